// Compiles each .py file below a folder to bytecode of the interpreter that the page has, in its place.
import { pathToFileURL } from "node:url";

const [engine, folder] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${engine}/pyodide.mjs`));
const python = await loadPyodide({ indexURL: engine });
python.FS.mkdir("/sources");
python.FS.mount(python.FS.filesystems.NODEFS, { root: folder }, "/sources");
python.runPython(`
import os
from pathlib import Path
from py_compile import PycInvalidationMode, compile

for file in sorted(Path("/sources").rglob("*.py")):
    name = file.relative_to("/sources").as_posix()
    compile(str(file), str(file) + "c", dfile=name, doraise=True, optimize=2, invalidation_mode=PycInvalidationMode.UNCHECKED_HASH)
    os.unlink(file)
`);

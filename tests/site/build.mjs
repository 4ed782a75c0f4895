// Builds parts of kits in WebAssembly under node, with the archives of a written site: `node build.mjs SITE OUT JSON`.
// The interpreter begins as on a later visit: with the memory of one that has begun before.
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gunzipSync } from "node:zlib";

const [site, out, wishes] = process.argv.slice(2);
const folder = (start) => join(site, readdirSync(site).find((name) => name.startsWith(start)));
const engine = join(out, "engine");
mkdirSync(engine, { recursive: true });
writeFileSync(join(engine, "xz.mjs"), readFileSync(join(folder("v-"), "static", "xz.js")));
const { XzReadableStream } = await import(pathToFileURL(join(engine, "xz.mjs")).href);
const unpacked = async (file) => (file.endsWith(".packed") ? gunzipSync(readFileSync(file)) : new Uint8Array(await new Response(new XzReadableStream(new Blob([readFileSync(file)]).stream())).arrayBuffer()));
for (const name of readdirSync(folder("e-"))) {
  writeFileSync(join(engine, name.replace(/\.(packed|xz)$/, "")), await unpacked(join(folder("e-"), name)));
}
const config = JSON.parse(readFileSync(join(folder("v-"), "engine.json"), "utf8"));
writeFileSync(join(engine, "interpreter.mjs"), readFileSync(join(folder("v-"), "static", "interpreter.js")));
const { python } = await import(pathToFileURL(join(engine, "interpreter.mjs")).href);
const { loadPyodide } = await import(pathToFileURL(join(engine, "pyodide.mjs")).href);
const { default: make } = await import(pathToFileURL(join(engine, "pyodide.asm.mjs")).href);
const interpreter = { make, load: (how) => loadPyodide({ indexURL: engine, ...how }) };
const tars = () => config.packs.map((pack) => unpacked(join(site, `${pack.path}.xz`)));
const { bytes, ...more } = await new Promise((keep, failed) => python(interpreter, tars(), { keep }).then(() => failed(new Error("no memory was kept")), failed));
const py = await python(interpreter, tars(), { memory: { ...more, stream: new Blob([bytes]).stream() } });
py.FS.mkdir("/out");
py.FS.mount(py.FS.filesystems.NODEFS, { root: out }, "/out");
py.globals.set("wishes", wishes);
py.runPython(`
import gc
import io
import json
from pathlib import Path
gc.unfreeze()
held = [each.name for each in gc.get_objects() if isinstance(each, io.FileIO) and not each.closed and not str(each.name).startswith("<std")]
assert not held, held
gc.freeze()
from printkit.jobs.build.build import build
from printkit.jobs.build.request import BuildRequest
for wish in json.loads(wishes):
    build(BuildRequest(kits=(wish["kit"],), only=tuple(wish["only"]), out=Path("/out/built")))
`);

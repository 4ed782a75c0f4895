// Python in this worker (or under node): the interpreter, and the archives unpacked where it imports from.
const PLACE = "/lib/python3.14/site-packages";
const BLOCK = 512;
// Stand-ins are there before what names them. The kits here were loaded when the site was written.
const STAND_INS = `
from printkit.backends.no_pillow import stand_in
from printkit.kit.load import trust
from printkit.paths import templates_dir
from printkit.web.no_interpreters import without_interpreters
stand_in()
without_interpreters()
trust(templates_dir().parent)
`;
// What every start has in common: memory with all of it imported, and with the first list of the tables, is kept for later ones.
// What looks for names of packages holds the library open: a later start would close a file of its own by that number.
const COMMON = `
import gc
gc.disable()
from importlib.metadata import MetadataPathFinder
from pathlib import Path
import printkit.jobs.play.advise
from printkit.web.page import first_answers
first_answers(Path(own) if own else None)
MetadataPathFinder.invalidate_caches()
gc.collect()
gc.freeze()
gc.enable()
`;
// Where memory was kept, so was the state of chance.
const BESIDE = `
from random import seed
from printkit.material.bare_pictures import unfilter_by
import printkit_page
from pyodide.ffi import to_js
seed()
unfilter_by(lambda packed, line, step: printkit_page.unfiltered(to_js(packed), line, step).to_bytes())
`;
const WHOLE_FONTS = `
from gzip import decompress
from printkit.jobs.screen.screen_kits import fetch_by
def fetch(name):
    packed = printkit_page.whole(name)
    return decompress(packed.to_bytes()) if packed is not None else None
fetch_by(fetch)
`;

const DECODE = `
from printkit.material.bare_pictures import decode_by
def decode(data, query):
    made = printkit_page.decode(to_js(data), query)
    return made.to_bytes() if made is not None else None
decode_by(decode)
`;

/** The rows of a PNG without their filters: the difference to the left, above, their mean, or the nearest of the three. */
export function unfiltered(packed, line, step) {
  const rows = Math.floor(packed.length / (line + 1)), made = new Uint8Array(rows * line);
  for (let row = 0; row < rows; row += 1) {
    const from = row * (line + 1) + 1, to = row * line, kind = packed[from - 1];
    for (let at = 0; at < line; at += 1) {
      const left = at < step ? 0 : made[to + at - step], up = row ? made[to + at - line] : 0;
      let more = 0;
      if (kind === 1) more = left;
      else if (kind === 2) more = up;
      else if (kind === 3) more = (left + up) >> 1;
      else if (kind === 4) {
        const corner = row && at >= step ? made[to + at - line - step] : 0;
        const [a, b, c] = [Math.abs(up - corner), Math.abs(left - corner), Math.abs(left + up - 2 * corner)];
        more = a <= b && a <= c ? left : b <= c ? up : corner;
      }
      made[to + at] = packed[from + at] + more;
    }
  }
  return made;
}

/** The files of a tar: names, views of its bytes, and seconds where it tells a time. */
function* filesOf(tar) {
  const text = new TextDecoder();
  const field = (at, length) => text.decode(tar.subarray(at, at + length)).replace(/\0.*$/s, "");
  for (let at = 0; tar[at]; ) {
    const prefix = field(at + 345, 155);
    const [size, time] = [field(at + 124, 12), field(at + 136, 12)].map((each) => parseInt(each, 8));
    yield [prefix ? `${prefix}/${field(at, 100)}` : field(at, 100), tar.subarray(at + BLOCK, at + BLOCK + size), time];
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
  }
}

/** What WebAssembly of a library has beside the memory: how long the table of functions is, and by which numbers libraries are open. */
const beside = ({ wasmTable, LDSO }) => ({ table: wasmTable.length, open: Object.entries(LDSO.loadedLibsByHandle).filter(([number]) => +number).map(([number, { name }]) => [number, name]) });

/** Libraries are there before Python asks for them: the browser compiles them beside what else it does. */
async function add(module, libraries) {
  for (const [name, code] of await libraries) {
    const library = module.newDSO(name, undefined, "loading");
    library.global = false;
    library.exports = await module.loadWebAssemblyModule(code, { loadAsync: true, nodelete: true }, name, {});
  }
}

/** `make`, but with the libraries before Python begins: always at the same places, as in a memory that is taken back. */
const withLibraries = (make, libraries, memory) => async (settings) => {
  let there, failure;
  settings.preRun.push(async (module) => {
    module.addRunDependency("libraries");
    await add(module, libraries).catch((error) => (failure = error));
    there = beside(module).table;
    module.removeRunDependency("libraries");
  });
  const made = await make(settings);
  if (failure) throw failure;
  if (!memory) return made;
  // A newer browser may need more or fewer functions.
  if (there !== memory.table) throw new Error("it is another interpreter's memory");
  for (const [number, name] of memory.open) made.LDSO.loadedLibsByHandle[number] = made.LDSO.loadedLibsByName[name];
  made.growMemory(memory.size);
  await memory.fill(made.HEAPU8.subarray(0, memory.length));
  return made;
};

/** A memory that is read as it comes, so that it is nowhere twice: first what the interpreter reads of it, then all else. */
async function opened({ stream, start, ...more }) {
  const reader = stream.getReader(), head = new Uint8Array(start);
  let held = new Uint8Array(0);
  async function fill(room) {
    for (let at = 0; at < room.length; ) {
      if (!held.length) ({ value: held } = await reader.read());
      if (!held) throw new Error("it was cut off");
      const part = held.subarray(0, room.length - at);
      room.set(part, at);
      at += part.length;
      held = held.subarray(part.length);
    }
  }
  await fill(head);
  return { ...more, head, fill };
}

async function compiled(tar) {
  const files = [...filesOf(new Uint8Array(await tar))].filter(([name]) => name.endsWith(".so"));
  return Promise.all(files.map(async ([name, data]) => [`${PLACE}/${name}`, await WebAssembly.compile(data)]));
}

/** The interpreter, with its memory as it was kept where that can be; `begun` says whether it is. */
async function started({ load, make }, first, { memory, keep }) {
  const libraries = compiled(first), kept = await memory;
  libraries.catch(() => {});
  if (kept) {
    try {
      const there = await opened(kept);
      return { py: await load({ _loadSnapshot: there.head, createPyodideModule: withLibraries(make, libraries, there) }), begun: true };
    } catch {
      // It was cut off, or is another interpreter's: it is made anew.
    }
  }
  if (keep) return { py: await load({ _makeSnapshot: true, createPyodideModule: withLibraries(make, libraries) }), begun: false };
  const py = await load({ createPyodideModule: make });
  await add(py._module, libraries);
  return { py, begun: false };
}

/** What is common to every start, and the memory that has it; none where a library is in it that a later start would not find. */
function common(py, own, keep) {
  const before = beside(py._module).table;
  py.globals.set("own", own);
  py.runPython(COMMON);
  const { table, open } = beside(py._module);
  if (table !== before) return;
  const bytes = py.makeMemorySnapshot(), size = py._module.HEAPU8.length, start = bytes.length - size;
  let end = bytes.length;
  while (!bytes[end - 1]) end -= 1;
  keep({ bytes: bytes.subarray(0, end), start, length: end - start, size, table, open });
}

/** `load` and `make` start the interpreter and its module; `tars` are the archives in the order in which they are unpacked,
    the first with libraries of WebAssembly; `own` is the folder of the one kit of the site, if it has one; `whole` gets fonts,
    `decode` the pixels of pictures; `memory` is that of an earlier start, and `keep` gets this one's. */
export async function python(interpreter, tars, { own = "", whole, decode, memory, keep } = {}) {
  const { py, begun } = await started(interpreter, tars[0], { memory, keep });
  const made = new Set();
  for (const tar of tars) {
    for (const [name, data, time] of filesOf(new Uint8Array(await tar))) {
      const file = `${PLACE}/${name}`;
      const folder = file.slice(0, file.lastIndexOf("/"));
      if (!made.has(folder)) (py.FS.mkdirTree(folder), made.add(folder));
      py.FS.writeFile(file, data, { canOwn: true });
      if (time) py.FS.utime(file, time * 1000, time * 1000);
    }
  }
  if (!begun) {
    py.runPython(STAND_INS);
    if (keep) common(py, own, keep);
  }
  py.FS.mkdirTree("/page");
  py.FS.chdir("/page");
  py.registerJsModule("printkit_page", { unfiltered, whole, decode });
  py.runPython(BESIDE);
  if (whole) py.runPython(WHOLE_FONTS);
  if (decode) py.runPython(DECODE);
  return py;
}

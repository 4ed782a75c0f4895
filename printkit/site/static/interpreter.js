// Python in this worker (or under node): the interpreter, and the archives unpacked where it imports from.
const PLACE = "/lib/python3.14/site-packages";
const BLOCK = 512;
// What is the same at every start: memory with this in it is kept for the next one. Modules of WebAssembly, such as
// pydantic's and uharfbuzz's, have a part outside of it and come later. Stand-ins are there before what names them.
const BEFORE = `
import gc, sys
gc.disable()
from printkit.backends.no_pillow import stand_in
from printkit.web.no_interpreters import without_interpreters
stand_in()
without_interpreters()
import decimal, fractions, ipaddress, tomllib, uuid, xml.parsers.expat, zoneinfo
import annotated_types, starlette.applications, svgwrite, typing_extensions
import printkit.backends.pdf_pictures, printkit.compose.boards.squares, printkit.scene.raster
import printkit.sheets.shapes, printkit.solver.searches
gc.enable()
not any((getattr(each, "__file__", None) or "").endswith(".so") for each in [*sys.modules.values()])
`;
// Where memory was kept, so was the state of chance.
const STAND_INS = `
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

/** The files of a tar, as names with views of its bytes. */
function* filesOf(tar) {
  const text = new TextDecoder();
  const field = (at, length) => text.decode(tar.subarray(at, at + length)).replace(/\0.*$/s, "");
  for (let at = 0; tar[at]; ) {
    const prefix = field(at + 345, 155);
    const size = parseInt(field(at + 124, 12), 8);
    yield [prefix ? `${prefix}/${field(at, 100)}` : field(at, 100), tar.subarray(at + BLOCK, at + BLOCK + size)];
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
  }
}

/** The interpreter, with its memory as it was kept where that can be; `begun` says whether it is. */
async function started(start, kept) {
  const memory = await kept?.memory;
  if (memory) {
    try {
      return { py: await start(memory), begun: true };
    } catch {
      // It was cut off, or is another interpreter's: it is made anew.
    }
  }
  return { py: await start(), begun: false };
}

/** `start` makes the interpreter, from a memory or anew; `tars` are the archives, in the order in which they are unpacked;
    `whole` gets fonts, `decode` the pixels of pictures; `kept` has the `memory` of an earlier start, and `keep` for this one's. */
export async function python(start, tars, { whole, decode, kept } = {}) {
  const { py, begun } = await started(start, kept);
  const made = new Set();
  for (const tar of tars) {
    for (const [name, data] of filesOf(new Uint8Array(await tar))) {
      const file = `${PLACE}/${name}`;
      const folder = file.slice(0, file.lastIndexOf("/"));
      if (!made.has(folder)) (py.FS.mkdirTree(folder), made.add(folder));
      py.FS.writeFile(file, data, { canOwn: true });
    }
  }
  if (!begun && py.runPython(BEFORE)) kept?.keep(py.makeMemorySnapshot());
  py.FS.mkdirTree("/page");
  py.FS.chdir("/page");
  py.registerJsModule("printkit_page", { unfiltered, whole, decode });
  py.runPython(STAND_INS);
  if (whole) py.runPython(WHOLE_FONTS);
  if (decode) py.runPython(DECODE);
  return py;
}

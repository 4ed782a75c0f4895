// Python in this worker (or under node): the interpreter, and the archives unpacked where it imports from.
const PLACE = "/lib/python3.14/site-packages";
const BLOCK = 512;
// Before anything is loaded that names what is not there.
const STAND_INS = `
from printkit.backends.no_pillow import stand_in
from printkit.web.no_interpreters import without_interpreters
stand_in()
without_interpreters()
`;

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

/** `start` makes the interpreter; `tars` are the archives, in the order in which they are unpacked. */
export async function python(start, tars) {
  const py = await start();
  const made = new Set();
  for (const tar of tars) {
    for (const [name, data] of filesOf(new Uint8Array(await tar))) {
      const file = `${PLACE}/${name}`;
      const folder = file.slice(0, file.lastIndexOf("/"));
      if (!made.has(folder)) (py.FS.mkdirTree(folder), made.add(folder));
      py.FS.writeFile(file, data, { canOwn: true });
    }
  }
  py.FS.mkdirTree("/page");
  py.FS.chdir("/page");
  py.runPython(STAND_INS);
  return py;
}

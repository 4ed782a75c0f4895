// A ZIP of finished files, stored as they are; the same files give the same bytes.

const TABLE = Uint32Array.from({ length: 256 }, (_, at) => {
  let value = at;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value;
});

function checksum(data) {
  let value = 0xffffffff;
  for (const byte of data) value = TABLE[(value ^ byte) & 255] ^ (value >>> 8);
  return (value ^ 0xffffffff) >>> 0;
}

/** Numbers of two and four bytes in a row, the lowest byte first. */
function numbers(...pairs) {
  return Uint8Array.from(pairs.flatMap(([bytes, value]) => Array.from({ length: bytes }, (_, at) => (value >>> (8 * at)) & 255)));
}

/** Files `{ name, data }` as one Blob; a ZIP counts years from 1980, and nothing in it depends on the clock. */
export function zipped(files) {
  const parts = [], directory = [];
  let at = 0, listed = 0;
  for (const { name, data } of files) {
    const words = new TextEncoder().encode(name), size = [4, data.length];
    const facts = [[2, 20], [2, 0x800], [2, 0], [2, 0], [2, 0x21], [4, checksum(data)], size, size, [2, words.length], [2, 0]];
    const head = numbers([4, 0x04034b50], ...facts);
    const entry = numbers([4, 0x02014b50], [2, 20], ...facts, [2, 0], [2, 0], [2, 0], [4, 0], [4, at]);
    parts.push(head, words, data);
    directory.push(entry, words);
    at += head.length + words.length + data.length;
    listed += entry.length + words.length;
  }
  const end = numbers([4, 0x06054b50], [2, 0], [2, 0], [2, files.length], [2, files.length], [4, listed], [4, at], [2, 0]);
  return new Blob([...parts, ...directory, end], { type: "application/zip" });
}

// What may stand where somebody types in a kit's TOML, by the JSON Schema of the file: keys of a table, words of a value.

/** What is offered at `caret`: words from `from` on, each with what it means; nothing where the schema says nothing. */
export function offered(schema, text, caret) {
  const before = text.slice(0, caret), start = before.lastIndexOf("\n") + 1, line = before.slice(start);
  const { path, given } = table(text, before);
  const node = at(schema, path, given);
  const value = line.match(/^\s*([\w-]+)\s*=\s*"?([\w-]*)$/), key = line.match(/^\s*([\w-]*)$/);
  if (value) return { from: caret - value[2].length, words: fitting(values(schema, node, value[1]), value[2]), value: true };
  if (key) return { from: caret - key[1].length, words: fitting(keys(schema, node).filter(({ word }) => !(word in given)), key[1]), value: false };
  return { from: caret, words: [], value: false };
}

const fitting = (words, begun) => words.filter(({ word }) => word.startsWith(begun) && word !== begun);
/** A schema, or that which it refers to: `#/$defs/Block`, or `#` for the whole. */
const known = (schema, node) => (node?.$ref ? known(schema, node.$ref.split("/").slice(1).reduce((found, step) => found?.[step], schema)) : node);

/** The table the caret is in: its path, and the texts of its keys. */
function table(text, before) {
  const head = /^\s*\[\[?\s*([^\[\]]+?)\s*\]?\]\s*(?:#.*)?$/;
  const above = before.split("\n").slice(0, -1), here = above.length;
  const lines = text.split("\n");
  let first = here;
  while (first > 0 && !head.test(lines[first - 1])) first -= 1;
  let last = here;
  while (last < lines.length && (last === here || !head.test(lines[last]))) last += 1;
  const given = {};
  for (const [at, line] of lines.slice(first, last).entries()) {
    const pair = line.match(/^\s*([\w-]+)\s*=\s*(?:"([^"]*)")?/);
    if (pair && first + at !== here) given[pair[1]] = pair[2] ?? "";
  }
  return { path: first ? lines[first - 1].match(head)[1].split(".").map((each) => each.trim().replace(/^["']|["']$/g, "")) : [], given };
}

/** The schema of the table of a path; one of several kinds by what is given of it. */
function at(schema, path, given) {
  let node = known(schema, schema);
  for (const name of path) node = inner(schema, node, name);
  return chosen(schema, node, given);
}

function inner(schema, node, name) {
  for (const each of kinds(schema, node)) {
    const pattern = Object.entries(each.patternProperties ?? {}).find(([letters]) => new RegExp(letters).test(name));
    const found = each.properties?.[name] ?? pattern?.[1] ?? (typeof each.additionalProperties === "object" ? each.additionalProperties : null);
    if (found) return known(schema, found);
  }
  return null;
}

/** What a schema may be: itself, or each of its kinds; of a list what is in it. */
function kinds(schema, node) {
  const own = known(schema, node);
  if (!own) return [];
  if (own.items) return kinds(schema, own.items);
  return [own, ...(own.anyOf ?? own.oneOf ?? []).flatMap((each) => kinds(schema, each))];
}

function chosen(schema, node, given) {
  const several = kinds(schema, node).find((each) => each.discriminator);
  if (!several) return kinds(schema, node).find((each) => each.properties) ?? null;
  const { propertyName, mapping } = several.discriminator;
  const found = mapping[given[propertyName]];
  if (found) return known(schema, { $ref: found });
  const words = Object.fromEntries(Object.entries(mapping).map(([word, ref]) => [word, known(schema, { $ref: ref }).description]));
  return { properties: { [propertyName]: { enum: Object.keys(words), words } } };
}

const keys = (schema, node) => Object.entries(node?.properties ?? {}).map(([word, each]) => ({ word, about: known(schema, each)?.description ?? "" }));

function values(schema, node, key) {
  return kinds(schema, node?.properties?.[key]).flatMap((each) => {
    if (each.type === "boolean") return [{ word: "true", about: "" }, { word: "false", about: "" }];
    const words = each.enum ?? (each.const === undefined ? [] : [each.const]);
    return words.filter((word) => typeof word === "string").map((word) => ({ word, about: each.words?.[word] ?? "" }));
  });
}

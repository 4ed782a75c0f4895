// What every page here is built with: elements, and requests whose errors are said in words.

/** An element: its name with classes (`p.soft`), attributes or properties, and what is in it. */
export function make(name, given = {}, ...inside) {
  const [tag, ...classes] = name.split(".");
  const element = document.createElement(tag);
  element.classList.add(...classes);
  for (const [key, value] of Object.entries(given)) {
    if (key in element && typeof value !== "string") element[key] = value;
    else if (value !== undefined) element.setAttribute(key, value);
  }
  element.append(...inside.filter((each) => each !== null && each !== undefined && each !== false));
  return element;
}

/** What the server answers: its JSON; an error it explains is thrown as it is explained, `lost` where nobody answers. */
export async function answered(address, { body, method = body ? "POST" : "GET", signal }, lost) {
  let answer;
  try {
    answer = await fetch(address, { method, body: body && JSON.stringify(body), redirect: "error", signal });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw Object.assign(new Error(lost), { gone: true });
  }
  if (answer.status === 401) throw Object.assign(new Error(await answer.text()), { gone: true });
  const facts = await answer.json();
  if (!answer.ok) throw Object.assign(new Error([facts.error, facts.hint].filter(Boolean).join(": ")), facts);
  return facts;
}

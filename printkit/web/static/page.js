// What every page here is built with: elements, requests whose errors are said in words, the bar, and files handed over.

/** What one chose for every page: language, light, and how fast tables go on. */
export const kept = {
  lang: navigator.language.startsWith("ja") ? "ja" : "en",
  theme: matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light",
  pace: "normal",
  ...JSON.parse(localStorage.getItem("printkit") || "{}"),
};

/** The bar of a page beside the tables, in its words; `show` draws the page in the other language. */
export function dress(words, show) {
  const $ = (selector) => document.querySelector(selector), other = kept.lang === "ja" ? "en" : "ja";
  document.documentElement.classList.toggle("dark", kept.theme === "dark");
  document.documentElement.lang = kept.lang;
  const change = (changed) => { Object.assign(kept, changed); localStorage.setItem("printkit", JSON.stringify(kept)); };
  const tongue = make("button", { type: "button", lang: other }, words.language);
  tongue.onclick = () => (change({ lang: other }), show());
  const light = make("button", { type: "button", "aria-label": words.theme, title: words.theme }, "◐");
  light.onclick = () => (change({ theme: kept.theme === "dark" ? "light" : "dark" }), dress(words, show));
  $("#switches").replaceChildren(tongue, light);
  $("#home").setAttribute("aria-label", words.home);
}

/** The page for checking a PDF, as it is called in a site of static files or at a server. */
export function checkPage() {
  const static_ = document.documentElement.dataset.engine === "page";
  return new URL(static_ && kept.lang === "ja" ? "../ja/check/" : "../check/", document.baseURI).href;
}

export const bytes = (data) => Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));

/** Save a file without another click. */
export function hand(name, blob) {
  const anchor = make("a", { href: URL.createObjectURL(blob), download: name });
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(anchor.href), 60000);
}

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

/** What is wrong as a server explains it, and what helps. */
export const explained = ({ error, hint }) => [error, hint].filter(Boolean).join(document.documentElement.lang === "ja" ? "。" : ": ");

/**
 * What the server answers: its JSON; an error it explains is thrown as it is explained, `lost` where nobody answers.
 * `body` is sent as JSON, `raw` as it is.
 */
export async function answered(address, { body, raw = body && JSON.stringify(body), method = raw == null ? "GET" : "POST", signal }, lost) {
  const gone = () => Object.assign(new Error(lost), { gone: true });
  const answer = await fetch(address, { method, body: raw, redirect: "error", signal })
    .catch((error) => { throw error.name === "AbortError" ? error : gone(); });
  if (answer.status === 401) throw Object.assign(new Error(await answer.text()), { gone: true });
  const facts = await answer.json().catch(() => { throw gone(); });
  if (!answer.ok) throw Object.assign(new Error(explained(facts)), facts);
  return facts;
}

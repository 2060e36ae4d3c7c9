// What every page needs: asking the server, making elements, saying something aloud.

export const $ = (selector, root = document) => root.querySelector(selector);
export const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];

export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

// Tell it to everybody, also to those who listen instead of looking.
export function say(words) {
  const said = $("#said");
  said.textContent = "";
  setTimeout(() => { said.textContent = words; }, 30);
}

export async function call(path, data) {
  const options = data === undefined ? {} : {
    method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(data),
  };
  let response;
  try {
    response = await fetch(path, options);
  } catch {
    throw new Error("clinic web does not answer: was it stopped?");
  }
  const found = await response.json().catch(() => ({ message: `no answer (${response.status})` }));
  if (!response.ok) throw Object.assign(new Error(found.message), { faults: found.faults ?? [] });
  return found;
}

export function download(name, content, kind) {
  const link = make("a", { href: content instanceof Blob ? URL.createObjectURL(content)
    : URL.createObjectURL(new Blob([content], { type: kind })), download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

export const signed = (number) => (number > 0 ? `+${number}` : `${number}`.replace("-", "−"));
export const figure = (number) => number === null || number === undefined ? "–"
  : `${Math.round(number * 10) / 10}`.replace("-", "−");

// Small steps on the elements of pasted HTML.

/** Where styles stand while HTML is cleaned: as `style` the page's policy would refuse each of them. */
const styleName = 'data-style';

const tags = /<[a-z](?:"[^"]*"|'[^']*'|[^"'<>])*>/gi;

/** Parses HTML of elsewhere into a document of its own, in which nothing runs and nothing is fetched. */
export function parseForeign(html: string): HTMLElement {
  const withoutSheets = html.replace(/<style\b[^>]*(?:>(?:[^]*?<\/style\s*>|[^]*)|$)/gi, '');
  const inert = withoutSheets.replace(tags, (tag) => tag.replace(/(\s)style(\s*=)/gi, `$1${styleName}$2`));
  return new DOMParser().parseFromString(inert, 'text/html').body;
}

/** What an element says of itself about a property, in small letters; an empty string where it says nothing. */
export function styleOf(element: Element, property: string): string {
  for (const each of (element.getAttribute(styleName) ?? '').split(';')) {
    const colon = each.indexOf(':');
    if (each.slice(0, colon).trim().toLowerCase() === property)
      return each
        .slice(colon + 1)
        .trim()
        .toLowerCase();
  }
  return '';
}

export const all = (root: Element, selector: string): readonly Element[] => [...root.querySelectorAll(selector)];

export function unwrap(element: Element): void {
  element.replaceWith(...element.childNodes);
}

export function make(parent: Element, tag: string, attributes: Readonly<Record<string, string>> = {}): Element {
  const made = parent.ownerDocument.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}

/** Puts an element around all that is in another one. */
export function wrapInside(element: Element, tag: string): void {
  const wrapper = make(element, tag);
  wrapper.append(...element.childNodes);
  element.append(wrapper);
}

/** The same content in an element of another name. */
export function rename(element: Element, tag: string): Element {
  const renamed = make(element, tag);
  renamed.append(...element.childNodes);
  element.replaceWith(renamed);
  return renamed;
}

export const blockTags =
  'p, div, h1, h2, h3, h4, h5, h6, ul, ol, li, blockquote, pre, table, hr, dl, dt, dd, section, article, header, footer, figure';

export const isBlankText = (text: string | null): boolean => (text ?? '').trim() === '';

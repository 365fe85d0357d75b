// Word writes lists as paragraphs with their signs, and footnotes as links to anchors, as does LibreOffice.

import { all, isBlankText, make, rename, styleOf, unwrap } from './dom.ts';

interface Item {
  readonly element: Element;
  /** 1 is the outermost; null for a paragraph that goes on with the item of its margin. */
  readonly level: number | null;
  readonly isOrdered: boolean;
  /** Of an ordered one. */
  readonly number: number;
}

/** Items one after the other as lists within lists, in the place of the first. */
function nest(items: readonly Item[]): void {
  const open: { readonly list: Element; readonly level: number; margin: string }[] = [];
  for (const { element, level, isOrdered, number } of items) {
    const margin = styleOf(element, 'margin-left');
    if (level === null) {
      const within = open.findLastIndex((each) => each.margin === margin);
      if (within >= 0) open.length = within + 1;
      open.at(-1)?.list.lastElementChild?.append(element);
      continue;
    }
    while ((open.at(-1)?.level ?? 0) > level) open.pop();
    const tag = isOrdered ? 'ol' : 'ul';
    let last = open.at(-1);
    // Another kind of list on the same level is another list.
    if (last?.level === level && last.list.localName !== tag) {
      open.pop();
      last = undefined;
    }
    if (last?.level !== level) {
      const list = make(element, tag, isOrdered ? { start: String(number) } : {});
      const holder = open.at(-1)?.list.lastElementChild;
      if (holder !== null && holder !== undefined) holder.append(list);
      else element.before(list);
      last = { list, level, margin };
      open.push(last);
    }
    const item = element.localName === 'li' ? element : rename(element, 'li');
    last.list.append(item);
    last.margin = margin;
  }
}

/** The level that `mso-list:l0 level2 lfo1` says; null outside of lists. */
const levelOf = (element: Element): number | null => {
  const level = /\blevel(\d+)/.exec(styleOf(element, 'mso-list'))?.[1];
  return level === undefined ? null : Number(level);
};

/** Elements that follow each other immediately, in groups. */
function inRows<Each extends { readonly element: Element }>(items: readonly Each[]): readonly (readonly Each[])[] {
  const rows: Each[][] = [];
  for (const item of items) {
    const row = rows.at(-1);
    if (row?.at(-1)?.element === item.element.previousElementSibling) row?.push(item);
    else rows.push([item]);
  }
  return rows;
}

/** Takes the sign of an item away, and tells which kind of list it is of. */
function takeSign(element: Element): Pick<Item, 'isOrdered' | 'number'> {
  let sign = '';
  for (const each of all(element, '*')) {
    if (styleOf(each, 'mso-list') !== 'ignore') continue;
    sign += each.textContent;
    each.remove();
  }
  const numbered = /^\(?([\p{L}\d]+)[.)]/u.exec(sign.trim())?.[1];
  return { isOrdered: numbered !== undefined, number: Number.parseInt(numbered ?? '', 10) || 1 };
}

/** A paragraph of a list without a sign of its own, which an item goes on with. */
const goesOn = (element: Element): boolean => element.matches('p[class^="MsoListParagraph"]') && !isBlankText(element.textContent);

function listsOfParagraphs(body: Element): void {
  const found = all(body, 'p, h1, h2, h3, h4, h5, h6').flatMap((element) => {
    if (element.closest('li') !== null) return [];
    const level = levelOf(element);
    return level === null && !goesOn(element) ? [] : [{ element, level }];
  });
  for (const row of inRows(found)) {
    const first = row.findIndex(({ level }) => level !== null);
    if (first >= 0) nest(row.slice(first).map((each) => ({ ...each, ...takeSign(each.element) })));
  }
}

/** In a browser Word puts each item into a list of its own. */
function listsOfLists(body: Element): void {
  for (const holder of all(body, '.ListContainerWrapper')) unwrap(holder);
  const lists = all(body, 'ul, ol').flatMap((element) => {
    const item = element.firstElementChild;
    const level = item?.getAttribute('data-aria-level');
    return item === null || typeof level !== 'string' || element.childElementCount !== 1 ? [] : [{ element, item, level: Number(level) }];
  });
  for (const row of inRows(lists)) {
    const items = row.map(({ element, item, level }) => {
      const isOrdered = element.localName === 'ol';
      element.replaceWith(item);
      return { element: item, level, isOrdered, number: Number.parseInt(element.getAttribute('start') ?? '1', 10) || 1 };
    });
    nest(items);
  }
  for (const end of all(body, 'span.EOP')) end.remove();
}

/** The number of a footnote or an endnote that a link of Word or LibreOffice leads to, or back from. */
function noteOf(link: Element): { readonly label: string; readonly isBack: boolean } | null {
  const href = link.getAttribute('href') ?? '';
  const parts = /^#_(ftn|edn)(ref)?(\d+)$/.exec(href);
  if (parts !== null) return { label: `${parts[1] === 'edn' ? 'e' : ''}${parts[3]}`, isBack: parts[2] !== undefined };
  const [, kind, number, end] = /^#sd(foot|end)note(\d+)(anc|sym)$/.exec(href) ?? [];
  return number === undefined ? null : { label: `${kind === 'end' ? 'e' : ''}${number}`, isBack: end === 'anc' };
}

function footnotes(body: Element): void {
  for (const link of all(body, 'a[href^="#_ftn"], a[href^="#_edn"], a[href^="#sd"]')) {
    const note = noteOf(link);
    if (note === null) continue;
    const { label, isBack } = note;
    if (isBack) {
      const holder = link.closest('div[id], p') ?? link;
      link.remove();
      const code = make(holder, 'code');
      code.textContent = `[^${label}]: ${holder.textContent.trim().replace(/\s+/g, ' ')}`;
      const source = make(holder, 'pre', { 'data-raw-block': 'footnote' });
      source.append(code);
      holder.replaceWith(source);
    } else {
      link.replaceWith(make(link, 'code', { 'data-raw-inline': 'footnote', 'data-source': `[^${label}]` }));
    }
  }
  for (const list of all(body, 'div')) {
    if (!/^(?:footnote|endnote)-list$/.test(styleOf(list, 'mso-element'))) continue;
    for (const line of all(list, ':scope > br, :scope > hr')) line.remove();
    unwrap(list);
  }
}

/** Says in HTML what Word says by its styles. */
export function cleanWord(body: Element): void {
  footnotes(body);
  listsOfParagraphs(body);
  listsOfLists(body);
  for (const own of [...body.getElementsByTagName('o:p')]) unwrap(own);
  for (const title of all(body, 'p.MsoTitle')) rename(title, 'h1');
  for (const quote of all(body, 'p.MsoQuote, p.MsoIntenseQuote')) rename(quote, 'blockquote');
}

// HTML that other programs put on the clipboard, as HTML that says the same in the words of the schema.

import { cleanTables } from './cells.ts';
import { all, blockTags, isBlankText, make, parseForeign, rename, styleOf, unwrap, wrapInside } from './dom.ts';
import { formulas } from './formulas.ts';
import { takePictures } from './rtf-pictures.ts';
import { cleanWord } from './word.ts';

/** On the first element of what is copied in a note. Other editors that are made with ProseMirror write `data-pm-slice` as well. */
export const noteSign = 'data-daybook-note';

export const isCopiedInNote = (html: string): boolean => html.includes(noteSign);

/** What is not shown, what only says where the copied part ends, and how a note of ours would write a link. */
function removeUnseen(body: Element): void {
  for (const each of all(body, '[data-ref]')) each.removeAttribute('data-ref');
  for (const first of all(body, '[data-pm-slice]')) first.removeAttribute('data-pm-slice');
  for (const end of all(body, 'br.Apple-interchange-newline, template')) end.remove();
  for (const each of all(body, `[data-style]`))
    if (styleOf(each, 'display') === 'none' || styleOf(each, 'mso-hide') === 'all') each.remove();
}

/** Blanks that stand for a single one, which editors write so that browsers keep it. In code each counts, also in a colour of its own. */
function plainBlanks(body: Element): void {
  for (const each of all(body, 'span'))
    if (each.childElementCount === 0 && /^[\s\u00A0]+$/.test(each.textContent) && each.closest('pre') === null) each.replaceWith(' ');
}

const isBold = (weight: string): boolean => /^bold(?:er)?$/.test(weight) || Number(weight) >= 600;
const isPlain = (weight: string): boolean => weight === 'normal' || (weight !== '' && Number(weight) < 600);

/** What is bold, soft or struck out by its style becomes so by its element, and what is not by its style is not. */
function marksOfStyles(body: Element): void {
  for (const each of all(body, 'b, strong')) if (isPlain(styleOf(each, 'font-weight'))) unwrap(each);
  for (const each of all(body, 'i, em')) if (styleOf(each, 'font-style') === 'normal') unwrap(each);
  for (const each of all(body, '[data-style]')) {
    const isInline = each.matches('span, font, a');
    if (isBlankText(each.textContent) || (!isInline && (!each.matches('p, div, td, th, li') || each.querySelector(blockTags) !== null)))
      continue;
    const weight = styleOf(each, 'font-weight');
    if (isBold(weight)) wrapInside(each, 'strong');
    if (styleOf(each, 'font-style') === 'italic') wrapInside(each, 'em');
    if (isInline && /line-through/.test(`${styleOf(each, 'text-decoration')} ${styleOf(each, 'text-decoration-line')}`))
      wrapInside(each, 's');
  }
}

/** A heading that is bold throughout is only a heading. The notes of Apple write theirs as large bold lines. */
function plainHeadings(body: Element): void {
  for (const line of all(body, 'div > b:only-child > span:only-child')) {
    const size = Number.parseFloat(styleOf(line, 'font-size'));
    const holder = line.parentElement?.parentElement;
    if (size >= 18 && holder?.textContent === line.textContent) rename(holder, size >= 24 ? 'h1' : 'h2');
  }
  for (const heading of all(body, 'h1, h2, h3, h4, h5, h6')) {
    const bold = all(heading, 'strong, b');
    const text = bold.filter(
      (each) => each.parentElement?.closest('strong, b') === null || !heading.contains(each.parentElement?.closest('strong, b') ?? null),
    );
    if (
      text
        .map(({ textContent }) => textContent)
        .join('')
        .trim() === heading.textContent.trim()
    )
      bold.forEach(unwrap);
  }
}

/** What is raised or lowered is so by HTML within the text, as markdown has it: `10<sup>6</sup>`. */
function raised(body: Element): void {
  const tagOf = (each: Element): string | undefined =>
    each.localName === 'span' ? { super: 'sup', sub: 'sub' }[styleOf(each, 'vertical-align')] : each.localName;
  const found = all(body, 'sup, sub, span[data-style]').filter(
    (each) => each.localName !== 'span' || each.parentElement?.closest('sup, sub') === null,
  );
  for (const each of found) {
    const tag = tagOf(each);
    if (tag === undefined || isBlankText(each.textContent) || each.closest('pre, code') !== null || each.querySelector(blockTags) !== null)
      continue;
    const sign = (source: string): Element => {
      const made = make(each, 'code', { 'data-raw-inline': 'html', 'data-source': source });
      made.textContent = source;
      return made;
    };
    // The sign of a footnote is raised anyway.
    if (each.textContent !== each.querySelector('[data-raw-inline="footnote"]')?.textContent) {
      each.prepend(sign(`<${tag}>`));
      each.append(sign(`</${tag}>`));
    }
    unwrap(each);
  }
}

/** Boxes of tasks, by roles or by `[x]` at the beginning. */
function tasks(body: Element): void {
  for (const item of all(body, 'li')) {
    const checked = item.getAttribute('role') === 'checkbox' ? item.getAttribute('aria-checked') : null;
    if (checked !== null) {
      item.setAttribute('data-checked', String(checked === 'true'));
      for (const box of all(item, ':scope > img, img[aria-roledescription]')) box.remove();
    }
    const first = item.ownerDocument.createTreeWalker(item, 4).nextNode();
    const typed = /^\s*\[([ xX])\]\s+/.exec(first?.textContent ?? '');
    if (typed === null || first === null) continue;
    item.setAttribute('data-checked', String(typed[1] !== ' '));
    first.textContent = (first.textContent ?? '').slice(typed[0].length);
  }
}

/** What Obsidian draws, as it is written there. */
function obsidian(body: Element): void {
  for (const link of all(body, 'a.internal-link')) {
    const target = link.getAttribute('data-href') ?? '';
    const text = link.textContent;
    if (target !== '') link.replaceWith(text === target || text === target.replace('#', ' > ') ? `[[${target}]]` : `[[${target}|${text}]]`);
  }
  for (const tag of all(body, 'a.tag[href^="#"]')) tag.replaceWith(tag.textContent);
  for (const mark of all(body, 'mark'))
    if (!isBlankText(mark.textContent) && !mark.textContent.includes('=')) mark.replaceWith('==', ...mark.childNodes, '==');
  for (const callout of all(body, '.callout[data-callout]')) {
    const title = callout.querySelector('.callout-title-inner')?.textContent ?? '';
    const sign = `[!${callout.getAttribute('data-callout') ?? 'note'}]${callout.getAttribute('data-callout-fold') ?? ''}`;
    for (const head of all(callout, ':scope > .callout-title')) head.remove();
    const line = make(callout, 'p');
    line.textContent = `${sign} ${title}`.trim();
    callout.prepend(line);
    rename(callout, 'blockquote');
  }
}

/** What GitHub draws of a quote that begins with its kind. */
function github(body: Element): void {
  for (const alert of all(body, 'div.markdown-alert')) {
    const kind = /\bmarkdown-alert-(note|tip|important|warning|caution)\b/.exec(alert.className)?.[1];
    if (kind === undefined) continue;
    for (const title of all(alert, ':scope > .markdown-alert-title')) title.remove();
    const line = make(alert, 'p');
    line.textContent = `[!${kind}]`;
    alert.prepend(line);
    rename(alert, 'blockquote');
  }
}

/** What the editor of Confluence calls panels and tasks. */
function confluence(body: Element): void {
  for (const panel of all(body, 'div[data-panel-type]')) {
    for (const icon of all(panel, '.ak-editor-panel__icon')) icon.remove();
    const line = make(panel, 'p');
    const kind = panel.getAttribute('data-panel-type') ?? '';
    line.textContent = `[!${/^[a-z]+$/.test(kind) && kind !== 'custom' ? kind : 'note'}]`;
    panel.prepend(line);
    rename(panel, 'blockquote');
  }
  for (const task of all(body, 'div[data-task-state]')) {
    const item = rename(task, 'li');
    item.setAttribute('data-checked', String(task.getAttribute('data-task-state') === 'DONE'));
  }
  for (const list of all(body, 'div[data-node-type="actionList"]')) rename(list, 'ul');
}

/** Code below a header of its own, with its language and buttons, as pages of chats draw it: the code alone. Not code within a line. */
function codeBelowHeaders(body: Element): void {
  for (const pre of all(body, 'pre')) {
    const [code, ...more] = all(pre, 'code');
    const box = code?.closest('div, pre');
    if (code !== undefined && more.length === 0 && box?.localName === 'div' && box.textContent.trim() === code.textContent.trim())
      pre.replaceChildren(code);
  }
}

/** Code in a table, beside the numbers of its lines: the code alone. */
function numberedCode(body: Element): void {
  for (const table of all(body, 'table')) {
    const [numbers, code, ...more] = all(table, 'td');
    const lines = all(table, 'td.blob-code');
    const pre = lines.length > 0 && lines.length === all(table, 'tr').length ? make(table, 'pre') : code?.querySelector('pre');
    if (lines.length > 0) pre?.append(lines.map(({ textContent }) => textContent.replace(/\n$/, '')).join('\n'));
    else if (more.length > 0 || !/^[\d\s]+$/.test(numbers?.textContent ?? '')) continue;
    if (pre !== null && pre !== undefined) table.replaceWith(pre);
  }
}

/** Code whose lines are blocks: the schema has them as text, each with its end. */
function codeOfBlocks(body: Element): void {
  for (const block of all(body, 'pre').flatMap((pre) => all(pre, blockTags))) {
    const isLine = block.querySelector(blockTags) === null;
    const next = block.nextSibling?.nodeType === 3 ? (block.nextSibling.textContent ?? '') : '';
    const isEnded = block.lastElementChild?.localName === 'br' || block.textContent.endsWith('\n') || next.startsWith('\n');
    if (isLine && !isEnded) block.append('\n');
    unwrap(block);
  }
}

/** Items that were copied without the one that they stand below are items of the list around them, which begins with theirs. */
function listsOfListsAlone(body: Element): void {
  for (const list of all(body, 'ul, ol').toReversed()) {
    const first = list.firstElementChild;
    if (first?.matches('ul, ol') === true) unwrap(list.childElementCount === 1 ? list : first);
  }
}

const depthOf = (list: Element | null | undefined): number => Number(list?.getAttribute('data-indent') ?? Number.NaN);

/** Lists of Slack, which stand one below the other and say how deep they are. */
function slack(body: Element): void {
  for (const list of all(body, 'ul[data-indent], ol[data-indent]')) {
    let above = list.previousElementSibling;
    for (
      let last = above?.lastElementChild?.lastElementChild;
      depthOf(last) <= depthOf(list);
      last = last?.lastElementChild?.lastElementChild
    )
      above = last ?? null;
    if (above?.localName === list.localName && depthOf(above) === depthOf(list)) {
      above.append(...list.children);
      list.remove();
    } else if (depthOf(above) < depthOf(list)) above?.lastElementChild?.append(list);
  }
}

/** Links within the page that they come from lead nowhere here, and those of Google go by way of Google. */
function links(body: Element): void {
  for (const link of all(body, 'a')) {
    const href = link.getAttribute('href') ?? '';
    if (href === '' || href.startsWith('#')) unwrap(link);
    else if (href.startsWith('https://www.google.com/url?')) link.setAttribute('href', new URL(href).searchParams.get('q') ?? href);
  }
}

/** Blank lines, which markdown has between blocks anyway, and the last line of code, which ends with it. */
function blankLines(body: Element): void {
  for (const line of all(body, 'br')) {
    const beside = [line.previousElementSibling, line.nextElementSibling];
    if (
      line.parentElement?.closest('p, li, td, th, h1, h2, h3, h4, h5, h6, pre') === null &&
      beside.some((each) => each?.matches(blockTags) === true)
    )
      line.remove();
  }
  for (const block of all(body, 'p, div, h1, h2, h3, h4, h5, h6'))
    if (
      isBlankText(block.textContent) &&
      block.querySelector('img, hr, table, input, video, audio') === null &&
      block.closest('td, th') === null
    )
      block.remove();
  for (const code of all(body, 'pre')) {
    let last: ChildNode | null = code.lastChild;
    while (last?.lastChild !== null && last?.lastChild !== undefined) last = last.lastChild;
    if (last?.nodeType === 3) last.textContent = (last.textContent ?? '').replace(/\n$/, '');
  }
}

interface CleanHtml {
  readonly html: string;
  /** Whether it holds all pictures. */
  readonly isWhole: boolean;
}

/**
 * HTML of the clipboard without what only looks of it, for the parser of the schema, with pictures of the RTF beside it. What was copied in
 * a note stays as it is.
 */
export function cleanHtml(html: string, rtf: string): CleanHtml {
  if (isCopiedInNote(html)) return { html, isWhole: true };
  const body = parseForeign(html);
  const isWhole = takePictures(body, rtf);
  const isEmpty = isBlankText(body.textContent);
  // Before that: the part with the TeX is not seen.
  formulas(body);
  removeUnseen(body);
  obsidian(body);
  github(body);
  confluence(body);
  slack(body);
  listsOfListsAlone(body);
  numberedCode(body);
  codeBelowHeaders(body);
  codeOfBlocks(body);
  cleanWord(body);
  links(body);
  tasks(body);
  marksOfStyles(body);
  raised(body);
  plainHeadings(body);
  plainBlanks(body);
  cleanTables(body);
  if (!isEmpty) blankLines(body);
  return { html: body.innerHTML, isWhole };
}

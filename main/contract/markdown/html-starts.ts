// How HTML begins in markdown: the specification of CommonMark, 4.6 and 6.6.

const blank = String.raw`[\t-\r ]`;
const value = '(?:[^"\'=<>`\\0- ]+|\'[^\']*\'|"[^"]*")';
const attribute = String.raw`${blank}+[a-z_:][\w:.-]*(?:${blank}*=${blank}*${value})?`;
/**
 * A start or end tag of any name. With all that `\s` stands for as blanks, as in the patterns of markdown-it, a no-break space could be a
 * part of an attribute or its end: in a tag that does not end each of them would be tried both ways, and 40 would take days.
 */
const anyTag = String.raw`<[a-z][a-z\d-]*(?:${attribute})*${blank}*\/?>|<\/[a-z][a-z\d-]*${blank}*>`;

/** Such a tag at `lastIndex`. */
export const tagHere = new RegExp(anyTag, 'iy');

/** A line of one such tag, and nothing else: HTML goes on until a blank line, but does not interrupt a paragraph. */
export const loneTag = new RegExp(`^(?:${anyTag})${blank}*$`, 'i');

/**
 * HTML that goes on until what closes it, over blank lines too: how it begins, how it ends, and what would close it, with the name that it
 * begins with for `$1`.
 */
export const closedKinds: readonly (readonly [start: RegExp, end: RegExp, closing: string])[] = [
  [/^<(script|pre|style|textarea)(?:[\s>]|$)/i, /<\/(?:script|pre|style|textarea)>/i, '</$1>'],
  [/^<!--/, /-->/, '-->'],
  [/^<\?/, /\?>/, '?>'],
  [/^<![a-z]/i, />/, '>'],
  [/^<!\[CDATA\[/, /\]\]>/, ']]>'],
];

/** What would close HTML of these kinds; null where a blank line does. */
export function closingOf(html: string): string | null {
  const [start, , closing] = closedKinds.find(([begin]) => begin.test(html)) ?? [];
  return start === undefined || closing === undefined ? null : closing.replace('$1', start.exec(html)?.[1] ?? '');
}

/** A tag of those that begin HTML wherever a line begins with them. It goes on until a blank line. */
export const blockTag =
  /^<\/?(?:address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul)(?:\s|\/?>|$)/i;

/** Whether HTML begins with this line even right below a paragraph. */
export const interruptsAsHtml = (line: string): boolean => blockTag.test(line) || closedKinds.some(([start]) => start.test(line));

/** Whether HTML begins with this line, if no paragraph stands right above it. */
export const beginsHtml = (line: string): boolean => interruptsAsHtml(line) || loneTag.test(line);

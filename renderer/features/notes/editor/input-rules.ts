// Markdown as it is typed: `# ` makes a heading, `**bold**` makes bold.

import { InputRule, textblockTypeInputRule, wrappingInputRule } from 'prosemirror-inputrules';
import type { Attrs, Mark, MarkType, Node, NodeType } from 'prosemirror-model';
import { TextSelection, type EditorState, type Plugin, type Transaction } from 'prosemirror-state';
import { findWrapping } from 'prosemirror-transform';
import { normalHref } from '../../../../main/contract/markdown/serialize/link-source.ts';
import { noteSchema } from '../../../../main/contract/note-schema.ts';
import { codeRule } from './code-blocks.ts';
import { itemDepth, joinBeside, signAs } from './lists.ts';
import { undoableRules } from './rule-steps.ts';
import { ruleInPlace, typedFrontMatter } from './typed-lines.ts';

const { nodes, marks } = noteSchema;

/** Whether a link leads somewhere there: what becomes mere text would lose its address. */
const holdsLink = (doc: Node, from: number, to: number): boolean => doc.rangeHasMark(from, to, marks.link);

/** Whether these are the marks of an address in angle brackets: signs in it are part of it. */
const isOfAddress = (set: readonly Mark[] = []): boolean => marks.link.isInSet(set)?.attrs['ref'] === '<>';

/** Whether a title is being typed there, behind `[[`: it is text as it stands, signs and all. Code and breaks are in none. */
function isInTitle(doc: Node, at: number): boolean {
  const { parent, parentOffset } = doc.resolve(at);
  const said = parent.cut(0, parentOffset).children.map((node) => (marks.code.isInSet(node.marks) ? '\uFFFC' : (node.text ?? '\uFFFC')));
  return /\[\[[^[\]|\uFFFC]*$/.test(said.join(''));
}

/** `text`, which stands from `start` up to `end` but for what has just been typed, with other signs in the place of those in code. */
function withoutCode(doc: Node, start: number, end: number, text: string): string {
  let said = text;
  doc.nodesBetween(start, end, (node, place) => {
    if (!marks.code.isInSet(node.marks)) return;
    const [first, last] = [Math.max(place, start) - start, Math.min(place + node.nodeSize, end) - start];
    said = said.slice(0, first) + '\uFFFC'.repeat(last - first) + said.slice(last);
  });
  return said;
}

/** All that stands before the sign that has just been typed: only without the signs in code a pattern tells what is between signs. */
const upTo = { '*': /^[^]*\*$/, _: /^[^]*_$/, '~': /^[^]*~$/, '`': /^[^]*`$/ };

/** Code that is still being typed, in which a sign is text: but a backtick within a word can be an apostrophe. */
const beginsCode = /(?<![\p{L}\p{N}])`/u;

/**
 * Text between signs, the last of which has just been typed, gets marks and loses the signs. Group 1 of the pattern comes before them,
 * group 2 lies between. Code between them stays code; signs within code and addresses are text.
 */
function markRule(sign: keyof typeof upTo, pattern: RegExp, ...types: readonly MarkType[]): InputRule {
  return new InputRule(upTo[sign], (state, [whole], begin, end) => {
    const match = pattern.exec(withoutCode(state.doc, begin, Math.min(end, begin + whole.length), whole));
    if (match === null) return null;
    const [, before = '', text = ''] = match;
    const from = begin + match.index + before.length;
    const isCode = types.includes(marks.code);
    if (isCode ? state.doc.rangeHasMark(from, end, marks.code) : beginsCode.test(text) || isInTitle(state.doc, from)) return null;
    const inner = begin + whole.length;
    const signs = (inner - from - text.length) / 2;
    const around = state.storedMarks ?? state.doc.resolve(end).marks();
    if (marks.code.isInSet(around) || isOfAddress(around) || isOfAddress(state.doc.nodeAt(from)?.marks)) return null;
    const { parent } = state.doc.resolve(from);
    if (!types.every((type) => parent.type.allowsMarkType(type))) return null;
    // What has just been typed is not in the document yet.
    const tr = state.tr.insertText(whole.slice(end - begin), end);
    tr.delete(inner - signs, inner).delete(from, from + signs);
    for (const type of types) tr.addMark(from, from + text.length, type.create());
    // What is typed next is marked as the signs were, whatever stands between them at its end.
    return tr.setStoredMarks(around.filter(({ type }) => !types.includes(type)));
  });
}

/** The task box of an item whose text begins with it; of a paragraph elsewhere a list is made. */
function task(state: EditorState, match: RegExpMatchArray, start: number, end: number): Transaction | null {
  const checked = (match[1] ?? ' ').toLowerCase() === 'x';
  const $start = state.doc.resolve(start);
  const tr = state.tr.delete(start, end);
  const depth = itemDepth($start);
  if (depth !== null) {
    if ($start.depth !== depth + 1 || $start.index(depth) > 0) return null;
    return tr.setNodeAttribute($start.before(depth), 'checked', checked);
  }
  const range = tr.doc.resolve(start).blockRange();
  if (range === null || $start.parent.type !== nodes.paragraph) return null;
  tr.wrap(range, [
    { type: nodes.bullet_list, attrs: signAs(tr.doc, start, nodes.bullet_list) },
    { type: nodes.list_item, attrs: { checked } },
  ]);
  return joinBeside(tr, range.start);
}

/** A list of a paragraph, once its first marker is typed. */
function listRule(
  pattern: RegExp,
  type: NodeType,
  attrsOf: (match: RegExpMatchArray) => Attrs,
  goesOn: (match: RegExpMatchArray, above: Node) => boolean,
): InputRule {
  return new InputRule(pattern, (state, match, start, end) => {
    const tr = state.tr.delete(start, end);
    const range = tr.doc.resolve(start).blockRange();
    const wrapping = range === null ? null : findWrapping(range, type, attrsOf(match));
    if (range === null || wrapping === null) return null;
    return joinBeside(tr.wrap(range, wrapping), range.start, (above) => goesOn(match, above));
  });
}

function rule(state: EditorState, _match: RegExpMatchArray, start: number, end: number): Transaction | null {
  const $start = state.doc.resolve(start);
  if ($start.parent.type !== nodes.paragraph || $start.parent.content.size !== end - start) return null;
  return typedFrontMatter(state) ?? ruleInPlace(state);
}

/** An address in brackets may have blanks; one without has those brackets that close again. Both come in a group of their own. */
const address = /(?:<([^<>\uFFFC]+)>|((?:[^\s()<>\uFFFC]|\((?:[^\s()<>\uFFFC]|\([^\s()<>\uFFFC]*\))*\))+))/.source;
const targetEnd = String.raw`\(${address}(?:\s+"([^"\uFFFC]*)")?\)$`;

/** A place to write to, with what `make` has of it: the text in brackets, and where all of it stands in the transaction. */
function target(
  pattern: RegExp,
  make: (tr: Transaction, text: string, attrs: Attrs, from: number, to: number) => Transaction | null,
): InputRule {
  return new InputRule(
    pattern,
    (state, match, start, end) => {
      const [whole, text = '', bracketed, plain = '', title] = match;
      const href = normalHref(bracketed ?? plain);
      if (href === null) return null;
      // What has just been typed is not in the document yet.
      const tr = state.tr.insertText(whole.slice(end - start), end);
      return make(tr, text, { href, title: title ?? null }, start, start + whole.length);
    },
    { inCodeMark: false },
  );
}

/** The text keeps its looks and pictures: only the signs around it go. No link is in another one. */
const link = target(new RegExp(String.raw`(?<!!)\[([^[\]]+)\]${targetEnd}`), (tr, text, attrs, from, to) => {
  if (holdsLink(tr.doc, from, to)) return null;
  tr.delete(from + 1 + text.length, to).delete(from, from + 1);
  return tr.addMark(from, from + text.length, marks.link.create(attrs)).removeStoredMark(marks.link);
});

/** Not over a picture or a link: they would be lost. */
const image = target(new RegExp(String.raw`!\[([^[\]\uFFFC]*)\]${targetEnd}`), (tr, alt, { href, title }, from, to) =>
  holdsLink(tr.doc, from, to)
    ? null
    : tr.replaceRangeWith(from, to, nodes.image.create({ src: href as string, alt, title: title as string | null })),
);

/** Markup that is kept as its source, once its last sign is typed. */
function raw(pattern: RegExp, kind: 'math' | 'footnote'): InputRule {
  return new InputRule(
    pattern,
    (state, match, start, end) => {
      const [whole, before = ''] = match;
      const from = start + before.length;
      if (holdsLink(state.doc, from, end) || (kind === 'math' && isInTitle(state.doc, from))) return null;
      const node = nodes.raw_inline.create({ source: whole.slice(before.length), kind }, null, state.doc.resolve(from).marks());
      return state.tr.replaceWith(from, end, node);
    },
    { inCodeMark: false },
  );
}

/** The footnote at the beginning of a paragraph, with a colon and a blank behind it, is the text of that footnote. */
function footnoteText(state: EditorState, _match: RegExpMatchArray, start: number, end: number): Transaction | null {
  const $start = state.doc.resolve(start);
  const label = $start.parent.firstChild;
  if (label?.type !== nodes.raw_inline || label.attrs['kind'] !== 'footnote' || $start.parent.type !== nodes.paragraph) return null;
  const rest = $start.parent.textBetween(end - $start.start(), $start.parent.content.size, '\n', '\n');
  // Its text is source, in which bold words would be bold no more.
  if (Object.values(marks).some((type) => state.doc.rangeHasMark(end, $start.end(), type))) return null;
  const text = `${String(label.attrs['source'])}: `;
  if (rest.includes('\n') || !$start.node(-1).canReplaceWith($start.index(-1), $start.index(-1) + 1, nodes.raw_block)) return null;
  const block = nodes.raw_block.create({ kind: 'footnote' }, noteSchema.text(text + rest));
  const tr = state.tr.replaceWith($start.before(), $start.after(), block);
  return tr.setSelection(TextSelection.create(tr.doc, $start.before() + 1 + text.length));
}

/** A paragraph that is a formula with its signs becomes one, once its last sign is typed. */
function formulaLine(state: EditorState, match: RegExpMatchArray, start: number, end: number): Transaction | null {
  const $start = state.doc.resolve(start);
  const { parent } = $start;
  if (parent.type !== nodes.paragraph || parent.content.size !== end - start || holdsLink(state.doc, start, end)) return null;
  if (!$start.node(-1).canReplaceWith($start.index(-1), $start.index(-1) + 1, nodes.raw_block)) return null;
  const block = nodes.raw_block.create({ kind: 'math' }, noteSchema.text(match[0]));
  const tr = state.tr.replaceWith($start.before(), $start.after(), block);
  return tr.setSelection(TextSelection.create(tr.doc, $start.before() + 1 + match[0].length));
}

/** `$$` typed on the last line of a formula that has its closing sign already takes the place of it. */
const closedFormula = new InputRule(
  /\n\$\$$/,
  (state, _match, start, end) => {
    const $start = state.doc.resolve(start);
    const { parent } = $start;
    if (parent.attrs['kind'] !== 'math' || parent.textBetween(end - $start.start(), parent.content.size) !== '\n$$') return null;
    if (!parent.textContent.startsWith('$$')) return null;
    const tr = state.tr.delete(start, end);
    return tr.setSelection(TextSelection.create(tr.doc, tr.mapping.map($start.end())));
  },
  { inCode: 'only' },
);

/** Signs around words. Underscores within a word are part of it. */
export const patterns = {
  both: /(^|[^*\\])\*\*\*([^\s*](?:[^*]*[^\s*])?)\*\*\*$/,
  bothUnderlined: /(^|[^\p{L}\p{N}_\\])___([^\s_](?:[^_]*[^\s_])?)___$/u,
  strong: /(^|[^*\\])\*\*([^\s*](?:[^*]*[^\s*])?)\*\*$/,
  strongUnderlined: /(^|[^\p{L}\p{N}_\\])__([^\s_](?:[^_]*[^\s_])?)__$/u,
  em: /(^|[^*\\])\*([^\s*](?:[^*]*[^\s*])?)\*$/,
  emUnderlined: /(^|[^\p{L}\p{N}_\\])_([^\s_](?:[^_]*[^\s_])?)_$/u,
  code: /(^|[^`\\])`([^`]+)`$/,
  strikethrough: /(^|[^~\\])~~([^\s~](?:[^~]*[^\s~])?)~~$/,
  math: /(^|[^$\\\p{L}\p{N}])\$[^\s$\uFFFC](?:[^$\n\uFFFC]*[^\s$\\\uFFFC])?\$$/u,
  footnote: /(^|[^\\])\[\^[^\s[\]\uFFFC]{1,200}\]$/,
} as const;

export function markdownRules(): Plugin[] {
  return undoableRules([
    textblockTypeInputRule(/^(#{1,6})\s$/, nodes.heading, (match) => ({ level: match[1]?.length ?? 1 })),
    codeRule,
    wrappingInputRule(/^>\s$/, nodes.blockquote),
    listRule(
      /^([-*+])\s$/,
      nodes.bullet_list,
      (match) => ({ bullet: match[1] }),
      () => true,
    ),
    listRule(
      /^(\d{1,9})([.)])\s$/,
      nodes.ordered_list,
      (match) => ({ order: Number(match[1]), delim: match[2] }),
      (match, node) => node.childCount + Number(node.attrs['order']) === Number(match[1]),
    ),
    new InputRule(/^\[([ xX]?)\]\s$/, task),
    new InputRule(/^\uFFFC:\s$/, footnoteText),
    new InputRule(/^\$\$[^\s$\uFFFC](?:[^$\n\uFFFC]*[^\s$\\\uFFFC])?\$\$$/, formulaLine),
    closedFormula,
    // Three stars or underscores may begin bold words.
    new InputRule(/^(?:---|(?:\*\*\*|___)\s)$/, rule),
    markRule('*', patterns.both, marks.strong, marks.em),
    markRule('_', patterns.bothUnderlined, marks.strong, marks.em),
    markRule('*', patterns.strong, marks.strong),
    markRule('_', patterns.strongUnderlined, marks.strong),
    markRule('*', patterns.em, marks.em),
    markRule('_', patterns.emUnderlined, marks.em),
    markRule('`', patterns.code, marks.code),
    markRule('~', patterns.strikethrough, marks.strikethrough),
    raw(patterns.math, 'math'),
    raw(patterns.footnote, 'footnote'),
    image,
    link,
  ]);
}

// Lines that Enter makes a block of, or ends one by: fences of code, the signs of a formula or of a rule, front matter, the header of a
// table and the line that aligns its columns.

import { closeHistory } from 'prosemirror-history';
import type { Node } from 'prosemirror-model';
import { TextSelection, type Command, type EditorState, type Transaction } from 'prosemirror-state';
import { isInTable, selectedRect } from 'prosemirror-tables';
import { noteSchema } from '../../../../main/contract/note-schema.ts';
import { frontMatterOf, sourceLines } from '../../../../main/contract/markdown/source-lines.ts';
import type { Align } from './tables.ts';

const { nodes } = noteSchema;

/** Stands for what is no text, such as a picture. */
const leaf = '\uFFFC';

const textOf = (block: Node): string => block.textBetween(0, block.content.size, null, leaf);

/** The text of a paragraph at whose end the cursor is; null elsewhere. */
function lineBefore({ selection: { $from, empty } }: EditorState): string | null {
  const { parent, parentOffset } = $from;
  return empty && parent.type === nodes.paragraph && parentOffset === parent.content.size ? textOf(parent) : null;
}

/** A step of its own for undo, which Backspace takes back too while nothing else has happened, as it does what typing has made. */
function takenBack(state: EditorState, tr: Transaction): Transaction {
  const rules = state.plugins.find(({ spec }) => (spec as { readonly isInputRules?: boolean }).isInputRules === true);
  const { from } = state.selection;
  if (rules !== undefined) tr.setMeta(rules, { transform: tr, from, to: from, text: '' });
  return closeHistory(tr);
}

/** Puts a block in the place of the paragraph of the cursor, with the cursor so far within it. */
function inPlace(state: EditorState, block: Node, cursor: number): Transaction | null {
  const { $from } = state.selection;
  const holder = $from.node(-1);
  const index = $from.index(-1);
  if (!holder.canReplaceWith(index, index + 1, block.type)) return null;
  const at = $from.before();
  const tr = state.tr.replaceWith(at, $from.after(), block);
  return tr.setSelection(TextSelection.near(tr.doc.resolve(at + cursor)));
}

const lineRule =
  (pattern: RegExp, make: (state: EditorState, match: RegExpExecArray) => Transaction | null): Command =>
  (state, dispatch) => {
    const match = pattern.exec(lineBefore(state) ?? '');
    const tr = match === null ? null : make(state, match);
    if (tr === null) return false;
    dispatch?.(takenBack(state, tr).scrollIntoView());
    return true;
  };

/** Enter behind ``` or ~~~ makes a code block; not where the language would lose where a link leads. */
export const fence = lineRule(/^(?:```|~~~)([\w+#.-]*)$/, (state, match) => {
  const { $from } = state.selection;
  if (state.doc.rangeHasMark($from.start(), $from.end(), noteSchema.marks.link)) return null;
  return inPlace(state, nodes.code_block.create({ params: match[1] ?? '' }), 1);
});

/**
 * Enter behind a fence on the last line of code or front matter, typed from habit, ends it. In code of markdown it can be the fence of an
 * example.
 */
export const closingFence: Command = (state, dispatch) => {
  const { $from, empty } = state.selection;
  const { parent } = $from;
  const closes = parent.type === nodes.code_block ? /(?:^|\n)(?:`{3,}|~{3,})$/ : parent.type === nodes.frontmatter ? /(?:^|\n)---$/ : null;
  if (!empty || closes === null || $from.parentOffset < parent.content.size) return false;
  const line = closes.exec(parent.textContent)?.[0];
  if (line === undefined || /^(?:md|markdown|mdx)\b/i.test(String(parent.attrs['params']))) return false;
  const tr = state.tr.delete($from.pos - line.length, $from.pos);
  const below = tr.mapping.map($from.after());
  tr.insert(below, nodes.paragraph.create());
  dispatch?.(takenBack(state, tr.setSelection(TextSelection.create(tr.doc, below + 1))).scrollIntoView());
  return true;
};

/** Enter behind $$ makes a formula with its signs, and the cursor between them. */
export const formulaRule = lineRule(/^\$\$$/, (state) =>
  inPlace(state, nodes.raw_block.create({ kind: 'math' }, noteSchema.text('$$\n\n$$')), 1 + '$$\n'.length),
);

/** A rule in the place of the paragraph of the cursor, which goes on in one of its own. */
export function ruleInPlace(state: EditorState): Transaction {
  const { $from } = state.selection;
  const tr = state.tr.replaceWith($from.before(), $from.after(), [nodes.horizontal_rule.create(), nodes.paragraph.create()]);
  return tr.setSelection(TextSelection.create(tr.doc, $from.before() + 2));
}

/** Enter behind *** or ___ makes a rule; while they are typed, they may begin bold words. */
export const rule = lineRule(/^(?:\*{3}|_{3})$/, ruleInPlace);

const isPlain = ({ type, children }: Node): boolean =>
  type === nodes.paragraph && children.every(({ isText, marks }) => isText && marks.length === 0);

/** What has been typed for a block, where that can be YAML: a line, or a list, which a hyphen has made; null for anything else. */
function yamlOf(block: Node): string | null {
  if (isPlain(block)) return textOf(block);
  if (block.type !== nodes.bullet_list || block.attrs['bullet'] !== '-') return null;
  const isLine = ({ childCount, firstChild, attrs }: Node): boolean =>
    childCount === 1 && firstChild !== null && isPlain(firstChild) && attrs['checked'] === null;
  return block.children.every(isLine) ? block.children.map((item) => `- ${textOf(item)}`).join('\n') : null;
}

/**
 * Front matter in the place of all down to the paragraph of the cursor, where it has been typed by lines: a rule, Enter, lines that look
 * like YAML, and the sign that closes them. Null elsewhere.
 */
export function typedFrontMatter(state: EditorState): Transaction | null {
  const { doc, selection, tr } = state;
  const { $from } = selection;
  const [first, blank, ...lines] = doc.children.slice(0, $from.index(0));
  if ($from.depth !== 1 || first?.type !== nodes.horizontal_rule || blank?.type !== nodes.paragraph || blank.content.size > 0) return null;
  const typed = lines.map(yamlOf);
  if (typed.includes(null)) return null;
  const text = typed.join('\n');
  // A list is the value of what stands above it: without that it is one between two rules, such as `- eggs: 6`.
  if (/^\s*- /.test(text)) return null;
  if (text.trim() === '' || frontMatterOf(sourceLines(`---\n${text}\n---\n`)) === null) return null;
  const block = nodes.frontmatter.create(null, noteSchema.text(text));
  tr.replaceWith(0, $from.after(), [block, nodes.paragraph.create()]);
  return tr.setSelection(TextSelection.create(tr.doc, block.nodeSize + 1));
}

/** Where the cells of a row stand in its text, without the blanks around them. A sign behind a backslash is text. */
function cellsOf(line: string): readonly (readonly [from: number, to: number])[] {
  const ends = [...line.matchAll(/(?<!\\)\|/g)].map(({ index }) => index);
  return ends.slice(0, -1).map((start, each) => {
    const text = line.slice(start + 1, ends[each + 1]);
    const from = start + 1 + text.length - text.trimStart().length;
    return [from, Math.max(from, start + 1 + text.trimEnd().length)] as const;
  });
}

/** Enter behind `| a | b |` makes a table with this header, and the cursor in its first row. */
export const header = lineRule(/^\|.+(?<!\\)\|\s*$/, (state, match) => {
  const { content } = state.selection.$from.parent;
  const cells = cellsOf(match[0]);
  if (cells.length < 2 || match[0].includes(leaf)) return null;
  const top = nodes.table_row.create(
    null,
    cells.map(([from, to]) => nodes.table_header.create(null, content.cut(from, to))),
  );
  const below = nodes.table_row.create(
    null,
    cells.map(() => nodes.table_cell.create()),
  );
  return inPlace(state, nodes.table.create(null, [top, below]), 1 + top.nodeSize + 2);
});

const alignOf = (sign: string): Align | null => {
  const [left, right] = [sign.startsWith(':'), sign.endsWith(':')];
  if (left && right) return 'center';
  return right ? 'right' : left ? 'left' : null;
};

/** Enter behind the line of a table that says how its columns stand, typed from habit where the table is made already: it does so. */
export const delimiter: Command = (state, dispatch) => {
  if (!isInTable(state)) return false;
  const { $from } = state.selection;
  const { map, table, tableStart, top, left } = selectedRect(state);
  const signs = textOf($from.parent)
    .trim()
    .replace(/^\||\|$/g, '')
    .split('|');
  if (top !== 1 || left !== 0 || !/\|/.test(textOf($from.parent)) || !signs.every((sign) => /^\s*:?-+:?\s*$/.test(sign))) return false;
  const tr = state.tr.delete($from.start(), $from.end());
  for (let row = 0; row < map.height; row++)
    for (let column = 0; column < Math.min(map.width, signs.length); column++) {
      const cell = map.map[row * map.width + column] ?? 0;
      const align = alignOf((signs[column] ?? '').trim());
      if (table.nodeAt(cell)?.attrs['align'] !== align) tr.setNodeAttribute(tr.mapping.map(tableStart + cell), 'align', align);
    }
  dispatch?.(takenBack(state, tr).scrollIntoView());
  return true;
};

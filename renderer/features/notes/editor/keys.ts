// What the keys do while the user writes.

import { baseKeymap, chainCommands, createParagraphNear, exitCode, liftEmptyBlock, splitBlock } from 'prosemirror-commands';
import { redo, undo } from 'prosemirror-history';
import { undoInputRule } from 'prosemirror-inputrules';
import { keymap } from 'prosemirror-keymap';
import { Plugin, TextSelection, type Command } from 'prosemirror-state';
import { goToNextCell, isInTable } from 'prosemirror-tables';
import type { EditorView } from 'prosemirror-view';
import { noteSchema } from '../../../../main/contract/note-schema.ts';
import { deleteSelectionAcross } from './across-tables.ts';
import { indentCode, outdentCode } from './code-lines.ts';
import { allCommands } from './commands.ts';
import { deleteInList, dropTask, indent, splitItem, outdent, takeOutBelow, takeOutHere, toggleTask } from './lists.ts';
import { followAtCursor } from './mentions.ts';
import { previewAtCursor } from './previewed.ts';
import { joinSourceAbove, joinSourceBelow } from './source-joins.ts';
import { afterCell, beforeCell, tableKeys } from './table-moves.ts';
import { cellBelow, rowAfterLast } from './tables.ts';
import { closingFence, delimiter, fence, formulaRule, header, rule } from './typed-lines.ts';

const { nodes } = noteSchema;

const hardBreak: Command = (state, dispatch) => {
  if (state.selection.$from.parent.type.spec.code === true) return false;
  dispatch?.(state.tr.replaceSelectionWith(nodes.hard_break.create(), true).scrollIntoView());
  return true;
};

/** Home and End on a line of pictures alone: without any text, browsers leave it. */
export const lineEdge =
  (edge: 'start' | 'end', extending: boolean): Command =>
  ({ selection: { $anchor, $head }, doc, tr }, dispatch) => {
    const { parent } = $head;
    if (!parent.inlineContent || $head.textOffset > 0) return false;
    const breaks = (index: number): boolean => parent.child(index).type === nodes.hard_break;
    let [first, last] = [$head.index(), $head.index()];
    while (first > 0 && !breaks(first - 1)) first--;
    while (last < parent.childCount && !breaks(last)) last++;
    const line = parent.children.slice(first, last);
    if (line.length === 0 || line.some(({ isText }) => isText)) return false;
    const before = parent.children.slice(0, edge === 'start' ? first : last).reduce((size, { nodeSize }) => size + nodeSize, 0);
    const pos = $head.start() + before;
    dispatch?.(tr.setSelection(TextSelection.create(doc, extending ? $anchor.pos : pos, pos)).scrollIntoView());
    return true;
  };

const inCode =
  (text: string): Command =>
  (state, dispatch) => {
    if (state.selection.$from.parent.type.spec.code !== true) return false;
    dispatch?.(state.tr.insertText(text).scrollIntoView());
    return true;
  };

/** Enter at the end of front matter or source blocks, on a second empty line, leaves them. */
const leaveCode: Command = (state, dispatch) => {
  const { $from, empty } = state.selection;
  const { parent } = $from;
  if (!empty || parent.type.spec.code !== true || $from.parentOffset < parent.content.size || !parent.textContent.endsWith('\n\n'))
    return false;
  const tr = state.tr.delete($from.pos - 2, $from.pos);
  const after = tr.mapping.map($from.after());
  tr.insert(after, nodes.paragraph.create());
  dispatch?.(tr.setSelection(TextSelection.create(tr.doc, after + 1)).scrollIntoView());
  return true;
};

/** Enter behind the closing sign of a formula leaves it: in its source a next line would be one of the formula. */
const leaveClosedFormula: Command = ({ selection: { $from, empty }, tr }, dispatch) => {
  const { parent, parentOffset } = $from;
  if (!empty || parent.type !== nodes.raw_block || parent.attrs['kind'] !== 'math' || parentOffset < parent.content.size) return false;
  if (!/^\$\$[^]*\$\$\s*$/.test(parent.textContent)) return false;
  tr.insert($from.after(), nodes.paragraph.create());
  dispatch?.(tr.setSelection(TextSelection.create(tr.doc, $from.after() + 1)).scrollIntoView());
  return true;
};

/** Enter on a blank line of a formula leaves it, without that line: a formula ends before the next blank one. */
export const leaveFormula: Command = ({ selection: { $from, empty }, tr }, dispatch) => {
  const { parent } = $from;
  if (!empty || parent.type !== nodes.raw_block || parent.attrs['kind'] !== 'math') return false;
  const before = parent.textContent.slice(0, $from.parentOffset);
  const after = parent.textContent.slice($from.parentOffset);
  const [line, rest] = [/(?:^|\n)[ \t]*$/.exec(before)?.[0], /^[ \t]*(?=\n|$)/.exec(after)?.[0]];
  // The line between the signs of an empty formula is where it is going to stand.
  if (line === undefined || rest === undefined || /^\$\$\s*\$\$$/.test(parent.textContent.trim()))
    return line !== undefined && rest !== undefined;
  tr.delete($from.pos - line.length, $from.pos + rest.length);
  const below = tr.mapping.map($from.after());
  tr.insert(below, nodes.paragraph.create());
  dispatch?.(tr.setSelection(TextSelection.create(tr.doc, below + 1)).scrollIntoView());
  return true;
};

/** Also where there is nothing to redo: with Caps Lock, prosemirror-keymap would go on with the key without Shift, which undoes. */
const redoOnly: Command = (state, dispatch) => {
  redo(state, dispatch);
  return true;
};

const deleteBefore = chainCommands(deleteSelectionAcross, deleteInList, beforeCell, joinSourceAbove, takeOutHere);
const deleteAfter = chainCommands(deleteSelectionAcross, deleteInList, afterCell, joinSourceBelow, takeOutBelow);

const enter = chainCommands(
  deleteSelectionAcross,
  fence,
  closingFence,
  formulaRule,
  rule,
  header,
  leaveClosedFormula,
  leaveFormula,
  leaveCode,
  delimiter,
  cellBelow,
  splitItem,
);

/** As ProseMirror writes shortcuts: `Mod-Shift-8`. */
const binding = (shortcut: string): string =>
  shortcut
    .split('+')
    .map((part) => (part === '$mod' ? 'Mod' : part))
    .join('-');

/** Escape, then Tab: leaves the editor, also where Tab means something. */
function escapeHatch(): Plugin {
  let escaped = false;
  return new Plugin({
    props: {
      handleDOMEvents: {
        // True keeps ProseMirror from the key, so that the browser moves the focus.
        keydown: (_view, { key }) => {
          const leaves = escaped && key === 'Tab';
          escaped = key === 'Escape' || (escaped && key === 'Shift');
          return leaves;
        },
      },
    },
  });
}

/**
 * What is selected counts from the key that selects it. Browsers tell of a selection only after a while, and a key pressed until then
 * would find the one before: a link would be made of nothing, a shortcut would go to the page.
 */
function selectionInTime(): Plugin {
  return new Plugin({
    props: {
      handleDOMEvents: {
        keydown: (view) => {
          if (!view.composing) view.dom.ownerDocument.dispatchEvent(new Event('selectionchange'));
          return false;
        },
      },
    },
  });
}

/** Text of more than one line, put in as if it was typed: between its lines stands what Enter makes there, in a cell a line break. */
function writeLines(view: EditorView, text: string): void {
  deleteSelectionAcross(view.state, view.dispatch);
  const [first = '', ...rest] = text.split(/\r\n?|\n/);
  const write = (line: string): void => {
    if (line !== '') view.dispatch(view.state.tr.insertText(line).scrollIntoView());
  };
  if (view.state.selection.$from.parent.type.spec.code === true) {
    write([first, ...rest].join('\n'));
    return;
  }
  write(first);
  for (const line of rest) {
    (isInTable(view.state) ? hardBreak : chainCommands(enter, createParagraphNear, liftEmptyBlock, splitBlock))(view.state, view.dispatch);
    write(line);
  }
}

/**
 * Several lines at once come from dictation, input methods and the clipboards of keyboards. Browsers make paragraphs of them by themselves,
 * also within code, and ProseMirror would read only the first one there.
 */
function linesAtOnce(): Plugin {
  return new Plugin({
    props: {
      handleDOMEvents: {
        beforeinput: (view, event) => {
          const { inputType, data } = event;
          if (inputType !== 'insertText' || data === null || !/[\r\n]/.test(data) || !event.cancelable || view.composing) return false;
          event.preventDefault();
          writeLines(view, data);
          return true;
        },
      },
    },
  });
}

export function keyPlugins(): Plugin[] {
  const commands = Object.fromEntries(
    allCommands.flatMap(({ shortcut, command }) => (shortcut === undefined ? [] : [[binding(shortcut), command]])),
  );
  return [
    selectionInTime(),
    escapeHatch(),
    linesAtOnce(),
    keymap({
      ...commands,
      'Mod-z': undo,
      'Mod-y': redo,
      'Shift-Mod-z': redoOnly,
      ...tableKeys,
      Home: lineEdge('start', false),
      End: lineEdge('end', false),
      'Shift-Home': lineEdge('start', true),
      'Shift-End': lineEdge('end', true),
      Backspace: chainCommands(undoInputRule, dropTask, deleteBefore),
      'Mod-Backspace': deleteBefore,
      'Shift-Backspace': deleteBefore,
      Delete: deleteAfter,
      'Mod-Delete': deleteAfter,
      Enter: enter,
      'Shift-Enter': chainCommands(inCode('\n'), hardBreak),
      'Alt-Enter': followAtCursor(false),
      'Mod-Alt-Enter': followAtCursor(true),
      'Alt-Shift-Enter': previewAtCursor,
      'Mod-Enter': chainCommands(exitCode, toggleTask),
      Tab: chainCommands(goToNextCell(1), rowAfterLast, indentCode, indent),
      'Shift-Tab': chainCommands(goToNextCell(-1), outdentCode, outdent),
    }),
    keymap(baseKeymap),
  ];
}

// What the menu of a block offers.

import { TextSelection, NodeSelection, type Command, type EditorState, type Transaction } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { noteSchema } from '../../../../main/contract/note-schema.ts';
import type { MenuEntries, MenuEntry } from '../../../ui/Menu.tsx';
import { blockCommands, codeBlock, headings, lists, quote, textCommand, type EditorCommand } from '../editor/commands.ts';
import { selectedSpan, type BlockSpan } from '../editor/block-moves.ts';
import { listKind } from '../editor/lists.ts';
import { strings } from '../strings.ts';

const { nodes } = noteSchema;

/** The state with the block selected: a selection within it stays, and so does a wider one that the block is part of. */
function atBlock(state: EditorState, { from, to }: BlockSpan): Transaction | null {
  const span = selectedSpan(state);
  if (span !== null && span.from <= from && to <= span.to && state.doc.resolve(span.from).sameParent(state.doc.resolve(from))) return null;
  const node = state.doc.nodeAt(from);
  const { tr } = state;
  if (node?.isAtom === true || node?.type === nodes.table) return tr.setSelection(NodeSelection.create(state.doc, from));
  const inside = TextSelection.near(state.doc.resolve(from + 1), 1);
  return tr.setSelection(inside.from < to ? inside : NodeSelection.create(state.doc, from));
}

/** Makes text of a list's item or of a quote, too. */
const toText: Command = (state, dispatch, view) => {
  const kind = listKind(state);
  const holder =
    kind === null
      ? quote.isActive?.(state) === true
        ? quote
        : textCommand
      : (lists.find(({ id }) => id === `${kind}List`) ?? textCommand);
  return holder.command(state, dispatch, view);
};

/** The commands that would make something else of the block. */
function kinds(state: EditorState): readonly EditorCommand[] {
  if (state.selection instanceof NodeSelection) return [];
  const plain: EditorCommand = {
    ...textCommand,
    command: toText,
    isActive: (at) => textCommand.isActive?.(at) === true && at.selection.$from.depth === 1,
  };
  return [plain, ...headings, ...lists, quote, codeBlock].filter(({ isActive, command }) => isActive?.(state) !== true && command(state));
}

/** The entries for a block; each gives the text the focus. */
export function blockMenu(view: EditorView, block: BlockSpan): MenuEntries {
  const selecting = atBlock(view.state, block);
  const state = selecting === null ? view.state : view.state.apply(selecting);
  const entry = ({ id, name, icon, command }: EditorCommand): MenuEntry => ({
    name,
    icon,
    danger: id === 'deleteBlock',
    perform: () => {
      if (selecting !== null) view.dispatch(selecting);
      command(view.state, view.dispatch, view);
      // The menu gives the focus back to what had it.
      setTimeout(() => {
        view.focus();
      }, 0);
    },
  });
  const withKeys = (command: EditorCommand): MenuEntry =>
    command.shortcut === undefined ? entry(command) : { ...entry(command), shortcut: command.shortcut };
  const into = kinds(state).map(entry);
  return [...blockCommands.map(withKeys), ...(into.length === 0 ? [] : [null, strings.turnInto, ...into])];
}

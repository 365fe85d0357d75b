// Everything that the toolbar, the slash menu and the keys of the editor can do: one list for all three.

import {
  ArrowDown,
  ArrowUp,
  Bold,
  Code,
  CopyPlus,
  Heading1,
  Heading2,
  Heading3,
  Image,
  Italic,
  Link,
  List,
  ListChecks,
  ListOrdered,
  Minus,
  Paperclip,
  Pilcrow,
  Quote,
  Sigma,
  SquareCode,
  Strikethrough,
  Table,
  Tags,
  Trash2,
  type LucideIcon,
} from 'lucide-react';
import { toggleMark } from 'prosemirror-commands';
import type { MarkType } from 'prosemirror-model';
import type { Command, EditorState } from 'prosemirror-state';
import { isInTable } from 'prosemirror-tables';
import { pickFiles } from '../files/intake.ts';
import { noteSchema } from '../../../../main/contract/note-schema.ts';
import { strings } from '../strings.ts';
import { duplicateBlocks, moveBlocks, removeBlocks } from './block-moves.ts';
import { insertBlock, insertFormula, insertFrontMatter, isBlock, isIn, toggleHeading, toggleQuote } from './blocks.ts';
import { belowTitle } from './callouts.ts';
import { becomeText, toggleCode } from './code-blocks.ts';
import { editLink, linkAt } from './link-state.ts';
import { listKind, toggleList, type ListKind } from './lists.ts';

import { insertTable } from './tables.ts';

const { nodes, marks } = noteSchema;

export interface EditorCommand {
  readonly id: string;
  readonly name: string;
  readonly icon: LucideIcon;
  /** As in `Action.shortcut`. */
  readonly shortcut?: string;
  /** Other words under which a user may look for it. */
  readonly words?: readonly string[];
  readonly command: Command;
  /** Whether it holds at the cursor; absent for what only inserts. */
  readonly isActive?: (state: EditorState) => boolean;
  /** In the slash menu. */
  readonly slash?: true;
}

function hasMark({ selection: { from, to, empty, $from }, storedMarks, doc }: EditorState, type: MarkType): boolean {
  return empty ? type.isInSet(storedMarks ?? $from.marks()) !== undefined : doc.rangeHasMark(from, to, type);
}

const mark = (id: string, name: string, icon: LucideIcon, shortcut: string, type: MarkType): EditorCommand => ({
  id,
  name,
  icon,
  shortcut,
  command: toggleMark(type),
  isActive: (state) => hasMark(state, type),
});

const heading = (level: number, icon: LucideIcon): EditorCommand => ({
  id: `heading${level}`,
  name: strings.headingLevel(level),
  icon,
  shortcut: `$mod+Alt+${level}`,
  words: [`h${level}`, 'title', '#'.repeat(level)],
  command: belowTitle(toggleHeading(level)),
  isActive: (state) => isBlock(state, nodes.heading, { level }),
  slash: true,
});

const list = (kind: ListKind, name: string, icon: LucideIcon, shortcut: string, words: readonly string[]): EditorCommand => ({
  id: `${kind}List`,
  name,
  icon,
  shortcut,
  words,
  command: belowTitle(toggleList(kind)),
  isActive: (state) => listKind(state) === kind,
  slash: true,
});

export const textCommand: EditorCommand = {
  id: 'text',
  name: strings.text,
  icon: Pilcrow,
  shortcut: '$mod+Alt+0',
  words: ['paragraph', 'plain'],
  command: becomeText,
  isActive: (state) => isBlock(state, nodes.paragraph),
  slash: true,
};

export const headings: readonly EditorCommand[] = [heading(1, Heading1), heading(2, Heading2), heading(3, Heading3)];

const bold = mark('bold', strings.bold, Bold, '$mod+b', marks.strong);

export const marking: readonly EditorCommand[] = [
  bold,
  mark('italic', strings.italic, Italic, '$mod+i', marks.em),
  mark('strikethrough', strings.strikethrough, Strikethrough, '$mod+Shift+x', marks.strikethrough),
  mark('code', strings.code, Code, '$mod+e', marks.code),
  {
    id: 'link',
    name: strings.link,
    icon: Link,
    shortcut: '$mod+k',
    command: editLink,
    isActive: (state) => linkAt(state.selection.$from) !== null,
  },
];

export const lists: readonly EditorCommand[] = [
  list('bullet', strings.bulletList, List, '$mod+Shift+8', ['unordered', '-']),
  list('ordered', strings.orderedList, ListOrdered, '$mod+Shift+7', ['numbered', '1.']),
  list('task', strings.taskList, ListChecks, '$mod+Shift+9', ['todo', 'checklist', 'checkbox', '[ ]']),
];

export const quote: EditorCommand = {
  id: 'quote',
  name: strings.quote,
  icon: Quote,
  shortcut: '$mod+Shift+.',
  words: ['blockquote', '>'],
  command: toggleQuote,
  isActive: (state) => isIn(state, nodes.blockquote),
  slash: true,
};

export const codeBlock: EditorCommand = {
  id: 'codeBlock',
  name: strings.codeBlock,
  icon: SquareCode,
  shortcut: '$mod+Alt+c',
  words: ['fence', '```', 'source'],
  command: belowTitle(toggleCode),
  isActive: (state) => isBlock(state, nodes.code_block),
  slash: true,
};

const table: EditorCommand = {
  id: 'table',
  name: strings.table,
  icon: Table,
  words: ['grid', 'columns'],
  command: insertTable,
  isActive: isInTable,
  slash: true,
};

const line: EditorCommand = {
  id: 'line',
  name: strings.line,
  icon: Minus,
  words: ['divider', 'rule', '---'],
  command: insertBlock(nodes.horizontal_rule),
  slash: true,
};

const math: EditorCommand = {
  id: 'math',
  name: strings.math,
  icon: Sigma,
  words: ['formula', 'latex', '$$'],
  command: insertFormula,
  slash: true,
};

const frontMatter: EditorCommand = {
  id: 'frontMatter',
  name: strings.frontMatter,
  icon: Tags,
  words: ['yaml', 'properties', 'metadata'],
  command: insertFrontMatter,
  slash: true,
};

const picture: EditorCommand = {
  id: 'picture',
  name: strings.picture,
  icon: Image,
  words: ['image', 'photo', '!['],
  command: (_state, dispatch, view) => {
    if (dispatch !== undefined && view !== undefined) pickFiles(view, 'image/*');
    return true;
  },
  slash: true,
};

const file: EditorCommand = {
  id: 'file',
  name: strings.file,
  icon: Paperclip,
  words: ['attachment', 'document', 'upload', 'sound', 'video'],
  command: (_state, dispatch, view) => {
    if (dispatch !== undefined && view !== undefined) pickFiles(view, '');
    return true;
  },
  slash: true,
};

const blockCommand = (id: string, name: string, icon: LucideIcon, shortcut: string, command: Command): EditorCommand => ({
  id,
  name,
  icon,
  shortcut,
  command,
});

/** What is done with whole blocks. */
export const blockCommands: readonly EditorCommand[] = [
  blockCommand('moveUp', strings.moveUp, ArrowUp, 'Alt+ArrowUp', moveBlocks('up')),
  blockCommand('moveDown', strings.moveDown, ArrowDown, 'Alt+ArrowDown', moveBlocks('down')),
  blockCommand('duplicateBlock', strings.duplicateBlock, CopyPlus, '$mod+d', duplicateBlocks),
  blockCommand('deleteBlock', strings.deleteBlock, Trash2, '$mod+Shift+Backspace', removeBlocks),
];

/** What is put beside the text. */
export const inserting: readonly EditorCommand[] = [table, line, picture, file, math, frontMatter];

/** All that keys or the slash menu reach. */
export const allCommands: readonly EditorCommand[] = [
  textCommand,
  ...headings,
  ...marking,
  ...lists,
  quote,
  codeBlock,
  ...inserting,
  ...blockCommands,
];

import { redoDepth, undoDepth, redo, undo } from 'prosemirror-history';
import type { EditorState, Command } from 'prosemirror-state';
import { isInTable } from 'prosemirror-tables';
import {
  allCommands,
  blockCommands,
  codeBlock,
  headings,
  inserting,
  lists,
  marking,
  quote,
  textCommand,
  type EditorCommand,
} from '../editor/commands.ts';
import {
  alignment,
  addColumnLeft,
  addColumnRight,
  addRowAbove,
  addRowBelow,
  alignColumns,
  moveColumns,
  moveRows,
  removeColumn,
  removeRows,
  removeTable,
} from '../editor/tables.ts';
import './toolbar.css';
import { Toolbar as Base } from '@base-ui/react/toolbar';
import {
  AlignCenter,
  AlignLeft,
  AlignRight,
  ArrowDown,
  ArrowLeft,
  ArrowRight,
  ArrowUp,
  BetweenVerticalEnd,
  BetweenVerticalStart,
  ChevronDown,
  Plus,
  Redo2,
  Table2,
  TableColumnsSplit,
  TableRowsSplit,
  Trash2,
  Undo2,
  type LucideIcon,
} from 'lucide-react';
import type { EditorView } from 'prosemirror-view';
import type { MouseEvent, ReactNode } from 'react';
import { ariaKeys } from '../../../actions/shortcut.ts';
import { Menu, type MenuEntry } from '../../../ui/Menu.tsx';
import { Tooltip } from '../../../ui/Hints.tsx';
import { type EditedText, useStateOf } from '../session/edited-text.ts';
import { strings } from '../strings.ts';

/** What holds at the cursor, as a string: equal strings look the same in the toolbar. */
function formatsOf(state: EditorState): string {
  const active = allCommands.filter(({ isActive }) => isActive?.(state) === true).map(({ id }) => id);
  const able = [undoDepth(state) > 0 ? 'undo' : '', redoDepth(state) > 0 ? 'redo' : ''];
  const inTable = isInTable(state) ? ['inTable', `align-${alignment(state) ?? 'none'}`] : [];
  return [...active, ...able, ...inTable].filter((id) => id !== '').join(' ');
}

interface ToolbarProps {
  readonly session: EditedText;
  readonly view: EditorView;
}

/** The focus stays in the text when the mouse is used. */
const keepFocus = (event: MouseEvent): void => {
  event.preventDefault();
};

export function Toolbar({ session, view }: ToolbarProps): ReactNode {
  const formats = useStateOf(session, formatsOf).split(' ');
  const run = (command: Command): void => {
    command(view.state, view.dispatch, view);
  };
  /** A menu gives the focus back to its button; the text shall have it. */
  const runAndFocus = (command: Command): void => {
    run(command);
    setTimeout(() => {
      view.focus();
    }, 0);
  };
  const button = (command: EditorCommand): ReactNode => (
    <ToolButton
      key={command.id}
      {...command}
      pressed={formats.includes(command.id)}
      onPress={() => {
        run(command.command);
      }}
    />
  );
  const entry = ({ name, icon, shortcut, command }: EditorCommand): MenuEntry => ({
    name,
    icon,
    ...(shortcut === undefined ? {} : { shortcut }),
    perform: () => {
      runAndFocus(command);
    },
  });
  const kinds = [textCommand, ...headings];
  const kind = kinds.find(({ id }) => formats.includes(id)) ?? textCommand;
  return (
    <Base.Root className="toolbar" aria-label={strings.toolbar}>
      <Menu
        align="start"
        entries={[...kinds.map(entry), null, ...blockCommands.map(entry)]}
        trigger={
          <Base.Button className="tool tool-kind" aria-label={`${strings.blockKind}: ${kind.name}`}>
            {kind.name}
            <ChevronDown aria-hidden="true" />
          </Base.Button>
        }
      />
      <Base.Separator className="tool-line" />
      {marking.map(button)}
      <Base.Separator className="tool-line" />
      {[...lists, quote, codeBlock].map(button)}
      <Base.Separator className="tool-line" />
      <Menu
        align="start"
        entries={inserting.map(entry)}
        trigger={
          <Base.Button className="tool" aria-label={strings.insert}>
            <Plus aria-hidden="true" />
          </Base.Button>
        }
      />
      {formats.includes('inTable') && (
        <Menu
          align="start"
          entries={tableEntries(formats, runAndFocus)}
          trigger={
            <Base.Button className="tool" aria-label={strings.tableMenu}>
              <Table2 aria-hidden="true" />
              <ChevronDown aria-hidden="true" />
            </Base.Button>
          }
        />
      )}
      <Base.Separator className="tool-line" />
      <ToolButton
        id="undo"
        name={strings.undo}
        icon={Undo2}
        shortcut="$mod+z"
        disabled={!formats.includes('undo')}
        onPress={() => {
          run(undo);
        }}
      />
      <ToolButton
        id="redo"
        name={strings.redo}
        icon={Redo2}
        shortcut="$mod+Shift+z"
        disabled={!formats.includes('redo')}
        onPress={() => {
          run(redo);
        }}
      />
    </Base.Root>
  );
}

interface ToolButtonProps {
  readonly id: string;
  readonly name: string;
  readonly icon: LucideIcon;
  readonly shortcut?: string;
  /** Absent for what is not switched on and off. */
  readonly pressed?: boolean;
  readonly disabled?: boolean;
  readonly onPress: () => void;
}

function ToolButton({ name, icon: Icon, shortcut, pressed, disabled = false, onPress }: ToolButtonProps): ReactNode {
  return (
    <Tooltip label={name} {...(shortcut === undefined ? {} : { shortcut })}>
      <Base.Button
        className="tool"
        aria-label={name}
        aria-pressed={pressed}
        aria-keyshortcuts={ariaKeys(shortcut)}
        disabled={disabled}
        onMouseDown={keepFocus}
        onClick={onPress}
      >
        <Icon aria-hidden="true" />
      </Base.Button>
    </Tooltip>
  );
}

function tableEntries(formats: readonly string[], run: (command: Command) => void): readonly (MenuEntry | null)[] {
  const entry = (name: string, icon: LucideIcon, command: Command, danger = false): MenuEntry => ({
    name,
    icon,
    danger,
    perform: () => {
      run(command);
    },
  });
  const align = (name: string, icon: LucideIcon, to: 'left' | 'center' | 'right'): MenuEntry =>
    entry(name, icon, alignColumns(formats.includes(`align-${to}`) ? null : to));
  return [
    entry(strings.rowAbove, TableRowsSplit, addRowAbove),
    entry(strings.rowBelow, TableRowsSplit, addRowBelow),
    entry(strings.columnLeft, BetweenVerticalStart, addColumnLeft),
    entry(strings.columnRight, BetweenVerticalEnd, addColumnRight),
    null,
    entry(strings.rowUp, ArrowUp, moveRows('up')),
    entry(strings.rowDown, ArrowDown, moveRows('down')),
    entry(strings.columnToLeft, ArrowLeft, moveColumns('left')),
    entry(strings.columnToRight, ArrowRight, moveColumns('right')),
    null,
    align(strings.alignLeft, AlignLeft, 'left'),
    align(strings.alignCenter, AlignCenter, 'center'),
    align(strings.alignRight, AlignRight, 'right'),
    null,
    entry(strings.deleteRow, TableRowsSplit, removeRows, true),
    entry(strings.deleteColumn, TableColumnsSplit, removeColumn, true),
    entry(strings.deleteTable, Trash2, removeTable, true),
  ];
}

import fc from 'fast-check';
import { Fragment, Slice, type Node } from 'prosemirror-model';
import { EditorState, TextSelection, type Command, type Transaction } from 'prosemirror-state';
import { CellSelection } from 'prosemirror-tables';
import { GapCursor } from 'prosemirror-gapcursor';
import type { Step } from 'prosemirror-transform';
import type { EditorView } from 'prosemirror-view';
import { describe, expect, test } from 'vitest';
import { noteSchema } from '../../../main/contract/note-schema.ts';
import {
  acrossTablesPlugin,
  deleteAcross,
  droppedAtTables,
  isAcrossTables,
  onOneLine,
} from '../../../renderer/features/notes/editor/across-tables.ts';
import { notePlugins } from '../../../renderer/features/notes/editor/plugins.ts';
import {
  addColumnLeft,
  addRowAbove,
  moveColumns,
  moveRows,
  rowAfterLast,
  tablePlugins,
} from '../../../renderer/features/notes/editor/tables.ts';
import { runs } from '../../support/property.ts';
import { liveNote, NoteLog } from '../notes/delta/note-log.ts';
import { editorAt, TypedEditor } from './typed-keys.ts';

const { nodes, marks } = noteSchema;
const paragraph = (text: string): Node => nodes.paragraph.create(null, text === '' ? [] : noteSchema.text(text));
const row = (kind: 'table_header' | 'table_cell', ...texts: readonly string[]): Node =>
  nodes.table_row.create(
    null,
    texts.map((text) => nodes[kind].create(null, text === '' ? [] : noteSchema.text(text))),
  );
const table = nodes.table.create(null, [
  row('table_header', 'a', 'b', 'c'),
  row('table_cell', '1', '2', '3'),
  row('table_cell', 'x', '', 'z'),
]);
const list = nodes.bullet_list.create(
  null,
  ['one', 'two'].map((text) => nodes.list_item.create(null, paragraph(text))),
);
const doc = nodes.doc.create(null, [paragraph('before'), table, list, nodes.horizontal_rule.create(), table, paragraph('after')]);

const shapes = (of: Node): number[][] => {
  const found: number[][] = [];
  of.descendants((node) => {
    if (node.type === nodes.table) found.push(Array.from({ length: node.childCount }, (_, index) => node.child(index).childCount));
  });
  return found;
};

describe('tables', () => {
  test('no cursor stands between cells, whichever way it is put there', () => {
    for (let pos = 0; pos <= doc.content.size; pos++) {
      const $pos = doc.resolve(pos);
      if ($pos.parent.type !== nodes.table_row && $pos.parent.type !== nodes.table) continue;
      expect((GapCursor as unknown as { readonly valid: (at: typeof $pos) => boolean }).valid($pos)).toBe(false);
    }
  });

  test('whatever text is selected across an edge of a table and deleted, the table keeps its rows and cells', () => {
    const size = doc.content.size;
    fc.assert(
      fc.property(fc.nat(size), fc.nat(size), fc.string({ minLength: 0, maxLength: 2 }), (one, other, text) => {
        const state = EditorState.create({ doc, plugins: tablePlugins() });
        const selection = TextSelection.between(doc.resolve(one), doc.resolve(other));
        const selected = state.apply(state.tr.setSelection(selection));
        if (!(selected.selection instanceof TextSelection) || !isAcrossTables(selected)) return;
        const { $from, $to } = selected.selection;
        const tr = deleteAcross(selected);
        const next = selected.apply(text === '' ? tr : tr.insertText(text));
        next.doc.check();
        for (const shape of shapes(next.doc)) expect(shape).toEqual([3, 3, 3]);
        // A table goes only when it was selected whole.
        const tables = shapes(next.doc).length;
        const whole = [8, 8 + table.nodeSize + list.nodeSize + 1].filter((at) => $from.pos <= at && at + table.nodeSize <= $to.pos).length;
        expect(tables).toBe(2 - whole);
      }),
      runs(2_000, 72),
    );
  });

  describe('what a browser writes over text that is selected across an edge', () => {
    const selected = (): TypedEditor => {
      const editor = new TypedEditor(doc);
      editor.dispatch(editor.state.tr.setSelection(TextSelection.create(doc, 3, 26)));
      return editor;
    };
    const left = (text: string): string => `be${text}3xzonetwoabc123xzafter`;

    test.each([
      ['insertText', 'text of a dictation'],
      ['insertText', 'two\nlines'],
      ['insertParagraph', null],
      ['deleteContentBackward', null],
    ])('leaves its cells: %s', (inputType, data) => {
      const editor = selected();
      expect(editor.input(inputType, data)).toBe(true);
      expect(editor.state.doc.textContent).toBe(left((data ?? '').replace('\n', '')));
      for (const shape of shapes(editor.state.doc)) expect(shape).toEqual([3, 3, 3]);
    });

    test('leaves its cells where it is an input method that does', () => {
      const editor = selected();
      for (const { props } of editor.state.plugins)
        props.handleDOMEvents?.compositionstart?.call(editor as never, editor as unknown as EditorView, {} as CompositionEvent);
      expect(editor.state.doc.textContent).toBe(left(''));
      expect(editor.state.selection.empty).toBe(true);
      for (const shape of shapes(editor.state.doc)) expect(shape).toEqual([3, 3, 3]);
    });
  });

  describe('what is dropped', () => {
    const dropped = (from: number, to: number, at: number): EditorState | null => {
      const state = EditorState.create({ doc, plugins: tablePlugins() });
      const selected = state.apply(state.tr.setSelection(TextSelection.between(doc.resolve(from), doc.resolve(to))));
      const tr = droppedAtTables(selected, selected.selection.content(), at, true);
      return tr === null ? null : selected.apply(tr);
    };

    test('in a cell is one line of it', () => {
      // From the list into the cell with `x` of the second table.
      const [start, end] = [8 + table.nodeSize + 3, 8 + table.nodeSize + list.nodeSize - 3];
      const next = dropped(start, end, 8 + table.nodeSize + list.nodeSize + 1 + 26);
      expect(next?.doc.lastChild?.eq(paragraph('after'))).toBe(true);
      expect(next?.doc.textContent).toBe('beforeabc123xzabc123xone\ntwozafter');
      expect(shapes(next?.doc ?? doc)).toEqual([
        [3, 3, 3],
        [3, 3, 3],
      ]);
      expect(next?.doc.textBetween(next.selection.from, next.selection.to, ' ', ' ')).toBe('one two');
    });

    test('upon what is dragged stays there', () => {
      expect(dropped(3, 15, 12)?.doc).toBe(doc);
    });

    test('is moved by the editor itself where it is a picture that is not what is selected', () => {
      const state = EditorState.create({ doc, plugins: tablePlugins() });
      const selected = state.apply(state.tr.setSelection(TextSelection.create(doc, 3, 26)));
      const picture = new Slice(Fragment.from(nodes.image.create({ src: 'a.png' })), 0, 0);
      const dispatched: Transaction[] = [];
      const view = {
        state: selected,
        posAtCoords: () => ({ pos: doc.content.size - 2 }),
        focus: () => undefined,
        dispatch: (tr: Transaction) => dispatched.push(tr),
      };
      const handleDrop = acrossTablesPlugin().props.handleDrop as unknown as (...of: unknown[]) => boolean;
      const drop = (dragging: object): boolean => handleDrop({ ...view, dragging }, {}, picture, true);
      expect(drop({ move: true, node: {} })).toBe(false);
      expect(dispatched).toEqual([]);
      expect(drop({ move: true, node: undefined })).toBe(true);
    });

    test('elsewhere leaves the cells that it was taken out of', () => {
      const size = doc.content.size;
      fc.assert(
        fc.property(fc.nat(size), fc.nat(size), fc.nat(size), (one, other, at) => {
          const next = dropped(one, other, at);
          if (next === null) return;
          next.doc.check();
          const letters = (of: Node): string => Array.from(of.textContent.replaceAll('\n', '')).toSorted().join('');
          expect(letters(next.doc)).toBe(letters(doc));
          for (const shape of shapes(next.doc)) expect(new Set(shape).size).toBe(1);
        }),
        runs(1_000, 72),
      );
    });
  });

  test('text that is selected from cell to cell is a selection of cells', () => {
    const state = EditorState.create({ doc, plugins: [...tablePlugins(), acrossTablesPlugin()] });
    const next = state.apply(state.tr.setSelection(TextSelection.create(doc, 11, 15)));
    expect(next.selection).toBeInstanceOf(CellSelection);
    expect(shapes(next.apply(next.tr.insertText('X')).doc)).toEqual(shapes(doc));
  });

  test('a new row and a new column are aligned as the columns are', () => {
    const cells = (kind: 'table_header' | 'table_cell'): Node =>
      nodes.table_row.create(
        null,
        [null, 'right', 'center'].map((align) => nodes[kind].create({ align })),
      );
    const aligned = nodes.table.create(null, [cells('table_header'), cells('table_cell')]);
    const start = EditorState.create({ doc: nodes.doc.create(null, aligned), plugins: tablePlugins() });
    let state = start.apply(start.tr.setSelection(TextSelection.create(start.doc, start.doc.content.size - 3)));
    for (const command of [addRowAbove, rowAfterLast, addColumnLeft]) command(state, (tr) => (state = state.apply(tr)));
    const rows = state.doc.child(0).children.map((line) => line.children.map(({ attrs }) => attrs['align'] as unknown));
    expect(rows).toEqual(Array.from({ length: 4 }, () => [null, null, 'right', 'center']));
  });

  describe('cells that are pasted', () => {
    const aligns = ['right', 'center', null] as const;
    const line = (kind: 'table_header' | 'table_cell', ...texts: readonly string[]): Node =>
      nodes.table_row.create(
        null,
        texts.map((text, column) => nodes[kind].create({ align: aligns[column] ?? null }, noteSchema.text(text))),
      );
    const aligned = nodes.table.create(null, [line('table_header', 'a', 'b', 'c'), line('table_cell', '1', '2', '3')]);

    /** The rows after a row of cells was pasted where the text is, and `!` was typed; each with its alignments. */
    function pasted(at: string, kind: 'table_header' | 'table_cell', cells: readonly string[], align: string | null = null): unknown {
      const editor = new TypedEditor(nodes.doc.create(null, aligned));
      editor.state.doc.descendants((node, pos) => {
        if (node.text === at) editor.dispatch(editor.state.tr.setSelection(TextSelection.create(editor.state.doc, pos)));
      });
      const inner = cells.map((text) => nodes[kind].create({ align }, noteSchema.text(text)));
      const slice = new Slice(Fragment.from(nodes.table.create(null, nodes.table_row.create(null, inner))), 1, 1);
      for (const { props } of editor.state.plugins)
        if (props.handlePaste?.call(editor as never, editor as unknown as EditorView, {} as ClipboardEvent, slice) === true) break;
      expect(editor.state.selection).toBeInstanceOf(TextSelection);
      editor.type('!');
      return editor.state.doc
        .child(0)
        .children.map(({ children }) => children.map(({ textContent, attrs }) => `${textContent} ${String(attrs['align'] ?? '')}`.trim()));
    }

    test('are aligned as their columns are, and what is typed next is behind them', () => {
      expect(pasted('a', 'table_header', ['x', 'y'])).toEqual([
        ['x right', 'y! center', 'c'],
        ['1 right', '2 center', '3'],
      ]);
      expect(pasted('2', 'table_cell', ['x', 'y', 'z'])).toEqual([
        ['a right', 'b center', 'c', ''],
        ['1 right', 'x center', 'y', 'z!'],
      ]);
    });

    test('bring the alignment that they have into the header', () => {
      expect(pasted('b', 'table_header', ['x', 'y'], 'left')).toEqual([
        ['a right', 'x left', 'y! left'],
        ['1 right', '2 left', '3 left'],
      ]);
    });
  });

  test('what goes into a cell is put on one line', () => {
    const slice = new Slice(
      Fragment.from([
        paragraph('a'),
        list,
        nodes.code_block.create(null, noteSchema.text('c\nd')),
        nodes.paragraph.create(null, [noteSchema.text('e', [marks.strong.create()]), nodes.soft_break.create(), noteSchema.text('f')]),
      ]),
      1,
      1,
    );
    const cell = nodes.table_cell.create(null, onOneLine(slice).content);
    cell.check();
    expect(cell.textBetween(0, cell.content.size, null, (leaf) => (leaf.type === nodes.hard_break ? '|' : '?'))).toBe('a|one|two|c|d|e f');
  });

  describe('rows and columns that are moved', () => {
    const markdown = '| a | b | c |\n|:--|---|--:|\n| 1  | 2 | 3 |\n| x |  y | z |\n| last|  | |\n\nend\n';

    test.each([
      ['a row down', '1', moveRows('down'), '|:--|---|--:|\n| x |  y | z |\n| 1  | 2 | 3 |\n| last|  | |'],
      ['a row up', 'x', moveRows('up'), '|:--|---|--:|\n| x |  y | z |\n| 1  | 2 | 3 |\n| last|  | |'],
      ['a column to the right', '2', moveColumns('right'), '| a | c | b |\n'],
      ['a column to the left', 'x', moveColumns('right'), '| b | a | c |\n|---|:---|--:|\n'],
    ])('%s: it has its alignment, other rows their bytes, and the cursor stays in it', (_, text, command, expected) => {
      const log = new NoteLog(liveNote(markdown, 'Note', 0));
      const editor = new TypedEditor(log.note.source.doc);
      const { doc } = editor.state;
      doc.descendants((node, pos) => {
        if (node.text === text) editor.dispatch(editor.state.tr.setSelection(TextSelection.create(doc, pos + text.length)));
      });
      let steps: readonly Step[] = [];
      command(editor.state, (tr) => {
        ({ steps } = tr);
        editor.dispatch(tr);
      });
      const send = (of: readonly Step[]): unknown =>
        log.send({ version: log.note.version, clientID: 'page', steps: of.map((step) => step.toJSON() as object) });
      send(steps);
      expect(log.note.source.content()).toContain(expected);
      expect(editor.state.selection.$head.parent.textContent).toBe(text);
      expect(log.note.source.doc.eq(editor.state.doc)).toBe(true);
      editor.press({ key: 'z', ctrlKey: true });
      expect(editor.state.doc.eq(doc)).toBe(true);
    });

    test('stay in the table, below its header, and go together where they are selected', () => {
      const editor = editorAt(markdown.replace('1', '1‸'));
      const moved = (command: Command): string => {
        command(editor.state, editor.dispatch);
        return editor.state.doc.child(0).textBetween(0, editor.state.doc.child(0).content.size, '', '');
      };
      expect([moved(moveRows('up')), moved(moveColumns('left'))]).toEqual(['abc123xyzlast', 'abc123xyzlast']);
      const $cell = (text: string) => {
        let at = 0;
        editor.state.doc.descendants((node, pos) => void (node.text === text && (at = pos - 1)));
        return editor.state.doc.resolve(at);
      };
      editor.dispatch(editor.state.tr.setSelection(new CellSelection($cell('1'), $cell('y'))));
      expect([moved(moveRows('down')), moved(moveColumns('right'))]).toEqual(['abclast123xyz', 'cablast312zxy']);
      expect(editor.state.selection).toBeInstanceOf(CellSelection);
    });
  });

  test('the plugins of a note make a state', () => {
    expect(EditorState.create({ doc, plugins: notePlugins() }).doc).toBe(doc);
  });
});

import type { Node } from 'prosemirror-model';
import { EditorState, NodeSelection, TextSelection } from 'prosemirror-state';
import type { Step } from 'prosemirror-transform';
import { describe, expect, test } from 'vitest';
import { noteSchema } from '../../../main/contract/note-schema.ts';
import { NoteDelta } from '../../../main/contract/note-delta.ts';
import { replay } from '../../../main/features/notes/delta/replay.ts';
import { parseNodes } from '../../../main/contract/markdown/parse.ts';
import { serializeBlock } from '../../../main/contract/markdown/serialize/serialize.ts';
import { insertBlock, insertFormula } from '../../../renderer/features/notes/editor/blocks.ts';
import { fillNote, withMarkdown } from '../../../renderer/features/notes/editor/insert-markdown.ts';
import { leaveFormula } from '../../../renderer/features/notes/editor/keys.ts';
import { looksLikeMarkdown } from '../../../renderer/features/notes/editor/looks-like-markdown.ts';
import { pastePlugin, sliceOfText } from '../../../renderer/features/notes/editor/paste.ts';
import { makeBatch } from '../../../renderer/features/notes/session/batch.ts';
import { givenAs } from '../../../renderer/features/notes/session/edited-text.ts';
import { full } from '../../support/tiers.ts';
import { liveNote, NoteLog } from '../notes/delta/note-log.ts';
import { corpus } from '../notes/markdown/corpus.ts';
import { examples } from '../notes/markdown/commonmark-examples.ts';

const { nodes } = noteSchema;

const tricky = [
  '$E=mc^2$',
  '$$\na_1*b*c\n$$\n',
  'Text[^1] and $a_b$.\n\n[^1]: A *note*\n    with more\n',
  '---\ntags: [a]\n---\n\n# T\n',
  'Setext\n===\n\n* a\n* b\n\n+ c\n',
  'a\\\nb  \nc\n',
  '\ufeffmark\r\n\r\n\r\ntwo\r\n',
  '\n\n  lead\n\n\n',
  '[a][b] and ![c]\n\n[b]: <x y> "t"\n[c]: /d\n',
  '| a | b |\n|:-|-:|\n| `x\\|y` | <br> |\n',
  '```js\nopen',
  '~~~~ info string\n\n~~~~',
  '<div>\n\n*x*\n</div>',
  '- [ ] a\n   1) b\n\n      c\n- [x]',
  'no end',
  '&nbsp;&copy; \\* \\_ <b>',
  'https://example.org/a_b_c and <https://x.y>',
  '> > a\nlazy\n',
  '    code\n\n\ttab',
  '***__a__*** ~~b~~ `` ` ``',
  '$5 and $6',
  'one\ntwo',
  '# a\n## b ##\n',
  '\u00a0x\u2003',
  '* * *\n_ _ _',
];

/** What a note holds after markdown was pasted into it while it was empty, as the page sends it. */
function pasted(text: string): NoteLog {
  const log = new NoteLog(liveNote('', 'Empty', 0));
  const tr = fillNote(EditorState.create({ doc: log.note.source.doc }), text);
  if (tr === null) throw new Error('it cannot be pasted');
  const given = { markdown: tr.getMeta(givenAs) as string, first: null, last: tr.steps.at(-1) as Step };
  const { version, clientID, steps, markdown } = makeBatch(0, 'page', tr.steps, given);
  log.send(NoteDelta.parse({ version, clientID, steps, markdown }));
  return log;
}

describe('markdown that is pasted into an empty note', () => {
  const texts = [...tricky, ...examples.map(({ markdown }) => markdown), ...corpus(7, 100_000, 20_000).values()];

  test('is the note, to the last byte', full, () => {
    for (const text of texts) {
      if (/^\s*$/.test(text)) continue;
      expect(pasted(text).note.source.content()).toBe(text);
    }
  });

  test('is the same after the note was loaded from its steps', () => {
    for (const text of tricky) expect(replay(liveNote('', 'Empty', 0), pasted(text).rows).source.content()).toBe(text);
  });

  test('is sent with what was typed before it, but not with what was typed after it', () => {
    const state = EditorState.create({ doc: liveNote('', 'Empty', 0).source.doc });
    const tr = fillNote(state, '# A\n');
    if (tr === null) throw new Error('it cannot be pasted');
    const given = { markdown: '# A\n', first: null, last: tr.steps.at(-1) as Step };
    tr.insertText('typed');
    expect(makeBatch(0, 'page', tr.steps, given)).toMatchObject({ markdown: '# A\n', steps: { length: 1 } });
    expect(makeBatch(1, 'page', tr.steps.slice(1), given)).not.toHaveProperty('markdown');
  });
});

/** What a note holds after markdown was pasted in the place of its block `X`, as the page sends it. */
function pastedInto(content: string, text: string): NoteLog {
  const log = new NoteLog(liveNote(content, 'Note', 0));
  const { doc } = log.note.source;
  let state = EditorState.create({ doc });
  doc.descendants((node, pos) => {
    if (node.isText && node.text === 'X') state = state.apply(state.tr.setSelection(TextSelection.create(doc, pos, pos + 1)));
  });
  const { tr } = state;
  tr.replaceSelection(sliceOfText(text, false, state.selection.$from, state.selection.$to));
  const given = { markdown: text, first: tr.steps[0] as Step, last: tr.steps.at(-1) as Step };
  log.send(NoteDelta.parse(makeBatch(0, 'page', tr.steps, given)));
  return log;
}

describe('markdown that is pasted among other blocks', () => {
  const texts = [
    '| a | b |\n|---|---|\n| one | two | three |\n| x | y |\n',
    'so \\(x_1\\) is\n\n\\[\n\\frac{a}{b} \\\\ c\n\\]\n\n* a\n* b',
    'Title\n=====\n\nline one  \nline two\\\nline three\n\n* * *\n\n1) a\n2) b\n',
    '\n\n**Note:** use &lt;b&gt; &nbsp;x\n\n\n* a\n\n',
    'See [a][1] and [b].\n\n[1]: http://x.y "T"\n[b]: http://z.w\n',
    '- [ ] one\n   * two\n',
  ];

  test.each(texts)('keeps its bytes, and so do they: %j', (text) => {
    const bytes = text.replace(/^\s+|\s+$/g, '');
    for (const [content, expected] of [
      ['*  before\n\n\nX\n\n_after_', `*  before\n\n\n${bytes}\n\n_after_`],
      ['before\n===\n\nX', `before\n===\n\n${bytes}`],
      ['---\na: b\n---\nX\n', `---\na: b\n---\n\n${bytes}\n`],
      ['X\n', text],
      ['X\n\n# after\n\n\n', `${bytes}\n\n# after\n\n\n`],
      ['before\r\n\r\nX\r\n', `before\r\n\r\n${bytes.replaceAll('\n', '\r\n')}\r\n`],
    ] as const) {
      const log = pastedInto(content, text);
      expect(log.note.source.content()).toBe(expected);
      expect(replay(liveNote(content, 'Note', 0), log.rows).source.content()).toBe(expected);
    }
  });

  test('is written as the note has it where it joins other text, or says another thing there', () => {
    expect(pastedInto('a _X_ b\n', '`c`  \n__d__').note.source.content()).toBe('a `c`\\\n__d__ b\n');
    expect(pastedInto('* a\n\nX\n', '* b\n').note.source.doc.childCount).toBe(2);
    const log = new NoteLog(liveNote('a\n\nb\n', 'Note', 0));
    const { tr } = EditorState.create({ doc: log.note.source.doc });
    tr.insert(tr.doc.content.size, nodes.paragraph.create(null, noteSchema.text('c')));
    log.send({ version: 0, steps: tr.steps.map((step) => step.toJSON() as object), inserted: 'other' });
    expect(log.note.source.content()).toBe('a\n\nb\n\nc\n');
  });

  test('goes apart from what was typed before it', () => {
    const state = EditorState.create({ doc: liveNote('a', 'Note', 0).source.doc });
    const { tr } = state;
    tr.insertText('b', 1).insert(tr.doc.content.size, nodes.heading.create(null, noteSchema.text('c')));
    const [typed, given] = tr.steps as [Step, Step];
    const batch = (steps: readonly Step[]) => makeBatch(0, 'page', steps, { markdown: 'c\n=', first: given, last: given });
    expect(batch(tr.steps)).toMatchObject({ steps: [typed.toJSON()] });
    expect(batch(tr.steps)).not.toHaveProperty('inserted');
    expect(batch([given, typed])).toMatchObject({ steps: [given.toJSON()], inserted: 'c\n=' });
  });
});

describe('POST /api/notes/:id/delta', () => {
  const step = {
    stepType: 'replace',
    from: 0,
    to: 2,
    slice: { content: [{ type: 'heading', attrs: { level: 1 }, content: [{ type: 'text', text: 'A' }] }] },
  };

  test('200 with the bytes of `markdown` where the steps lead to what they say, else with its own', () => {
    const send = (markdown: string): string => {
      const log = new NoteLog(liveNote('', 'Empty', 0));
      log.send({ version: 0, steps: [step], markdown });
      expect(log.note.version).toBe(1);
      return log.note.source.content();
    };
    expect(send('A\n=\n\n\n')).toBe('A\n=\n\n\n');
    expect(send('B\n=\n')).toBe('# A\n');
  });

  test('400 for `markdown` or `inserted` without steps, and for both', () => {
    expect(NoteDelta.safeParse({ markdown: 'x', title: 'T' }).success).toBe(false);
    expect(NoteDelta.safeParse({ inserted: 'x', title: 'T' }).success).toBe(false);
    expect(NoteDelta.safeParse({ version: 0, steps: [step], inserted: 'x', markdown: 'x' }).success).toBe(false);
  });
});

describe('markdown that is pasted into text', () => {
  const doc = nodes.doc.create(null, [nodes.paragraph.create(null, noteSchema.text('one two'))]);
  const paste = (text: string, at = 5): string => {
    const state = EditorState.create({ doc, selection: TextSelection.create(doc, at) });
    const { doc: after } = state.tr.replaceSelection(sliceOfText(text, false, state.selection.$from));
    return after.children
      .map((block: Node) => serializeBlock(block, { references: {}, first: false }))
      .join('\n\n')
      .replace(/\n+/g, '\n');
  };

  test.each(['$E=mc^2$', 'x[^1]', '*a*', '_a_', '$$\nx\n$$', '[^1]: note', '[a]: /b', 'T\n===', '***'])(
    '%j looks like markdown',
    (text) => {
      expect(looksLikeMarkdown(text)).toBe(true);
    },
  );
  test.each(['$5 and $6', 'US$ 5 or US$6', 'snake_case_a', '2 * 3 * 4', 'a*b*c', '_ _'])('%j does not', (text) => {
    expect(looksLikeMarkdown(text)).toBe(false);
  });

  test('formulas and footnotes stay what they are', () => {
    expect(paste('$E=mc^2$ ')).toContain('one $E=mc^2$');
    expect(paste('a[^1] ')).toContain('one a[^1]');
  });

  test('a block of its own is not poured into the paragraph', () => {
    expect(paste('$$\na_1*b\n$$')).toContain('$$\na_1*b\n$$');
    expect(sliceOfText('# T', false, doc.resolve(5))).toMatchObject({ openStart: 0, openEnd: 0 });
  });
});

describe('an answer that is inserted', () => {
  const doc = nodes.doc.create(null, [
    nodes.paragraph.create(null, noteSchema.text('one')),
    nodes.paragraph.create(),
    nodes.paragraph.create(null, noteSchema.text('two')),
  ]);
  const at = (pos: number): string[] => {
    const state = EditorState.create({ doc, selection: TextSelection.create(doc, pos) });
    return (withMarkdown(state, '# H\n\ntext\n\n- a', false)?.doc.children ?? []).map((block) => `${block.type.name}:${block.textContent}`);
  };

  test('comes as blocks of its own: behind the paragraph of the cursor, or in the place of an empty one', () => {
    expect(at(2)).toEqual(['paragraph:one', 'heading:H', 'paragraph:text', 'bullet_list:a', 'paragraph:', 'paragraph:two']);
    expect(at(6)).toEqual(['paragraph:one', 'heading:H', 'paragraph:text', 'bullet_list:a', 'paragraph:two']);
    expect(at(9)).toEqual(['paragraph:one', 'paragraph:', 'paragraph:two', 'heading:H', 'paragraph:text', 'bullet_list:a']);
  });
});

describe('a formula', () => {
  test('is made with its signs, and the cursor between them', () => {
    let state = EditorState.create({ doc: liveNote('', 'Empty', 0).source.doc });
    insertFormula(state, (tr) => {
      state = state.apply(tr);
    });
    state = state.apply(state.tr.insertText('a_1*b*c'));
    const formula = state.doc.child(0);
    // The block has them itself: what writes it as markdown would add them where they lack.
    expect([formula.type.name, formula.attrs['kind'], formula.textContent]).toEqual(['raw_block', 'math', '$$\na_1*b*c\n$$']);
    expect(state.selection.$from.pos).toBe(1 + '$$\na_1*b*c'.length);
    expect(serializeBlock(formula, { references: {}, first: true }).trim()).toBe('$$\na_1*b*c\n$$');
  });

  test.each([
    ['$$\na\n\n  \nb\n$$', '$$\na\nb\n$$'],
    ['$$\n\n$$', '$$\n$$'],
    ['$$a\n\nb$$', '$$a\nb$$'],
  ])('with blank lines inside, %j, is written without them, and read again as one formula', (typed, written) => {
    const markdown = serializeBlock(nodes.raw_block.create({ kind: 'math' }, noteSchema.text(typed)), { references: {}, first: true });
    expect(markdown).toBe(`${written}\n`);
    expect(parseNodes(markdown, {}).map(({ attrs, textContent }) => [attrs['kind'], textContent])).toEqual([['math', written]]);
  });

  test.each([
    ['$$\na\n', '\n$$', ['$$\na\n$$', '']],
    ['$$\na\n  ', ' \nb\n$$', ['$$\na\nb\n$$', '']],
    ['$$\n', '\n$$', ['$$\n\n$$']],
    ['$$\na', '\n$$', null],
  ] as const)('with the cursor on a blank line, between %j and %j, is left by Enter, without that line', (before, after, expected) => {
    const doc = nodes.doc.create(null, nodes.raw_block.create({ kind: 'math' }, noteSchema.text(before + after)));
    let state = EditorState.create({ doc, selection: TextSelection.create(doc, 1 + before.length) });
    const isTaken = leaveFormula(state, (tr) => {
      state = state.apply(tr);
    });
    expect(isTaken ? state.doc.children.map(({ textContent }) => textContent) : null).toEqual(expected);
    if (isTaken && state.doc.childCount > 1) expect(state.selection.$from.parent.type).toBe(nodes.paragraph);
  });

  test('that came without its signs is written with them', () => {
    const formula = nodes.raw_block.create({ kind: 'math' }, noteSchema.text('a_1*b*c\n\nd'));
    expect(serializeBlock(formula, { references: {}, first: true }).trim()).toBe('$$\na_1*b*c\nd\n$$');
  });
});

test('what is let go where it stands stays there; what is copied there, or dragged elsewhere, goes on', () => {
  const doc = nodes.doc.create(null, parseNodes('> one\n>\n> two ![three](/four)\n', {}));
  const state = EditorState.create({ doc, selection: TextSelection.create(doc, 2, 8) });
  const picture = NodeSelection.create(doc, 11);
  const handleDrop = pastePlugin().props.handleDrop as unknown as (...of: unknown[]) => boolean;
  const drop = (at: number, isMove: boolean, node?: NodeSelection): boolean =>
    handleDrop(
      { state, dragging: isMove ? { node } : null, posAtCoords: () => ({ pos: at }) },
      { dataTransfer: { files: [] } },
      null,
      isMove,
    );
  expect([2, 4, 8, 9].map((at) => drop(at, true))).toEqual([true, true, true, false]);
  expect(drop(4, false)).toBe(false);
  expect([4, 11, 12].map((at) => drop(at, true, picture))).toEqual([false, true, true]);
});

test('a line is put behind what is selected from a text into a list', () => {
  const doc = nodes.doc.create(null, parseNodes('one\n\n- two\n- three\n', {}));
  let state = EditorState.create({ doc, selection: TextSelection.create(doc, 2, 9) });
  insertBlock(nodes.horizontal_rule)(state, (tr) => {
    state = state.apply(tr);
  });
  expect(state.doc.child(1).firstChild?.toString()).toBe('list_item(paragraph("two"), horizontal_rule, paragraph)');
});

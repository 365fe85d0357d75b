import fc from 'fast-check';
import { history } from 'prosemirror-history';
import type { Node } from 'prosemirror-model';
import { EditorState } from 'prosemirror-state';
import { ReplaceStep, type Step } from 'prosemirror-transform';
import { describe, expect, test } from 'vitest';
import { noteSchema } from '../../../main/contract/note-schema.ts';
import { linkAt, typedTarget } from '../../../renderer/features/notes/editor/link-state.ts';
import { looksLikeMarkdown, isAddress, isOnlyLayout } from '../../../renderer/features/notes/editor/looks-like-markdown.ts';
import { parsePastedMarkdown } from '../../../renderer/features/notes/editor/insert-markdown.ts';
import { patterns } from '../../../renderer/features/notes/editor/input-rules.ts';
import { addRowAbove, makeTable, removeRows, tablePlugins } from '../../../renderer/features/notes/editor/tables.ts';
import { diffText } from '../../../renderer/ui/line-diff.ts';
import { groupVersions } from '../../../renderer/features/notes/history/version-groups.ts';
import { allNotes, nextOffset, withChanged, withoutNote } from '../../../renderer/features/notes/list/note-pages.ts';
import { countWords, noteStats } from '../../../renderer/features/notes/session/note-stats.ts';
import { moveSteps } from '../../../renderer/features/notes/session/rebase.ts';
import { atCursor } from '../../../renderer/features/notes/template-cursor.ts';
import { editsBetween, replacement, separatorOf } from '../../../renderer/features/notes/source/edits.ts';
import { runs } from '../../support/property.ts';

const { nodes } = noteSchema;
const paragraphs = (...texts: readonly string[]): Node =>
  nodes.doc.create(
    null,
    texts.map((text) => nodes.paragraph.create(null, text === '' ? [] : noteSchema.text(text))),
  );

describe('signs around words, as they are typed', () => {
  const inner = (pattern: RegExp, text: string): string | undefined => pattern.exec(text)?.[2];

  test.each([
    [patterns.strong, 'say **it**', 'it'],
    [patterns.strong, '**two words**', 'two words'],
    [patterns.strong, '** no**', undefined],
    [patterns.em, 'so *it*', 'it'],
    [patterns.em, '**it*', undefined],
    [patterns.emUnderlined, 'so _it_', 'it'],
    [patterns.emUnderlined, 'snake_case_', undefined],
    [patterns.strongUnderlined, '__init__', 'init'],
    [patterns.code, 'run `x = 1`', 'x = 1'],
    [patterns.code, '``x`', undefined],
    [patterns.strikethrough, '~~off~~', 'off'],
    [patterns.strong, '\\**no**', undefined],
  ])('%s in %j', (pattern, text, wanted) => {
    expect(inner(pattern, text)).toBe(wanted);
  });
});

describe('pasted text', () => {
  test.each([
    '# Title',
    'a\n- b',
    '- [ ] task',
    '1. a\n2. b',
    '> said',
    '```\nx\n```',
    '| a | b |\n|---|---|',
    'a **bold** word',
    '[t](https://e.org)',
    '`x`',
    '~~y~~',
  ])('%j is markdown', (text) => {
    expect(looksLikeMarkdown(text)).toBe(true);
  });

  test.each(['Just words.', '5 * 3 * 2', 'snake_case_name', '#hashtag', 'a - b', 'It is 3. of May', 'x | y', 'a`b'])(
    '%j is not',
    (text) => {
      expect(looksLikeMarkdown(text)).toBe(false);
    },
  );

  test('a long text of nothing but signs or blank lines is looked at in time', () => {
    const before = process.cpuUsage();
    const texts = ['\n', '[', '([)', '[^', '\r[\r', '===\r', ' \n', '\t\n', '<details>\n'].map((sign) => sign.repeat(40_000));
    for (const text of [...texts, `1. a${texts[0]}x`, `a|${texts[6]}`]) expect(looksLikeMarkdown(text)).toBe(false);
    expect(process.cpuUsage(before).user / 1e6).toBeLessThan(2);
  });

  test('HTML that is folded is markdown where a later line ends it', () => {
    expect(looksLikeMarkdown('x\n<details>\ny\n</details>')).toBe(true);
    expect(looksLikeMarkdown('x\n</details>\ny\n<details>')).toBe(false);
  });

  test('HTML of an editor of code says only how it looks', () => {
    expect(isOnlyLayout('<meta><div style="color:#fff"><span>x</span><br></div>')).toBe(true);
    expect(isOnlyLayout('<p>x</p>')).toBe(false);
  });

  test('an address stands alone', () => {
    expect(isAddress(' https://example.org/a?b=c#d ')).toBe(true);
    expect(isAddress('see https://example.org/')).toBe(false);
    expect(isAddress('https://')).toBe(false);
  });

  test('markdown becomes a document with all that notes know', () => {
    const doc = parsePastedMarkdown(
      '# H\n\n- [x] a\n- b\n\n3) c\n\n| l | r |\n|:--|--:|\n| 1 | 2 |\n\n```js x\ncode\n```\n\n<b>raw</b> ~~s~~\nsoft  \nhard\n\n<div>\nblock\n</div>\n',
    );
    expect(doc?.children.map(({ type }) => type.name)).toEqual([
      'heading',
      'bullet_list',
      'ordered_list',
      'table',
      'code_block',
      'paragraph',
      'raw_block',
    ]);
    expect(doc?.child(1).children.map(({ attrs }) => attrs['checked'])).toEqual([true, null]);
    expect(doc?.child(1).firstChild?.textContent).toBe('a');
    expect(doc?.child(2).attrs).toMatchObject({ order: 3, delim: ')', tight: true });
    expect(doc?.child(3).lastChild?.children.map(({ attrs }) => attrs['align'])).toEqual(['left', 'right']);
    expect(doc?.child(4).attrs['params']).toBe('js x');
    expect(doc?.child(5).children.map(({ type }) => type.name)).toEqual([
      'raw_inline',
      'text',
      'raw_inline',
      'text',
      'text',
      'soft_break',
      'text',
      'hard_break',
      'text',
    ]);
  });

  test('no script comes with it', () => {
    expect(parsePastedMarkdown('[x](javascript:alert)')?.textContent).toBe('[x](javascript:alert)');
  });
});

describe('the difference of two texts as edits', () => {
  const apply = (text: string, edits: ReturnType<typeof editsBetween>): string =>
    edits.reduce((before, edit) => {
      if ('append' in edit) return before + edit.append;
      expect(before.split(edit.oldText).length, 'oldText occurs once').toBe(2);
      return before.replace(edit.oldText, () => edit.newText);
    }, text);

  test('leads from one to the other, each naming its place', () => {
    const line = fc.constantFrom('', 'a', 'b', '- [ ] x', '# y', 'a\r');
    const text = fc.array(line, { maxLength: 12 }).map((lines) => lines.join('\n'));
    fc.assert(
      fc.property(text, text, (base, next) => {
        expect(apply(base, editsBetween(base, next))).toBe(next);
      }),
      runs(100, 7),
    );
  });

  test('names no more than it needs, so that others may change the rest', () => {
    expect(editsBetween('one\ntwo\nthree\n', 'one\n2\nthree\n')).toEqual([{ oldText: 'two\n', newText: '2\n' }]);
    expect(editsBetween('x\nx\ny\n', 'x\nx!\ny\n')).toEqual([{ oldText: 'x\nx\ny\n', newText: 'x\nx!\ny\n' }]);
    expect(editsBetween('', 'new')).toEqual([{ append: 'new' }]);
    expect(editsBetween('same', 'same')).toEqual([]);
    // Lines above an empty first line were looked for without end.
    expect(editsBetween('\n', '\na')).toEqual([{ oldText: '\n', newText: '\na' }]);
    expect(editsBetween('\n\n', '\n\na')).toEqual([{ oldText: '\n\n', newText: '\n\na' }]);
  });

  test('one replacement tells the same', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 12 }), fc.string({ maxLength: 12 }), (before, after) => {
        const change = replacement(before, after);
        expect(change === null ? before : before.slice(0, change.from) + change.insert + before.slice(change.to)).toBe(after);
      }),
      runs(100, 7),
    );
  });

  test('lines end with CRLF only where all do', () => {
    expect([separatorOf('a\r\nb\r\n'), separatorOf('a\r\nb\n'), separatorOf('a'), separatorOf('a\nb')]).toEqual(['\r\n', '\n', '\n', '\n']);
  });
});

describe('changes that are moved onto a document read anew', () => {
  const typed = (at: number, text: string): Step => new ReplaceStep(at, at, paragraphs(text).slice(1, 1 + text.length));
  const result = (doc: Node, steps: readonly Step[]): string[] => {
    const end = steps.reduce((before, step) => step.apply(before).doc ?? before, doc);
    return end.children.map(({ textContent }) => textContent);
  };

  test('stand where they stood, though others wrote before and after them', () => {
    const before = paragraphs('one', 'two');
    const { steps, lost } = moveSteps([typed(4, '!'), typed(5, '?')], before, paragraphs('new', 'one', 'two'));
    expect(lost).toBe(0);
    expect(result(paragraphs('new', 'one', 'two'), steps)).toEqual(['new', 'one!?', 'two']);
  });

  test('are told as lost when their place is gone', () => {
    const inside = new ReplaceStep(7, 8, paragraphs('!').slice(1, 2));
    expect(moveSteps([inside], paragraphs('one', 'xyz', 'three'), paragraphs('one', 'three')).lost).toBe(1);
  });
});

describe('tables', () => {
  const stateOf = (): EditorState =>
    EditorState.create({ doc: nodes.doc.create(null, [makeTable(3, 2)]), plugins: [...tablePlugins(), history()] });
  const cells = ({ doc }: EditorState): string[] =>
    doc.firstChild?.children.map((row) => row.children.map(({ type }) => (type === nodes.table_header ? 'h' : 'c')).join('')) ?? [];

  test('keep their header in the first row, whichever row goes or comes', () => {
    let state = stateOf();
    const dispatch = (tr: Parameters<EditorState['apply']>[0]): void => {
      state = state.apply(tr);
    };
    addRowAbove(state, dispatch);
    expect(cells(state)).toEqual(['hh', 'cc', 'cc', 'cc']);
    removeRows(state, dispatch);
    expect(cells(state)).toEqual(['hh', 'cc', 'cc']);
    state.doc.check();
  });
});

describe('links', () => {
  test('addresses without a scheme are of the web, scripts are none', () => {
    expect(typedTarget(' example.org/a b ')).toBe('https://example.org/a%20b');
    expect(typedTarget('notes/other.md')).toBe('notes/other.md');
    expect(typedTarget('mailto:a@b.c')).toBe('mailto:a@b.c');
    expect(typedTarget('javascript:alert(1)')).toBeNull();
    expect(typedTarget('  ')).toBeNull();
  });

  test('are found whole from any place within, also where part of them is bold', () => {
    const link = noteSchema.marks.link.create({ href: 'https://e.org/' });
    const doc = nodes.doc.create(
      null,
      nodes.paragraph.create(null, [
        noteSchema.text('a '),
        noteSchema.text('b', [link]),
        noteSchema.text('c', [link, noteSchema.marks.strong.create()]),
        noteSchema.text(' d'),
      ]),
    );
    for (const at of [3, 4, 5]) expect(linkAt(doc.resolve(at))).toEqual({ from: 3, to: 5, href: 'https://e.org/' });
    expect(linkAt(doc.resolve(7))).toBeNull();
  });
});

describe('what is told of a note', () => {
  test('words are counted in any script', () => {
    expect(countWords('It’s 3.5 well-known words, naïve Größe')).toBe(6);
    expect(countWords('今日は良い天気です')).toBeGreaterThan(3);
    expect(countWords(' \n — ')).toBe(0);
  });

  test('counting stops when it is late and goes on where it was', () => {
    const doc = nodes.doc.create(null, [
      nodes.heading.create({ level: 2 }, noteSchema.text('One two')),
      ...paragraphs('three', 'four').children,
    ]);
    let calls = 0;
    expect(noteStats(doc, () => ++calls > 2)).toBeNull();
    expect(noteStats(doc, () => false)).toEqual({ words: 4, characters: 16, headings: [{ level: 2, text: 'One two', pos: 0 }] });
  });
});

describe('the pages of the list', () => {
  const flags = { notebookId: null, isPinned: false, isArchived: false };
  const note = (id: string) => ({ id, title: id, ...flags, excerpt: '', version: 0, createdAt: '', updatedAt: '' });
  const page = (...ids: readonly string[]) => ({ items: ids.map(note), total: 5, limit: 2, offset: 0 });
  const data = { pages: [page('a', 'b'), page('c', 'd')], pageParams: [0, 2] };
  const ids = (pages: typeof data): string[] => allNotes(pages).map(({ id }) => id);

  const view = { place: { kind: 'all' }, sort: 'updated' } as const;
  const changed = (id: string, more: object = {}) => ({ ...note(id), updatedAt: '2', ...more });

  test('have what changed last at the top, once, and pinned notes above it', () => {
    expect(ids(withChanged(data, [changed('c'), changed('new', { updatedAt: '3' })], view) as typeof data)).toEqual([
      'new',
      'c',
      'd',
      'b',
      'a',
    ]);
    expect(ids(withChanged(data, [changed('c'), changed('b', { isPinned: true })], view) as typeof data)).toEqual(['b', 'c', 'd', 'a']);
  });

  test('lose what does not belong to their place any more, and are sorted by title', () => {
    const sorted = { ...view, sort: 'title' } as const;
    expect(ids(withChanged(data, [changed('b', { isArchived: true }), changed('a', { title: 'Zz' })], sorted) as typeof data)).toEqual([
      'c',
      'd',
    ]);
    const all = { ...data, pages: data.pages.map((each) => ({ ...each, total: 4 })) };
    expect(ids(withChanged(all, [changed('a', { title: 'Zz' })], sorted) as typeof data)).toEqual(['b', 'c', 'd', 'a']);
    const place = { kind: 'notebook', id: 'n' } as const;
    expect(ids(withChanged(all, [changed('x', { notebookId: 'n' }), changed('y')], { ...sorted, place }) as typeof data)).toContain('x');
  });

  test('lose what is deleted, and go on behind what they have', () => {
    const less = withoutNote(data, 'b') as typeof data;
    expect(ids(less)).toEqual(['a', 'c', 'd']);
    expect(nextOffset(page('c', 'd'), less.pages)).toBe(3);
    expect(nextOffset({ ...page('c', 'd'), total: 3 }, less.pages)).toBeUndefined();
  });
});

describe('history', () => {
  test('versions of one sitting are one group, others and other people’s are not', () => {
    const version = (number: number, at: string, author = 'ada') => ({
      version: number,
      at: `2026-11-20T${at}:00Z`,
      author,
      clientID: null,
      title: 't',
      size: 1,
    });
    const groups = groupVersions([
      version(5, '12:08'),
      version(4, '12:04'),
      version(3, '12:00'),
      version(2, '11:50'),
      version(1, '11:49', 'bob'),
    ]);
    expect(groups.map((group) => group.map(({ version: number }) => number))).toEqual([[5, 4, 3], [2], [1]]);
  });

  test('a changed line shows which words', () => {
    expect(diffText('a\ntake salt\nb\n', 'a\ntake sugar\nb\n')).toEqual([
      { kind: 'same', before: [], hidden: 0, after: ['a'] },
      {
        kind: 'removed',
        lines: [
          [
            { text: 'take ', changed: false },
            { text: 'salt', changed: true },
          ],
        ],
      },
      {
        kind: 'added',
        lines: [
          [
            { text: 'take ', changed: false },
            { text: 'sugar', changed: true },
          ],
        ],
      },
      { kind: 'same', before: ['b'], hidden: 0, after: [] },
    ]);
  });

  test('equal texts have no difference', () => {
    expect(diffText('x', 'x')).toEqual([]);
  });
});

describe('the cursor of a template', () => {
  test.each([
    ['between words', 'one |two\n', 'one |two'],
    ['at the end of a block', '# A\n\none|\n\ntwo\n', 'A/one|/two'],
    ['in an item of a list', '- a\n- b|\n', 'a/b|'],
    ['in a cell of a table', '| a | b |\n|---|---|\n| c |x| |\n', 'a/b/c/x|'],
    ['in a formula', '$$\nx|y\n$$\n', '$$\nx|y\n$$'],
    ['on a line of its own', 'one\n\n|\n\ntwo\n', 'one/|/two'],
    ['on the last line', 'one\n\n|\n', 'one/|'],
    ['alone', '|', '|'],
    ['between signs that mean something else without it', 'one **|** two', 'one |**** two'],
  ])('%s', (_name, text, expected) => {
    const cursor = text.lastIndexOf('|') >= 0 && text.includes('|x|') ? text.indexOf('|x|') + 2 : text.indexOf('|');
    const content = text.includes('|x|') ? text : text.replace('|', '');
    const doc = parsePastedMarkdown(content, true) ?? nodes.doc.create();
    const tr = atCursor(EditorState.create({ doc }), { id: '1', content, cursor });
    const found: string[] = [];
    tr?.doc.descendants((node, pos) => {
      if (!node.isTextblock) return;
      const at = tr.selection.from - pos - 1;
      const isHere = at >= 0 && at <= node.content.size;
      found.push(isHere ? `${node.textContent.slice(0, at)}|${node.textContent.slice(at)}` : node.textContent);
    });
    expect(found.filter((each) => each !== '').join('/')).toBe(expected);
  });
});

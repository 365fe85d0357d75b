import fc from 'fast-check';
import { Fragment, type Node } from 'prosemirror-model';
import { ReplaceStep, Transform, type Step } from 'prosemirror-transform';
import { describe, expect, test, vi } from 'vitest';
import { noteSchema } from '../../../../main/contract/note-schema.ts';
import { parseMarkdown } from '../../../../main/contract/markdown/parse.ts';
import { serializeDocument } from '../../../../main/contract/markdown/serialize/serialize.ts';
import { NoteSource } from '../../../../main/features/notes/note-source.ts';
import { runAtOnce } from '../../../../main/lib/cooperative-scheduler.ts';
import { rebase } from '../../../../main/features/notes/delta/rebase.ts';
import { diffingLists, diffLists } from '../../../../main/features/notes/source/block-diff.ts';
import { blockSteps } from '../../../../main/features/notes/source/block-steps.ts';
import { exchangesForBytes } from '../../../../main/features/notes/source/rewrite.ts';
import { comparingReferences } from '../../../../main/contract/markdown/definitions.ts';
import { full } from '../../../support/tiers.ts';
import { applied, edit, edited, place, replayRewrite, type Edit } from './edits.ts';
import { changedLines, lineEdits, markdown } from './next-text.ts';
import { runs } from '../../../support/property.ts';

const edits = fc.array(edit, { maxLength: 3 });

function afterEdits(content: string, some: readonly Edit[]): NoteSource {
  return some.reduce(
    (source, each) => {
      const result = edited(source.doc, each);
      return result === null ? source : source.advance(result.doc);
    },
    NoteSource.parse(content, 'Title'),
  );
}

test('a rewrite gives exactly the bytes that it was given, and so does its replay', full, () => {
  fc.assert(
    fc.property(markdown, edits, lineEdits, (content, some, changes) => {
      const source = afterEdits(content, some);
      const next = changedLines(source.content(), changes);
      const rewrite = source.rewrite(next);
      if (rewrite === null) {
        expect(next).toBe(source.content());
        return;
      }
      expect(rewrite.source.content()).toBe(next);
      rewrite.source.doc.check();
      expect(rewrite.steps.length).toBeGreaterThan(0);
      const doc = applied(source.doc, rewrite.steps);
      expect(doc.eq(rewrite.source.doc)).toBe(true);
      const replayed = replayRewrite(source, doc, rewrite.splices);
      expect(replayed.content()).toBe(next);
      expect(replayed.state()).toBe(rewrite.source.state());
    }),
    runs(200, 31),
  );
});

test('of equal blocks that a rewrite puts beside each other the one that is meant goes afterwards, as after its replay', () => {
  const source = NoteSource.parse('a\n\n***\n\nend\n', 'Title');
  const rewrite = source.rewrite('***\n---\nend\n');
  const replayed = replayRewrite(source, applied(source.doc, rewrite?.steps ?? []), rewrite?.splices ?? '');
  for (const note of [rewrite?.source, replayed])
    expect(note?.advance(new Transform(note.doc).delete(0, 1).doc).content()).toBe('---\nend\n');
});

test('a restore gives the bytes and the document of then, and so does its replay', full, () => {
  fc.assert(
    fc.property(markdown, edits, edits, fc.option(lineEdits), (content, some, others, changes) => {
      const then = afterEdits(content, some);
      const between = others.reduce((source, each) => source.advance(edited(source.doc, each)?.doc ?? source.doc), then);
      const now = (changes === null ? null : between.rewrite(changedLines(between.content(), changes))?.source) ?? between;
      const restore = runAtOnce(now.restoring(then));
      if (restore === null) {
        expect(now.content()).toBe(then.content());
        expect(now.doc.eq(then.doc)).toBe(true);
        return;
      }
      expect(restore.source.content()).toBe(then.content());
      const doc = applied(now.doc, restore.steps);
      expect(doc.eq(then.doc)).toBe(true);
      expect(replayRewrite(now, doc, restore.splices).content()).toBe(then.content());
      expect(runAtOnce(restore.source.restoring(then))).toBeNull();
    }),
    runs(150, 32),
  );
});

test('blocks with the same bytes before and after the difference stay the same objects', () => {
  fc.assert(
    fc.property(markdown, lineEdits, (content, changes) => {
      const next = changedLines(content, changes);
      const [before, after] = [parseMarkdown(content), parseMarkdown(next)];
      fc.pre(content !== next && runAtOnce(comparingReferences(before.references, after.references)));
      const source = NoteSource.parse(content, 'Title');
      const rewritten = source.rewrite(next)?.source;
      const alike = (some: number, other: number): boolean => {
        const [x, y] = [before.blocks[some], after.blocks[other]];
        return x !== undefined && y !== undefined && x.source !== '' && x.source === y.source && x.gap === y.gap;
      };
      // Where only bytes differ that belong to no block, the first block stands in for them.
      let front = 0;
      for (; alike(front, front); front++) {
        if (front > 0 || before.lead === after.lead) expect(rewritten?.doc.child(front)).toBe(source.doc.child(front));
      }
      const [olds, news] = [before.blocks.length, after.blocks.length];
      // One of two equal blocks is the old one, which was found already.
      const left = Math.min(olds - 1, news - 1, olds - front, news - front);
      for (let back = 1; back <= left && alike(olds - back, news - back); back++)
        expect(rewritten?.doc.child(news - back)).toBe(source.doc.child(olds - back));
    }),
    runs(150, 33),
  );
});

const sizes = (steps: readonly Step[]): { from: number; to: number }[] =>
  steps.map((step) => step.toJSON() as { from: number; to: number });

describe('the steps of a rewrite', () => {
  test.each<[string, string, string, object[]]>([
    [
      'type into a paragraph',
      'one two\n',
      'one big two\n',
      [{ stepType: 'replace', from: 5, to: 5, slice: { content: [{ type: 'text', text: 'big ' }] } }],
    ],
    [
      'type into the item of a list alone',
      '- a\n- b\n- c\n',
      '- a\n- bx\n- c\n',
      [{ stepType: 'replace', from: 9, to: 9, slice: { content: [{ type: 'text', text: 'x' }] } }],
    ],
    [
      'type into a cell alone',
      '| a | b |\n|---|---|\n| c | d |\n',
      '| a | b |\n|---|---|\n| c | de |\n',
      [{ stepType: 'replace', from: 15, to: 15, slice: { content: [{ type: 'text', text: 'e' }] } }],
    ],
    [
      'go from the end to the beginning, and leave out what stays',
      'a\n\nb\n\nc\n',
      'ax\n\nb\n\ncx\n',
      [
        { stepType: 'replace', from: 8, to: 8, slice: { content: [{ type: 'text', text: 'x' }] } },
        { stepType: 'replace', from: 2, to: 2, slice: { content: [{ type: 'text', text: 'x' }] } },
      ],
    ],
    [
      'replace a block by itself where only its bytes change',
      '# T\n',
      'T\n===\n',
      [
        {
          stepType: 'replace',
          from: 0,
          to: 3,
          slice: { content: [{ type: 'heading', attrs: { level: 1 }, content: [{ type: 'text', text: 'T' }] }] },
        },
      ],
    ],
    [
      'also for a change of emphasis marks',
      'a\n\n*x*\n',
      'a\n\n_x_\n',
      [
        {
          stepType: 'replace',
          from: 3,
          to: 6,
          slice: { content: [{ type: 'paragraph', content: [{ type: 'text', marks: [{ type: 'em', attrs: { depth: 1 } }], text: 'x' }] }] },
        },
      ],
    ],
    [
      'or of the bytes before all blocks',
      'a\n',
      '\n\na\n',
      [{ stepType: 'replace', from: 0, to: 3, slice: { content: [{ type: 'paragraph', content: [{ type: 'text', text: 'a' }] }] } }],
    ],
    [
      'change two words of a paragraph apart, and nothing between them',
      'one two **three** four\n',
      'uno two **three** fourth\n',
      [
        { stepType: 'replace', from: 19, to: 19, slice: { content: [{ type: 'text', text: 'th' }] } },
        { stepType: 'replace', from: 1, to: 4, slice: { content: [{ type: 'text', text: 'uno' }] } },
      ],
    ],
    [
      'change a text in one go in which hardly a word stays',
      'one two three four\n',
      'uno dos tres cuatro\n',
      [{ stepType: 'replace', from: 1, to: 19, slice: { content: [{ type: 'text', text: 'uno dos tres cuatro' }] } }],
    ],
    [
      'never hold half a character',
      '\u{1F600}\n',
      '\u{1F601}\n',
      [{ stepType: 'replace', from: 1, to: 3, slice: { content: [{ type: 'text', text: '\u{1F601}' }] } }],
    ],
    [
      'put the first text into the empty paragraph',
      '',
      'a\n',
      [{ stepType: 'replace', from: 1, to: 1, slice: { content: [{ type: 'text', text: 'a' }] } }],
    ],
    ['and take the last text out of it', 'a\n', '', [{ stepType: 'replace', from: 1, to: 2 }]],
    [
      'append a block without touching the last one',
      'a\n',
      'a\n\nb\n',
      [{ stepType: 'replace', from: 3, to: 3, slice: { content: [{ type: 'paragraph', content: [{ type: 'text', text: 'b' }] }] } }],
    ],
  ])('%s', (_, content, next, wanted) => {
    const rewrite = NoteSource.parse(content, 'Title').rewrite(next);
    expect(rewrite?.steps.map((step) => step.toJSON() as object)).toEqual(wanted);
    expect(rewrite?.source.content()).toBe(next);
  });

  test('there are none for the same bytes', () => {
    expect(NoteSource.parse('a\n', 'Title').rewrite('a\n')).toBeNull();
  });

  test('a block that means something else, now that a definition is gone, is replaced though its bytes stay', () => {
    const source = NoteSource.parse('see [x]\n\nother\n\n[x]: /y\n', 'Title');
    const rewritten = source.rewrite('see [x]\n\nother\n')?.source;
    expect(rewritten?.doc.child(0).eq(parseMarkdown('see [x]\n').blocks[0]?.node as Node)).toBe(true);
    expect(rewritten?.doc.child(1)).toBe(source.doc.child(1));
  });

  test('changes of more words than are worth a step each are one for each paragraph', () => {
    const texts = [1, 2].map((version) => Array.from({ length: 60 }, (_, index) => `${version}${index} stays ${version}\n\n`).join(''));
    const [content, next] = texts as [string, string];
    const rewrite = NoteSource.parse(content, 'Title').rewrite(next);
    expect(rewrite?.steps).toHaveLength(60);
    expect(rewrite?.source.content()).toBe(next);
  });

  test('what another writes between two words that change stays there', () => {
    const source = NoteSource.parse('one two three\n', 'Title');
    const typed = new Transform(source.doc).insert(8, noteSchema.text('!'));
    const rewrite = source.rewrite('uno two tres\n');
    const rebased = rebase(typed.steps, rewrite?.steps ?? []);
    expect(rewrite?.source.advance(applied(rewrite.source.doc, rebased)).content()).toBe('uno two! tres\n');
  });

  test('very many changes are put into one', () => {
    const content = 'a word\n\nanother\n\n'.repeat(500);
    const source = NoteSource.parse(content, 'Title');
    const rewrite = source.rewrite(content.replaceAll('word', 'term'));
    expect(rewrite?.steps).toHaveLength(1);
    expect(rewrite?.source.content()).toBe(content.replaceAll('word', 'term'));
    expect(applied(source.doc, rewrite?.steps ?? []).eq(rewrite?.source.doc as Node)).toBe(true);
  });
});

describe('what has no bytes stays', () => {
  const { paragraph } = noteSchema.nodes;

  test('the empty paragraph into which the user is about to write', () => {
    const source = NoteSource.parse('a\n\nb\n', 'Title');
    const live = source.advance(new Transform(source.doc).insert(3, paragraph.create()).doc);
    const rewrite = live.rewrite('a\n\nb changed\n');
    expect(rewrite?.source.doc.toString()).toBe('doc(paragraph("a"), paragraph, paragraph("b changed"))');
    expect(sizes(rewrite?.steps ?? [])).toMatchObject([{ from: 7, to: 7 }]);
  });

  test('the blank at the end of a line that is being written', () => {
    const source = NoteSource.parse('a\n\nb\n', 'Title');
    const live = source.advance(new Transform(source.doc).insert(2, noteSchema.text(' ')).doc);
    const rewritten = live.rewrite('a\n\nb\n\nc\n')?.source;
    expect(rewritten?.doc.toString()).toBe('doc(paragraph("a "), paragraph("b"), paragraph("c"))');
    expect(rewritten?.advance(new Transform(rewritten.doc).insert(3, noteSchema.text('c')).doc).content()).toBe('a c\n\nb\n\nc\n');
  });

  test('also in the last block, if something is appended', () => {
    const source = NoteSource.parse('a\n', 'Title');
    const live = source.advance(new Transform(source.doc).insert(2, noteSchema.text(' ')).doc);
    expect(live.rewrite(`${live.content()}\nb\n`)?.source.doc.toString()).toBe('doc(paragraph("a "), paragraph("b"))');
  });

  test('but not above front matter', () => {
    const source = NoteSource.parse('a\n', 'Title');
    const live = source.advance(new Transform(source.doc).insert(0, paragraph.create()).doc);
    expect(live.rewrite('---\nk: v\n---\na\n')?.source.doc.firstChild?.type.name).toBe('frontmatter');
  });
});

const { paragraph, hard_break: hardBreak } = noteSchema.nodes;

/** Where this text ends. */
function endOf(doc: Node, text: string): number {
  let end = -1;
  doc.descendants((node, at) => {
    if (node.text === text) end = at + text.length;
  });
  return end;
}

describe('what has no bytes stays within a block that changes elsewhere', () => {
  const blank = (tr: Transform, at: number) => tr.insert(at, noteSchema.text(' '));
  const split = (tr: Transform, at: number) => tr.split(at);
  const breakLine = (tr: Transform, at: number) => tr.insert(at, hardBreak.create());

  test.each<[string, string, [typeof blank, string], string, string]>([
    ['a blank in an item', '- [ ] one\n- [ ] two\n', [blank, 'two'], '- [x] one\n- [ ] two\n', 'one|two '],
    ['where an item is added', '- one\n- two\n', [blank, 'two'], '- one\n- two\n- three\n', 'one|two |three'],
    ['where an item goes', '- one\n- two\n', [blank, 'two'], '- two\n', 'two '],
    ['in a cell', '| a | b |\n|---|---|\n| one | two |\n', [blank, 'two'], '| a | b |\n|---|---|\n| uno | two |\n', 'a|b|uno|two '],
    ['in a paragraph that becomes a heading', 'Plan here\n', [blank, 'Plan here'], '# List here\n', 'List here '],
    ['behind what is appended', 'Plan\n', [blank, 'Plan'], 'Plan and more\n', 'Plan and more '],
    ['before the end of a line', 'Plan\nhere\n', [blank, 'Plan'], 'Plan\nnow\n', 'Plan /now'],
    ['between two words that change', 'A plan\nfor today\n', [blank, 'A plan'], 'The plan\nfor Monday\n', 'The plan /for Monday'],
    ['behind bold words', 'Plan **here**\n', [blank, 'here'], 'List **here**\n', 'List here '],
    ['a break of a line', 'Plan here.\n', [breakLine, 'Plan here.'], 'List here.\n', 'List here./'],
    ['an empty paragraph in a quote', '> one\n', [split, 'one'], '> uno\n', 'uno|'],
    ['between two of them', '> one\n>\n> two\n', [split, 'one'], '> uno\n>\n> two too\n', 'uno||two too'],
    ['below what is added', '> one\n', [split, 'one'], '> one\n>\n> two\n', 'one|two|'],
    ['in an item in an item', '- one\n  - two\n- last\n', [split, 'two'], '- one\n  - two\n- end\n', 'one|two||end'],
    ['between blocks that change', 'one\n\ntwo\n', [split, 'one'], 'uno one\n\ntwo too\n', 'uno one||two too'],
  ])('%s', (_, content, [change, text], next, wanted) => {
    const source = NoteSource.parse(content, 'Title');
    const live = source.advance(change(new Transform(source.doc), endOf(source.doc, text)).doc);
    expect(live.content()).toBe(content);
    const rewritten = live.rewrite(next)?.source;
    expect(rewritten?.content()).toBe(next);
    expect(rewritten?.doc.textBetween(0, rewritten.doc.content.size, '|', '/')).toBe(wanted);
  });

  test('unless the text has very many parts, which take long to be written', () => {
    const [text, next] = ['one', 'two'].map((word) => `${word} ${'**a** '.repeat(501)}end\n`) as [string, string];
    const source = NoteSource.parse(text, 'Title');
    const live = source.advance(blank(new Transform(source.doc), endOf(source.doc, ' end')).doc);
    expect(live.content()).toBe(text);
    expect(live.rewrite(next)?.source.doc.eq(NoteSource.parse(next, 'Title').doc)).toBe(true);
  });

  test('unless it would be said now', () => {
    const source = NoteSource.parse('- one\n', 'Title');
    const live = source.advance(new Transform(source.doc).insert(2, paragraph.create()).doc);
    expect(live.rewrite('- [x] one\n')?.source.doc.toString()).toBe('doc(bullet_list(list_item(paragraph("one"))))');
  });
});

/** The text of the document at this part of all, and where it starts; undefined where there is none. */
function textAt(doc: Node, at: number): { readonly node: Node; readonly start: number } | undefined {
  const texts: { node: Node; start: number }[] = [];
  doc.descendants((node, before) => {
    if (node.isTextblock && node.type.spec.code !== true) texts.push({ node, start: before + 1 });
  });
  return texts[Math.floor(at * texts.length)];
}

/** What a user has begun to write at the ends of texts, as far as no markdown says it yet. */
function begun(source: NoteSource, some: readonly Pick<Edit, 'kind' | 'at'>[]): Transform {
  let tr = new Transform(source.doc);
  for (const { kind, at } of some) {
    const text = textAt(tr.doc, at);
    const end = (text?.start ?? 0) + (text?.node.content.size ?? 0);
    const next = tr.steps.reduce((copy, step) => copy.step(step), new Transform(source.doc));
    if (text === undefined) return tr;
    if (kind < 2) next.insert(end, kind === 0 ? noteSchema.text(' ') : hardBreak.create());
    else if (text.node.type === paragraph) next.insert(end + 1, paragraph.create());
    if (source.advance(next.doc).content() === source.content()) tr = next;
  }
  return tr;
}

const beginnings = fc.array(fc.record({ kind: fc.nat(2), at: place }), { minLength: 1, maxLength: 4 });

test('a letter that comes by markdown is one step, and leaves all that no markdown says where it is', full, () => {
  fc.assert(
    fc.property(markdown, beginnings, place, place, (content, some, at, within) => {
      const source = NoteSource.parse(content, 'Title');
      const text = textAt(source.doc, at);
      fc.pre(text !== undefined && text.node.content.size > 1);
      const letterAt = text.start + 1 + Math.floor(within * (text.node.content.size - 1));
      const letter = new Transform(source.doc).insert(letterAt, noteSchema.text('☃')).steps;
      const next = source.advance(applied(source.doc, letter)).content();
      const typed = begun(source, some);
      fc.pre(
        typed.steps.length > 0 && next.length === content.length + 1 && NoteSource.parse(next, 'Title').doc.eq(applied(source.doc, letter)),
      );
      const live = source.advance(typed.doc);
      const rewrite = live.rewrite(next);
      const place = typed.mapping.map(letterAt);
      expect(rewrite?.steps.map((each) => each.toJSON() as object)).toMatchObject([{ from: place, to: place }]);
      const step = rewrite?.steps[0] as Step;
      const doc = applied(live.doc, [step]);
      const replayed = replayRewrite(live, doc, rewrite?.splices ?? '');
      for (const note of [replayed, NoteSource.load(replayed.content(), replayed.state(), 'Title')]) {
        expect(note.content()).toBe(next);
        expect(note.doc.eq(doc)).toBe(true);
        // As each side takes back its own.
        expect(note.advance(applied(doc, [step.invert(live.doc)])).content()).toBe(content);
        const { steps, docs } = typed;
        const untyped = steps.map((each, index) => each.invert(docs[index] as Node)).toReversed();
        const alone = rebase(untyped, [step]);
        expect(alone.reduce((after, each) => after.advance(applied(after.doc, [each])), note).content()).toBe(next);
      }
    }),
    runs(300, 36),
  );
});

test('what no markdown says is nothing that is said after a change of other lines', full, () => {
  fc.assert(
    fc.property(markdown, beginnings, lineEdits, (content, some, changes) => {
      const source = NoteSource.parse(content, 'Title');
      const typed = begun(source, some);
      const live = source.advance(typed.doc);
      const next = changedLines(content, changes);
      const rewritten = live.rewrite(next)?.source ?? live;
      const { doc } = NoteSource.parse(next, 'Title');
      const { references } = parseMarkdown(next);
      expect(rewritten.content()).toBe(next);
      expect(serializeDocument(rewritten.doc, references)).toBe(serializeDocument(doc, references));
    }),
    runs(300, 37),
  );
});

describe('splices', () => {
  test('are as long as the change', () => {
    const content = `${'paragraph\n\n'.repeat(2_000)}end\n`;
    const splices = NoteSource.parse(content, 'Title').rewrite(`first\n\n${content}last\n`)?.splices ?? content;
    expect(splices.length).toBeLessThan(200);
  });

  test('of another state are refused', () => {
    const source = NoteSource.parse('a\n', 'Title');
    const { doc } = source;
    expect(() => replayRewrite(source, doc, '{"blocks":[[0,2,[["a","b"]]]]}')).toThrow('another state');
    expect(() => replayRewrite(source, doc, '{"blocks":[[1,1,[["a","b"]]]]}')).toThrow('bytes for 2 blocks');
    expect(() => replayRewrite(source, doc, '{"blocks":[[0,-1,[]]]}')).toThrow();
    expect(() => replayRewrite(source, doc, 'no JSON')).toThrow();
  });
});

function put<T>(olds: readonly T[], news: readonly T[]): T[] {
  const made: T[] = [];
  let at = 0;
  for (const [index, { from, to, start, end }] of diffLists(olds, news, Object.is).entries()) {
    expect(from).toBeGreaterThanOrEqual(at + (index > 0 ? 1 : 0));
    expect(to - from + end - start).toBeGreaterThan(0);
    made.push(...olds.slice(at, from), ...news.slice(start, end));
    at = to;
  }
  return [...made, ...olds.slice(at)];
}

test('the hunks of a diff make one list of the other, with something between them that stayed', () => {
  const list = fc.array(fc.nat(5), { maxLength: 12 });
  fc.assert(
    fc.property(list, list, (olds, news) => {
      expect(put(olds, news)).toEqual(news);
    }),
    runs(200, 34),
  );
});

test('lists that differ too much are compared by place, or not at all', () => {
  const olds = Array.from({ length: 600 }, (_, index) => index);
  const news = olds.map((value) => (value % 2 === 0 ? value : -value));
  expect(put(olds, news)).toEqual(news);
  expect(diffLists(olds, news, Object.is)).toHaveLength(300);
  expect(diffLists(olds, [...news, -1], Object.is)).toHaveLength(1);
});

test('lists are compared in slices as they are at once', full, () => {
  const list = fc.array(fc.integer({ min: 0, max: 900 }), { maxLength: 700, size: 'max' });
  const likeness = { keyOf: (number: number): string => String(number % 7), same: Object.is };
  fc.assert(
    fc.property(list, list, (olds, news) => {
      expect(runAtOnce(diffingLists(olds, news, likeness))).toEqual(diffLists(olds, news, Object.is));
      const some = olds.filter((number) => number % 9 !== 0);
      expect(runAtOnce(diffingLists(olds, some, likeness))).toEqual(diffLists(olds, some, Object.is));
    }),
    runs(30, 35),
  );
});

test('lists of which each element is another are compared once for each element', () => {
  const olds = Array.from({ length: 600 }, (_, index) => index);
  const news = olds.map((number) => number + 600);
  let compared = 0;
  const same = (some: number, other: number): boolean => {
    compared += 1;
    return some === other;
  };
  expect(runAtOnce(diffingLists(olds, news, { keyOf: String, same }))).toEqual([{ from: 0, to: 600, start: 0, end: 600 }]);
  expect(compared).toBeLessThan(1300);
});

test('a text in which each block is another is compared in short turns', () => {
  let looks = 0;
  const blocks = (first: number) =>
    Array.from({ length: 600 }, (_, index) => ({
      node: noteSchema.nodes.paragraph.create(),
      get source() {
        looks += 1;
        return String(first + index);
      },
      gap: '\n',
    }));
  const before = parseMarkdown('a\n');
  const work = exchangesForBytes(blocks(0), before, { ...before, blocks: [...blocks(600), ...blocks(1_200)] });
  let most = 0;
  let step = work.next();
  for (; step.done !== true; step = work.next()) {
    most = Math.max(most, looks);
    looks = 0;
  }
  expect(step.value).toMatchObject([{ from: 0, to: 600 }]);
  // A few times for each block.
  expect(most).toBeLessThan(10_000);
});

test('a change in a paragraph of very many texts lets others run while they are compared', full, () => {
  const source = NoteSource.parse('**a** '.repeat(5_000), 'Title');
  const work = source.rewriting(`${source.content()}**b**`, { maxWeight: Infinity, preparsed: null });
  let yields = 0;
  for (;;) {
    const { done, value } = work.next();
    if (done !== true) yields += 1;
    else {
      expect(value?.steps.length).toBe(1);
      break;
    }
  }
  // Of 10,000 texts and more.
  expect(yields).toBeGreaterThan(25);
});

test('a huge paragraph that stays is found again without its JSON, and in slices', () => {
  const { doc, paragraph } = noteSchema.nodes;
  const marks = [[], [noteSchema.marks.em.create()]];
  const huge = (): Node =>
    paragraph.create(
      null,
      Array.from({ length: 700 }, (_, at) => noteSchema.text('x'.repeat(100), marks[at % 2])),
    );
  const before = doc.create(null, huge());
  const asJson = vi.spyOn(Fragment.prototype, 'toJSON');
  const work = blockSteps(before, [{ from: 0, to: 1, nodes: [huge(), paragraph.create(null, noteSchema.text('more'))] }]);
  let yields = 0;
  for (let next = work.next(); ; next = work.next()) {
    if (next.done !== true) {
      yields += 1;
      continue;
    }
    expect(next.value.steps.map((step) => [step instanceof ReplaceStep && step.from, JSON.stringify(step).length < 200])).toEqual([
      [before.content.size, true],
    ]);
    break;
  }
  // That of the new paragraph, and of the step.
  expect(asJson.mock.contexts.every((fragment) => (fragment as Fragment).size < 10)).toBe(true);
  // Compared twice, some 8,000 characters at a time.
  expect(yields).toBeGreaterThan(16);
  asJson.mockRestore();
});

test('a huge paragraph all of which is another is taken as it is: its texts are not put together once more', () => {
  const { doc, paragraph } = noteSchema.nodes;
  const huge = (letter: string): Node =>
    paragraph.create(
      null,
      Array.from({ length: 4_000 }, (_, at) => noteSchema.text(letter, at % 2 === 0 ? [] : [noteSchema.marks.em.create()])),
    );
  const [before, after] = [doc.create(null, huge('a')), huge('b')];
  const together = vi.spyOn(Fragment, 'fromArray');
  const { steps } = runAtOnce(blockSteps(before, [{ from: 0, to: 1, nodes: [after] }]));
  expect(Math.max(...together.mock.calls.map(([nodes]) => nodes.length))).toBeLessThan(10);
  together.mockRestore();
  expect(steps).toHaveLength(1);
  expect(steps[0]?.apply(before).doc?.firstChild?.eq(after)).toBe(true);
});

test('a paragraph of very many lines is changed in one step: each takes long there', () => {
  const { doc, paragraph, soft_break: lineEnd } = noteSchema.nodes;
  const lines = (one: string, other: string): Node => {
    const ends = Array.from({ length: 6_000 }, () => [noteSchema.text('a'), lineEnd.create()]);
    const changed = [noteSchema.text(one), lineEnd.create(), noteSchema.text('stays'), lineEnd.create(), noteSchema.text(other)];
    return doc.create(null, paragraph.create(null, [...ends.flat(), ...changed]));
  };
  const [before, after] = [lines('one', 'two'), lines('uno', 'dos')];
  const { steps, doc: made } = runAtOnce(blockSteps(before, [{ from: 0, to: 1, nodes: after.children }]));
  expect(steps).toHaveLength(1);
  expect(made.eq(after)).toBe(true);
});

test('the bytes of a rewrite are stored as JSON that is read by a replay alone', () => {
  const source = NoteSource.parse('# a\n\nb\n', 'T');
  const parse = vi.spyOn(JSON, 'parse');
  const rewrite = source.rewrite('# a\n\nc\n\n\n* d\n');
  expect(parse).not.toHaveBeenCalled();
  const replayed = replayRewrite(source, rewrite?.source.doc ?? source.doc, rewrite?.splices ?? '');
  expect([replayed.content(), parse.mock.calls.length]).toEqual(['# a\n\nc\n\n\n* d\n', 1]);
  parse.mockRestore();
});

test('of very many blocks that are replaced only those are looked through that are remembered', full, () => {
  const source = NoteSource.parse('# a\n'.repeat(5_000), 'Title');
  const texts = vi.spyOn(Object.getPrototypeOf(noteSchema.text('x')) as Node, 'textContent', 'get');
  const next = '# b\n'.repeat(5_000);
  const { splices, steps } = source.rewrite(next) ?? { splices: '', steps: [] };
  const doc = applied(source.doc, steps);
  texts.mockClear();
  const replayed = replayRewrite(source, doc, splices);
  expect(replayed.size).toBeGreaterThan(replayed.doc.content.size);
  expect(texts.mock.calls.length).toBeLessThan(2_000);
  texts.mockRestore();
  expect(replayed.content()).toBe(next);
});

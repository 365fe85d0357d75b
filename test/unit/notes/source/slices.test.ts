import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { Transform } from 'prosemirror-transform';
import { noteSchema } from '../../../../main/contract/note-schema.ts';
import { parseMarkdown, parseNodes } from '../../../../main/contract/markdown/parse.ts';
import { serializeBlock } from '../../../../main/contract/markdown/serialize/serialize.ts';
import { NoteSource } from '../../../../main/features/notes/note-source.ts';
import { tokenizer } from '../../../../main/contract/markdown/tokenizer.ts';
import { referencesOf } from '../../../../main/contract/markdown/definitions.ts';
import { Fragment, type Node } from 'prosemirror-model';
import { full } from '../../../support/tiers.ts';
import { corpus } from './corpus.ts';
import { applied, edit, edited, type Edit } from './edits.ts';
import { markdown } from './next-text.ts';
import { runs } from '../../../support/property.ts';

const { nodes } = noteSchema;

const edits = fc.array(edit, { minLength: 1, maxLength: 4 });

function afterEdits(source: NoteSource, some: readonly Edit[]): NoteSource {
  return some.reduce((state, each) => {
    const result = edited(state.doc, each);
    return result === null ? state : state.advance(result.doc);
  }, source);
}

const isList = ({ type }: Node): boolean => type === nodes.bullet_list || type === nodes.ordered_list;

/** A block without the details that markdown may not be able to say. */
const shape = (node: Node): string => `${node.type.name}: ${node.textContent.replace(/[^\p{L}\p{N}]/gu, '')}`;

describe('a note that was only parsed', () => {
  test.each(corpus.map((content) => [JSON.stringify(content), content]))('%s has its bytes', (_, content) => {
    const source = NoteSource.parse(content, 'Title');
    expect(source.content()).toBe(content);
    expect(source.doc.attrs['title']).toBe('Title');
    source.doc.check();
  });

  test('any mixture has its bytes, and they say all of it', () => {
    fc.assert(
      fc.property(markdown, (content) => {
        const source = NoteSource.parse(content, 'Title');
        expect(source.content()).toBe(content);
        expect(source.state()).toBeNull();
      }),
      runs(100, 21),
    );
  });
});

test('after any edits the bytes are read as the blocks of the document', () => {
  fc.assert(
    fc.property(markdown, edits, (content, some) => {
      const { blocks, references } = parseMarkdown(content);
      const source = NoteSource.parse(content, 'Title');
      const given = new Map(source.doc.children.map((node, index) => [node, blocks[index]]));
      const after = afterEdits(source, some);
      const { doc } = after;
      // What is edited as its source can be of another kind afterwards: one with the list before it, or with the footnote that it was cut off.
      fc.pre(
        doc.children.every(({ type, textContent }) => type !== nodes.raw_block || !/^(?:\s| {0,3}(?:[-+*]|\d+[.)])\s)/.test(textContent)),
      );
      // A definition that changes changes what others mean.
      fc.pre(JSON.stringify(referencesOf(doc)) === JSON.stringify(references));
      const wanted = doc.children.flatMap((node, index) => {
        if (given.has(node)) return given.get(node)?.source === '' ? [] : [shape(node)];
        const written = serializeBlock(node, { references, first: index === 0 });
        if (node.type.name !== 'frontmatter') return parseNodes(written, references).map(shape);
        return parseMarkdown(written)
          .blocks.filter(({ source }) => source !== '')
          .map((block) => shape(block.node));
      });
      const read = parseMarkdown(after.content()).blocks.filter((block) => block.source !== '');
      expect(read.map(({ node }) => shape(node))).toEqual(wanted);
    }),
    runs(150, 22),
  );
});

test('after any edits the bytes of blocks that have their neighbours still stand as they were, in order', () => {
  fc.assert(
    fc.property(markdown, edits, (content, some) => {
      const { blocks } = parseMarkdown(content);
      // The first block of a note can become the beginning of front matter.
      fc.pre(!/^\uFEFF?---/.test(content));
      const source = NoteSource.parse(content, 'Title');
      const before = source.doc.children;
      const after = afterEdits(source, some);
      const places = new Map(before.map((node, index) => [node, index]));
      const now = after.doc.children;
      let from = 0;
      for (const [index, node] of now.entries()) {
        const place = places.get(node);
        const block = blocks[place ?? -1];
        if (place === undefined || block === undefined || now[index - 1] !== before[place - 1] || now[index + 1] !== before[place + 1])
          continue;
        // Of lists beside each other one that has got another marker, for the one that came before it, can need that of the next.
        if (isList(node) && now[index - 1]?.type === node.type) continue;
        const found = after.content().indexOf(block.source + block.gap, from);
        expect(found, block.source).toBeGreaterThanOrEqual(from);
        from = found + block.source.length + block.gap.length;
      }
    }),
    runs(150, 23),
  );
});

const loaded = (source: NoteSource): NoteSource => NoteSource.load(source.content(), source.state(), 'Title');

test('edits and their undoing give the old bytes, also where the note was stored and loaded after each', full, () => {
  fc.assert(
    fc.property(markdown, fc.array(edit, { minLength: 1, maxLength: 7 }), fc.boolean(), (content, some, isLoaded) => {
      const flushed = (source: NoteSource): NoteSource => (isLoaded ? loaded(source) : source);
      let source = NoteSource.parse(content, 'Title');
      const undo = [];
      for (const each of some) {
        const result = edited(source.doc, each);
        if (result === null) continue;
        undo.push(result.undo);
        source = flushed(source.advance(result.doc));
      }
      for (const steps of undo.toReversed()) source = flushed(source.advance(applied(source.doc, steps)));
      expect(source.content()).toBe(content);
    }),
    runs(200, 24),
  );
});

test('a rule that stands below nothing but an empty paragraph does not begin front matter', () => {
  const source = NoteSource.parse('a\n\n---\ntitle: alone\n---\n', 'Title');
  const emptied = source.advance(new Transform(source.doc).insert(0, nodes.paragraph.create()).delete(2, 5).doc);
  expect(emptied.content()).toBe('***\ntitle: alone\n---\n');
});

describe('a block that is duplicated', () => {
  test.each([
    ['a table', '|a|b|\n|-|:-:|\n|__c__|&copy;|\n'],
    ['a heading', 'T _x_\n===\n'],
    ['a quote', '>a __b__\n>c\n'],
    ['code', '~~~ js\nx\n~~~\n'],
  ])('has the bytes of the other one, also once it has changed: %s', (_, content) => {
    const source = NoteSource.parse(content, 'Title');
    const copy = Fragment.fromJSON(noteSchema, source.doc.content.toJSON());
    const doubled = source.advance(new Transform(source.doc).insert(source.doc.content.size, copy).doc);
    expect(doubled.content()).toBe(`${content}\n${content}`);
    for (const note of [doubled, loaded(doubled)]) {
      const typed = new Transform(note.doc);
      note.doc.descendants((node, at) => {
        if (at >= source.doc.content.size && node.isText && typed.steps.length === 0) typed.insert(at + 1, noteSchema.text('Q'));
      });
      expect(note.advance(typed.doc).content()).toBe(`${content}\n${content.replace(/[aTx]/, '$&Q')}`);
    }
  });
});

describe('undoing', () => {
  test.each([false, true])(
    'a copy that was typed in, its original deleted before, gives both their bytes; stored in between: %s',
    (isLoaded) => {
      const content = '_a_ &copy; x\n\nnext __b__\n';
      let note = NoteSource.parse(content, 'Title');
      const size = note.doc.child(0).nodeSize;
      const contents: string[] = [];
      const made: Transform[] = [];
      const flushed = (source: NoteSource): NoteSource => (isLoaded ? loaded(source) : source);
      for (const change of [
        (tr: Transform) => tr.insert(size, tr.doc.child(0).copy(tr.doc.child(0).content)),
        (tr: Transform) => tr.delete(0, size),
        (tr: Transform) => tr.insert(5, noteSchema.text('y')),
      ]) {
        contents.push(note.content());
        const tr = change(new Transform(note.doc));
        made.push(tr);
        note = flushed(note.advance(tr.doc));
      }
      for (const { steps, docs } of made.toReversed()) {
        note = flushed(note.advance(applied(note.doc, steps.map((step, index) => step.invert(docs[index] as Node)).toReversed())));
        expect(note.content()).toBe(contents.pop());
      }
    },
  );

  const rules = '---\n\none\n\n***\n\ntwo\n\n_ _ _\n';
  const wholeNote = (doc: Node): Transform => new Transform(doc).replaceWith(0, doc.content.size, noteSchema.nodes.paragraph.create());

  test.each([false, true])('brings each of several equal blocks back with its own bytes; stored in between: %s', (isLoaded) => {
    const flushed = (source: NoteSource): NoteSource => (isLoaded ? loaded(source) : source);
    const source = NoteSource.parse(rules, 'Title');
    const ruled = (doc: Node): Transform => new Transform(doc).insert(0, nodes.horizontal_rule.create());
    const changes: Transform[] = [];
    let note = source;
    for (const change of [wholeNote, ruled, wholeNote]) {
      const made = change(note.doc);
      changes.push(made);
      note = flushed(note.advance(made.doc));
    }
    for (const { steps, docs } of changes.toReversed())
      note = flushed(note.advance(applied(note.doc, steps.map((step, index) => step.invert(docs[index] as Node)).toReversed())));
    expect(note.content()).toBe(rules);
  });

  test('brings a rule that was moved back with its bytes, though another one was at that place meanwhile', () => {
    const content = '---\n\none\n\n***\n\ntwo\n';
    const moved = (doc: Node): Transform =>
      new Transform(doc).insert(1 + doc.child(1).nodeSize, nodes.horizontal_rule.create()).delete(0, 1);
    const added = (doc: Node): Transform => new Transform(doc).insert(0, nodes.horizontal_rule.create());
    const changes: Transform[] = [];
    let note = NoteSource.parse(content, 'Title');
    for (const change of [moved, added]) {
      const made = change(note.doc);
      changes.push(made);
      note = note.advance(made.doc);
    }
    for (const { steps, docs } of changes.toReversed())
      note = note.advance(applied(note.doc, steps.map((step, index) => step.invert(docs[index] as Node)).toReversed()));
    expect(note.content()).toBe(content);
  });

  test.each([false, true])('brings a block back that was moved and copied there, stored in between: %s', (isLoaded) => {
    const flushed = (source: NoteSource): NoteSource => (isLoaded ? loaded(source) : source);
    const content = '- a\n\n`` b ` c `` ```d```\n';
    const text = NoteSource.parse(content, 'Title').doc.child(1);
    const moved = (doc: Node): Transform => new Transform(doc).delete(doc.content.size - text.nodeSize, doc.content.size).insert(0, text);
    const copied = (doc: Node): Transform => new Transform(doc).insert(text.nodeSize, text);
    const changes: Transform[] = [];
    let note = NoteSource.parse(content, 'Title');
    for (const change of [moved, copied]) {
      const made = change(note.doc);
      changes.push(made);
      note = flushed(note.advance(applied(note.doc, made.steps)));
    }
    for (const { steps, docs } of changes.toReversed())
      for (const [index, step] of [...steps.entries()].toReversed())
        note = flushed(note.advance(applied(note.doc, [step.invert(docs[index] as Node)])));
    expect(note.content()).toBe(content);
  });

  test('brings a block back with its own bytes though another user has made one like it meanwhile', () => {
    const source = NoteSource.parse(rules, 'Title');
    const place = 1 + nodes.paragraph.create(null, noteSchema.text('one')).nodeSize;
    const deletion = new Transform(source.doc).delete(place, place + 1);
    const theirs = new Transform(deletion.doc).insert(deletion.doc.content.size, nodes.horizontal_rule.create());
    const undo = deletion.steps[0]?.invert(source.doc).map(theirs.mapping);
    const note = source.advance(deletion.doc).advance(theirs.doc);
    expect(note.advance(applied(note.doc, undo ? [undo] : [])).content()).toContain('one\n\n***\n\ntwo');
  });

  test('brings a block back with its own bytes though another user has removed one like it far above meanwhile', () => {
    const source = NoteSource.parse(rules, 'Title');
    const { size } = source.doc.content;
    const deletion = new Transform(source.doc).delete(size - 1, size);
    const theirs = new Transform(deletion.doc).delete(0, 1);
    const back = [deletion.steps[0]?.invert(source.doc).map(theirs.mapping), theirs.steps[0]?.invert(deletion.doc)];
    const contents = ['one\n\n***\n\ntwo\n\n_ _ _\n', rules];
    let note = source.advance(deletion.doc).advance(theirs.doc);
    for (const step of back) {
      note = note.advance(applied(note.doc, step ? [step] : []));
      expect(note.content()).toBe(contents.shift());
    }
  });

  test('a block that was changed comes back as it was then, not as another one that once held the same', () => {
    const source = NoteSource.parse('**a** b\n \nc\n\n**a** b\n\n\nd\n', 'Title');
    const [first, second] = [source.doc.child(0).nodeSize, source.doc.child(0).nodeSize + source.doc.child(1).nodeSize];
    const plain = new Transform(source.doc).removeMark(0, source.doc.content.size);
    let note = source.advance(plain.doc);
    const dropped = new Transform(note.doc).delete(second, second + first);
    note = note.advance(dropped.doc);
    const headed = new Transform(note.doc).setBlockType(1, 1, nodes.heading, { level: 5 });
    note = note.advance(headed.doc);
    for (const { docs, steps } of [headed, dropped, plain]) {
      for (const [index, step] of [...steps.entries()].toReversed()) {
        note = note.advance(applied(note.doc, [step.invert(docs[index] as Node)]));
      }
    }
    expect(note.content()).toBe(source.content());
  });
});

const paragraph = (text: string): Node => nodes.paragraph.create(null, text === '' ? null : noteSchema.text(text));

describe('where the bytes of a change go', () => {
  const at = (doc: Node, text: string): number => {
    let found = -1;
    doc.descendants((node, place) => {
      const within = node.isText ? (node.text ?? '').indexOf(text) : -1;
      if (found < 0 && within >= 0) found = place + within;
      return true;
    });
    return found;
  };
  const insert =
    (text: string, before: string) =>
    (doc: Node): Transform =>
      new Transform(doc).insert(at(doc, before), noteSchema.text(text));
  const append =
    (...blocks: readonly Node[]) =>
    (doc: Node): Transform =>
      new Transform(doc).insert(doc.content.size, blocks);
  const split =
    (before: string) =>
    (doc: Node): Transform =>
      new Transform(doc).split(at(doc, before));
  const drop =
    (text: string) =>
    (doc: Node): Transform => {
      const place = doc.resolve(at(doc, text));
      return new Transform(doc).delete(place.before(1), place.after(1));
    };

  test.each<[string, string, (doc: Node) => Transform, string]>([
    ['typing at the end of a note without a final line ending leaves it without', 'one\n\ntwo', insert('X', 'two'), 'one\n\nXtwo'],
    ['a paragraph after it gives the line before an ending', 'one\n\ntwo', append(paragraph('three')), 'one\n\ntwo\n\nthree'],
    ['the last block goes, the one before stays whole', 'one\n\ntwo', drop('two'), 'one\n'],
    ['blank lines at the end stay at the end', 'one\n\n\n\n', append(paragraph('two')), 'one\n\ntwo\n\n\n\n'],
    ['they also stay when the last block goes', 'one\n\ntwo\n\n\n', drop('two'), 'one\n\n\n'],
    ['an empty paragraph at the end is no byte', 'one\n', append(paragraph('')), 'one\n'],
    ['nor one in a note without a final line ending', 'one', append(paragraph('')), 'one'],
    ['CRLF is written where CRLF is read', 'one\r\n\r\n- a\r\n', insert('X', 'a'), 'one\r\n\r\n- Xa\r\n'],
    ['also by a split', 'onetwo\r\n\r\nthree\r\n', split('two'), 'one\r\n\r\ntwo\r\n\r\nthree\r\n'],
    ['most line endings decide', 'one\r\n\ntwo\n', append(paragraph('x')), 'one\r\n\ntwo\n\nx\n'],
    ['the first of as many decides', 'one\r\n\r\ntwo\n\nthree', append(paragraph('x')), 'one\r\n\r\ntwo\n\nthree\r\n\r\nx'],
    ['a lone CR is completed, not taken for a blank line', 'one\r', append(paragraph('x')), 'one\r\r\nx\n'],
    ['a split keeps the wide gap below', 'onetwo\n\n\n\nthree\n', split('two'), 'one\n\ntwo\n\n\n\nthree\n'],
    ['an empty note begins with a line', '', (doc) => new Transform(doc).insert(1, noteSchema.text('a')), 'a\n'],
    ['a byte order mark stays first', '\uFEFFone\n', insert('X', 'one'), '\uFEFFXone\n'],
    ['front matter changes in place', '---\na: b\n---\n\ntext\n', insert('x', 'b'), '---\na: xb\n---\n\ntext\n'],
    ['front matter is emptied', '---\na: b\n---\n\ntext\n', (doc) => new Transform(doc).delete(1, 5), '---\n---\n\ntext\n'],
    [
      'empty front matter is filled',
      '---\r\n---\r\nx\r\n',
      (doc) => new Transform(doc).insert(1, noteSchema.text('a: b')),
      '---\r\na: b\r\n---\r\nx\r\n',
    ],
    ['empty front matter comes in', 'text\n', (doc) => new Transform(doc).insert(0, nodes.frontmatter.create()), '---\n---\n\ntext\n'],
    [
      'front matter goes before the blank lines of a note',
      '\uFEFF\n\ntext\n',
      (doc) => new Transform(doc).insert(0, nodes.frontmatter.create(null, noteSchema.text('a: b'))),
      '\uFEFF---\na: b\n---\n\ntext\n',
    ],
    [
      'two blocks of one text trade places with their bytes',
      'One\n===\n\ntwo *x*\n',
      (doc) => new Transform(doc).delete(0, doc.child(0).nodeSize).insert(doc.child(1).nodeSize, doc.child(0)),
      'two *x*\n\nOne\n===\n',
    ],
  ])('%s', (_, content, change, wanted) => {
    const source = NoteSource.parse(content, 'Title');
    const tr = change(source.doc);
    const after = source.advance(applied(source.doc, tr.steps));
    expect(after.content()).toBe(wanted);
    const undo = tr.steps.map((step, index) => step.invert(tr.docs[index] as Node)).toReversed();
    expect(after.advance(applied(after.doc, undo)).content()).toBe(content);
  });

  test('a title is no byte', () => {
    const source = NoteSource.parse('# T\n===\n', 'Title');
    const after = source.advance(new Transform(source.doc).setDocAttribute('title', 'Other').doc);
    expect(after.content()).toBe('# T\n===\n');
    expect(after.doc.attrs['title']).toBe('Other');
    expect(after.state()).toBeNull();
  });

  test('a block is written with the references that are known when it is touched', () => {
    const source = NoteSource.parse('text\n\n[ref]: /there\n', 'Title');
    const bracketed = source.advance(new Transform(source.doc).insert(1, noteSchema.text('[ref] ')).doc);
    expect(bracketed.content()).toMatch(/^\\\[ref\\?\] text\n\n\[ref\]: \/there\n$/);
    const without = source.advance(drop('there')(source.doc).doc);
    expect(without.advance(new Transform(without.doc).insert(1, noteSchema.text('[ref] ')).doc).content()).toBe('[ref] text\n');
  });
});

test('a letter in one of many definitions or footnotes has none of the others read again', () => {
  const lines = Array.from({ length: 300 }, (_, index) => `[l${index}]: /u${index}\n[^${index}]: [l${index}]: x\n\n`);
  const source = NoteSource.parse(`[l7] [l299]\n\n${lines.join('')}`, 'Title');
  const place = 2 + source.doc.child(0).nodeSize + '[l0]: /u'.length;
  const reading = vi.spyOn(tokenizer.block, 'State').mockClear();
  const after = source.advance(new Transform(source.doc).insert(place, noteSchema.text('x')).doc);
  expect(reading.mock.calls.length).toBeLessThan(4);
  reading.mockRestore();
  expect(after.content()).toContain('[l0]: /u0x\n');
});

import fc from 'fast-check';
import { Transform } from 'prosemirror-transform';
import { describe, expect, test, vi } from 'vitest';
import { noteSchema } from '../../../../main/contract/note-schema.ts';
import { NoteSource } from '../../../../main/features/notes/note-source.ts';
import { full } from '../../../support/tiers.ts';
import { applied, edit, edited, replayRewrite } from './edits.ts';
import { changedLines, lineEdits, markdown } from './next-text.ts';
import { runs } from '../../../support/property.ts';

const loaded = (source: NoteSource): NoteSource => NoteSource.load(source.content(), source.state(), String(source.doc.attrs['title']));

const history = fc.array(fc.record({ edit, lines: fc.option(lineEdits, { freq: 3 }), isAsked: fc.boolean(), isLoaded: fc.boolean() }), {
  minLength: 1,
  maxLength: 7,
});

test('the bytes follow from the history alone: not from when they were asked for, nor from being stored and loaded', full, () => {
  fc.assert(
    fc.property(markdown, history, (content, changes) => {
      let left = NoteSource.parse(content, 'Title');
      let right = left;
      for (const { edit, lines, isAsked, isLoaded } of changes) {
        if (isAsked) right.content();
        if (isLoaded) right = loaded(right);
        if (lines !== null) {
          const rewrite = left.rewrite(changedLines(left.content(), lines));
          const other = right.rewrite(changedLines(right.content(), lines));
          expect(other?.splices).toBe(rewrite?.splices);
          expect(other?.steps.map((step) => step.toJSON() as object)).toEqual(rewrite?.steps.map((step) => step.toJSON() as object));
          if (rewrite === null) continue;
          right = replayRewrite(right, applied(right.doc, rewrite.steps), rewrite.splices);
          left = rewrite.source;
          continue;
        }
        const [mine, theirs] = [edited(left.doc, edit), edited(right.doc, edit)];
        expect(theirs === null).toBe(mine === null);
        if (mine !== null && theirs !== null) [left, right] = [left.advance(mine.doc), right.advance(theirs.doc)];
      }
      expect(right.content()).toBe(left.content());
      expect(right.doc.eq(left.doc)).toBe(true);
      expect(right.state()).toBe(left.state());
    }),
    runs(80, 41),
  );
});

test('a note that was loaded undoes like one that was not', () => {
  fc.assert(
    fc.property(markdown, fc.array(edit, { minLength: 1, maxLength: 4 }), (content, some) => {
      let source = NoteSource.parse(content, 'Title');
      const undo = [];
      for (const each of some) {
        const result = edited(source.doc, each);
        if (result === null) continue;
        undo.push(result.undo);
        source = source.advance(result.doc);
      }
      let other = loaded(source);
      expect(other.doc.eq(source.doc)).toBe(true);
      for (const steps of undo.toReversed()) {
        source = source.advance(applied(source.doc, steps));
        other = loaded(other.advance(applied(other.doc, steps)));
        expect(other.content()).toBe(source.content());
        expect(other.state()).toBe(source.state());
      }
    }),
    runs(60, 42),
  );
});

describe('state', () => {
  const source = NoteSource.parse('one\n\nT\n===\n\nthree\n', 'Title');

  test('is null again when everything is as before', () => {
    const typed = new Transform(source.doc).insert(1, noteSchema.text('x'));
    const after = source.advance(typed.doc);
    expect(after.state()).not.toBeNull();
    expect(after.advance(typed.steps[0]?.invert(source.doc).apply(typed.doc).doc ?? typed.doc).state()).toBeNull();
  });

  test('names a few blocks, however long the note is', () => {
    const long = NoteSource.parse('paragraph\n\n'.repeat(2_000), 'Title');
    expect(long.advance(new Transform(long.doc).insert(1, noteSchema.text('x')).doc).state()?.length).toBeLessThan(200);
  });

  test('is made in few turns, however many blocks nothing is to be said of', () => {
    const long = NoteSource.parse('paragraph\n\n'.repeat(2_000), 'Title');
    const typed = long.advance(new Transform(long.doc).insert(1, noteSchema.text('x')).doc);
    expect([...typed.stating()].length).toBeLessThan(30);
  });

  test('holds what has no markdown', () => {
    const live = source.advance(
      new Transform(source.doc).insert(4, noteSchema.text('  ')).insert(0, noteSchema.nodes.paragraph.create()).doc,
    );
    const again = loaded(live);
    expect(again.doc.toString()).toBe('doc(paragraph, paragraph("one  "), heading("T"), paragraph("three"))');
    expect(again.content()).toBe(live.content());
  });

  test('holds what a definition meant that is gone', () => {
    const linked = NoteSource.parse('[x]\n\n[x]: /y\n', 'Title');
    const without = linked.advance(new Transform(linked.doc).delete(3, linked.doc.content.size).doc);
    expect(without.content()).toBe('[x]\n');
    expect(loaded(without).doc.eq(without.doc)).toBe(true);
  });

  test('holds the bytes of a letter that would be a byte order mark where it stands now', () => {
    const source = NoteSource.parse('# a\n\uFEFFb _c_\n', 'Title');
    const first = new Transform(source.doc).delete(0, source.doc.child(0).nodeSize);
    const without = source.advance(first.doc);
    expect(without.content()).toBe('&#65279;b *c*\n');
    const again = loaded(without);
    expect(again.doc.eq(without.doc)).toBe(true);
    expect(
      again
        .advance(
          applied(
            again.doc,
            first.steps.map((step, index) => step.invert(first.docs[index] ?? first.doc)),
          ),
        )
        .content(),
    ).toBe('# a\n\uFEFFb _c_\n');
  });

  const drop = (note: NoteSource, index: number): NoteSource => {
    const from = note.doc.children.slice(0, index).reduce((size, { nodeSize }) => size + nodeSize, 0);
    return note.advance(new Transform(note.doc).delete(from, from + note.doc.child(index).nodeSize).doc);
  };

  test('holds the line ending of a note without a line', () => {
    const without = NoteSource.parse('one\r\n', 'Title');
    const empty = loaded(without.advance(new Transform(without.doc).delete(1, 4).doc));
    expect(empty.content()).toBe('');
    expect(empty.advance(new Transform(empty.doc).insert(1, noteSchema.text('two')).doc).content()).toBe('two\r\n');
  });

  test('holds the blank lines that front matter has no place for', () => {
    const note = NoteSource.parse('\n\ntext\n', 'Title');
    const headed = loaded(
      note.advance(new Transform(note.doc).insert(0, noteSchema.nodes.frontmatter.create(null, noteSchema.text('a: b'))).doc),
    );
    expect(headed.content()).toBe('---\na: b\n---\n\ntext\n');
    expect(drop(headed, 0).content()).toBe('\n\ntext\n');
  });

  test('tells a rule at the start from front matter', () => {
    const without = drop(NoteSource.parse('a\n\n---\nk: v\n\n---\n', 'Title'), 0);
    const again = loaded(without);
    expect(again.content()).toBe('***\nk: v\n\n---\n');
    expect(drop(again, 2).content()).toBe('---\nk: v\n');
    // The block that was marked as standing elsewhere goes; the next one takes over its mark.
    expect(loaded(drop(again, 1)).content()).toBe(drop(without, 1).content());
  });

  test('tells it also where a block in the middle is the one that moved', () => {
    const note = NoteSource.parse('---\n\n* x\n\nk: v\n\n---\n', 'Title');
    const without = drop(note, 1);
    expect(without.content()).toBe('***\n\nk: v\n\n---\n');
    expect(loaded(without).content()).toBe(without.content());
  });

  test('brings back the bytes of a block that was deleted before it was stored', () => {
    const deletion = new Transform(source.doc).delete(5, 8);
    const without = loaded(source.advance(deletion.doc));
    expect(without.content()).toBe('one\n\nthree\n');
    const undone = without.advance(
      applied(
        without.doc,
        deletion.steps.map((step) => step.invert(source.doc)),
      ),
    );
    expect(undone.content()).toBe('one\n\nT\n===\n\nthree\n');
  });

  test('forgets deleted blocks after many further changes', full, () => {
    let note = source.advance(new Transform(source.doc).delete(5, 8).doc);
    for (let index = 0; index < 10_000; index++) note = note.advance(new Transform(note.doc).insert(1, noteSchema.text('x')).doc);
    expect(note.state()).not.toContain('===');
  });

  test('counts the blocks that were deleted as what the note holds, until they are back', () => {
    const long = NoteSource.parse('paragraph\n\n'.repeat(2_000), 'Title');
    const emptied = new Transform(long.doc).delete(11, long.doc.content.size);
    const note = long.advance(emptied.doc);
    expect(note.size).toBe(long.size);
    expect(
      note.advance(
        applied(
          note.doc,
          emptied.steps.map((step) => step.invert(long.doc)),
        ),
      ).size,
    ).toBe(long.size);
  });

  test('is that of a loaded note also where a block is moved that a change of the markdown has named and left', () => {
    const note = NoteSource.parse('one\n\ntwo', 'Title').rewrite('one\n')?.source ?? source;
    const moved = (from: NoteSource): NoteSource =>
      from.advance(applied(from.doc, new Transform(from.doc).insert(5, from.doc.children).delete(0, 5).steps));
    expect(moved(note).state()).toBe(moved(loaded(note)).state());
  });

  test('loads what was stored before it was noted where deleted blocks had stood', () => {
    const without = source.advance(new Transform(source.doc).delete(5, 8).doc);
    const { removed, ...others } = JSON.parse(without.state() ?? '') as {
      readonly removed: { readonly blocks: unknown; readonly left: number }[];
    };
    const older = { ...others, removed: removed.map(({ left, blocks }) => ({ left, blocks })) };
    const note = NoteSource.load(without.content(), JSON.stringify(older), 'Title');
    expect(note.advance(new Transform(note.doc).insert(5, source.doc.child(1)).doc).content()).toBe(source.content());
  });

  const state = source.advance(new Transform(source.doc).insert(1, noteSchema.text('x')).doc).state() ?? '';

  test.each([
    ['no JSON', '{'],
    ['another shape', '{"blocks":{}}'],
    ['an unknown field', '{"blocks":[3],"more":1}'],
    ['too few blocks', '{"blocks":[2]}'],
    ['too many blocks', '{"blocks":[4]}'],
    ['no blocks', '{"blocks":[]}'],
    ['a node that there is not', '{"blocks":[2,{"read":1,"node":{"type":"none"}}]}'],
    ['a node that is not allowed there', '{"blocks":[2,{"read":1,"node":{"type":"list_item","content":[{"type":"paragraph"}]}}]}'],
    ['a node with bad attributes', '{"blocks":[2,{"read":1,"node":{"type":"heading","attrs":{"level":9}}}]}'],
    ['a block without bytes', '{"blocks":[2,{"read":0},1]}'],
    ['bytes of two blocks for one', '{"blocks":[2,{"read":1},{"read":0,"source":"a\\n\\nb\\n","gap":""}]}'],
  ])('with %s is refused', (_, bad) => {
    expect(() => NoteSource.load(source.content(), bad, 'Title')).toThrow('The state of the note cannot be read');
  });

  test('of other content is refused', () => {
    expect(NoteSource.load('xone\n\nT\n===\n\nthree\n', state, 'Title').content()).toBe('xone\n\nT\n===\n\nthree\n');
    expect(() => NoteSource.load('one\n\nT\n===\n\nthree\n', '{"blocks":[2,{"read":1,"source":"four\\n"}]}', 'Title')).toThrow(
      'not of this content',
    );
  });
});

test('the bytes of a note that was only read are not put together for each time that they are asked for', () => {
  const content = '# a\n'.repeat(3_000);
  const source = NoteSource.parse(content, 'Title');
  const joining = vi.spyOn(Array.prototype, 'join');
  const again = source.content();
  const longest = Math.max(0, ...joining.mock.contexts.map((parts) => (parts as unknown[]).length));
  joining.mockRestore();
  expect([again, longest]).toEqual([content, 0]);
});

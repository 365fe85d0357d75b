// Random notes and queries against a search that looks at every note, and random changes against an index made anew.

import { bestHits, patternsOf } from '../../../../main/lib/full-text/hits.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fold } from '../../../../main/lib/full-text/fold.ts';
import { parseQuery } from '../../../../main/lib/full-text/query.ts';
import { snippet } from '../../../../main/lib/full-text/snippet.ts';
import { indexEntry } from '../../../../main/features/notes/search/index-entry.ts';
import { full } from '../../../support/tiers.ts';
import { openIndex, wordsOf, type TestIndex } from './test-index.ts';
import { runs, seeded, times } from '../../../support/property.ts';

/** What is written, and the words that it is. */
const vocabulary: readonly (readonly [string, readonly string[]])[] = [
  ['ab', ['ab']],
  ['AB', ['ab']],
  ['Áb', ['ab']],
  ['abc', ['abc']],
  ['a', ['a']],
  ['ß', ['ss']],
  ['ssa', ['ssa']],
  ['ﬁ', ['fi']],
  ['fia', ['fia']],
  ['東京', ['東', '京']],
  ['京', ['京']],
  ['京a', ['京', 'a']],
  ['한글', ['한', '글']],
  ['a-b', ['a', 'b']],
  ['a_ab', ['a', 'ab']],
  ['👍🏽', ['👍']],
  ['12', ['12']],
  ['1', ['1']],
];
interface Piece {
  readonly written: string;
  readonly words: readonly string[];
}
const piece = fc.constantFrom(...vocabulary).map(([written, words]): Piece => ({ written, words }));
const text = (maxLength: number) =>
  fc
    .array(piece, { minLength: 1, maxLength })
    .map((parts): Piece => ({ written: parts.map(({ written }) => written).join(' '), words: parts.flatMap(({ words }) => words) }));
const note = fc.record({ title: text(3), content: text(12) });
type RandomNote = typeof note extends fc.Arbitrary<infer T> ? T : never;
const term = fc.record({ kind: fc.constantFrom('word', 'word', 'phrase', 'not', 'not phrase'), text: text(2), single: piece });
const query = fc.array(term, { minLength: 1, maxLength: 3 });
type RandomTerm = typeof term extends fc.Arbitrary<infer T> ? T : never;

const wordsIn = ({ kind, text, single }: RandomTerm): readonly string[] => (kind.endsWith('phrase') ? text.words : single.words);
const writtenAs = ({ kind, text, single }: RandomTerm): string =>
  `${kind.startsWith('not') ? '-' : ''}${kind.endsWith('phrase') ? `"${text.written}"` : single.written}`;

function holds(words: readonly string[], wanted: readonly string[], open: boolean): boolean {
  return words.some((_, at) =>
    wanted.every((word, n) => {
      const here = words[at + n] ?? '';
      return here === word || (open && n === wanted.length - 1 && here.startsWith(word));
    }),
  );
}

function isHit({ title, content }: RandomNote, terms: readonly RandomTerm[]): boolean {
  const last = terms.findLast(({ kind }) => !kind.startsWith('not'));
  return terms.every((one) => {
    const found = [title.words, content.words].some((words) => holds(words, wordsIn(one), one === last && one.kind === 'word'));
    return one.kind.startsWith('not') ? !found : found;
  });
}

test('finds exactly what a look at every note finds', full, async () => {
  const index = openIndex();
  const [anna, bert] = [await index.newUser(), await index.newUser()];
  const notes = fc.sample(note, { seed: seeded(31), numRuns: 200 });
  const ids = await index.add(
    anna,
    notes.map(({ title, content }) => ({ title: title.written, content: content.written })),
  );
  await index.add(
    bert,
    notes.map(({ title, content }) => ({ title: content.written, content: title.written })),
  );
  let [hits, searches] = [0, 0];
  fc.assert(
    fc.property(query, (terms) => {
      const { total, hits: found } = index.search(anna, terms.map(writtenAs).join(' '));
      const expected = ids.filter((_, at) => isHit(notes[at] as RandomNote, terms));
      expect(found.map(({ id }) => id).toSorted()).toEqual(expected.toSorted());
      expect(total).toBe(expected.length);
      hits += total;
      searches += 1;
      const parsed = parseQuery(terms.map(writtenAs).join(' '));
      if (parsed === null || parsed.all.length === 0) return;
      for (const { id } of found.slice(0, 5)) {
        const { title, content } = notes[ids.indexOf(id)] as RandomNote;
        expect(snippet(title.written, content.written, parsed)).toContain('<mark>');
      }
    }),
    runs(200, 32),
  );
  expect(hits / searches).toBeGreaterThan(10);
});

test('after any changes the index is what a new one would be', full, async () => {
  const index = openIndex();
  const users = [await index.newUser(), await index.newUser(), await index.newUser()];
  // The order in which a map was filled is that of the last change.
  const kept = new Map(users.map((id) => [id, new Map<string, RandomNote>()]));
  // Users are numbered by their first note: in the same order as in the new index.
  for (const userId of users) await index.removeNote((await index.add(userId, [{ title: 'first', content: '' }]))[0] ?? '');
  const steps = fc.sample(
    fc.record({
      user: fc.nat(2),
      kind: fc.constantFrom('add', 'add', 'change', 'change', 'change newest', 'remove', 'undo'),
      which: fc.nat(),
      note,
    }),
    { seed: seeded(33), numRuns: times(200, 5_000) },
  );
  for (const step of steps) {
    const userId = users[step.user] ?? '';
    const own = kept.get(userId) ?? new Map<string, RandomNote>();
    const written = { title: step.note.title.written, content: step.note.content.written };
    const id = step.kind === 'change newest' ? [...own.keys()].at(-1) : [...own.keys()][step.which % Math.max(1, own.size)];
    if (step.kind === 'add') {
      const [added = ''] = await index.add(userId, [written]);
      own.set(added, step.note);
    } else if (id === undefined) continue;
    else if (step.kind === 'remove') {
      await index.removeNote(id);
      own.delete(id);
    } else if (step.kind === 'undo') {
      await expect(
        index.database.write(() => {
          index.store.put({ userId, id }, indexEntry(written));
          throw new Error('undone');
        }),
      ).rejects.toThrow('undone');
    } else {
      await index.change(userId, id, written);
      own.delete(id);
      own.set(id, step.note);
    }
  }
  await compareWithNew(index, kept);
});

async function compareWithNew(index: TestIndex, kept: ReadonlyMap<string, ReadonlyMap<string, RandomNote>>): Promise<void> {
  const anew = openIndex();
  const newUsers = new Map<string, string>();
  const newIds = new Map<string, string>();
  for (const [userId, notes] of kept) {
    const newUser = await anew.newUser();
    newUsers.set(userId, newUser);
    const ids = await anew.add(
      newUser,
      [...notes.values()].map(({ title, content }) => ({ title: title.written, content: content.written })),
    );
    for (const [at, id] of [...notes.keys()].entries()) newIds.set(id, ids[at] ?? '');
  }
  const numbered = (words: unknown[]): unknown[] => {
    const docs = [...new Set((words as { doc: number }[]).map(({ doc }) => doc))];
    return (words as { doc: number }[]).map((word) => ({ ...word, doc: docs.indexOf(word.doc) }));
  };
  const words = await wordsOf(index);
  expect(words.length).toBeGreaterThan(300);
  expect(numbered(words)).toEqual(numbered(await wordsOf(anew)));
  for (const terms of fc.sample(query, { seed: seeded(34), numRuns: times(100, 2_000) })) {
    const q = terms.map(writtenAs).join(' ');
    for (const [userId, newUser] of newUsers) {
      const [found, expected] = [index.search(userId, q), anew.search(newUser, q)];
      expect(found.total).toBe(expected.total);
      expect(found.hits.map(({ id }) => newIds.get(id))).toEqual(expected.hits.map(({ id }) => id));
    }
  }
}

describe('hits in a text', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', 'B', '1', '_', ' ', '\n', '*', '.'), maxLength: 80 });
  const term = fc.record({
    words: fc.array(fc.constantFrom('a', 'b', 'ab', 'ba1', 'abab'), { minLength: 1, maxLength: 2 }),
    prefix: fc.boolean(),
  });

  test('are the same in plain text, which is not folded twice, as in one with other characters', () => {
    fc.assert(
      fc.property(text, fc.array(term, { minLength: 1, maxLength: 3 }), (plain, terms) => {
        const patterns = patternsOf(terms);
        expect(bestHits(plain, patterns)).toEqual(bestHits(`${plain} é`, patterns));
      }),
      runs(250, 33),
    );
  });

  test('of one word are those that a regular expression finds', () => {
    fc.assert(
      fc.property(text, fc.constantFrom('a', 'b', 'ab', 'ba1', 'abab'), fc.boolean(), (plain, word, prefix) => {
        const pattern = new RegExp(`(?<![a-z0-9])${word}${prefix ? '[a-z0-9]*' : '(?![a-z0-9])'}`, 'g');
        const expected = [...fold(plain).matchAll(pattern)].map(({ 0: found, index }) => ({ start: index, end: index + found.length }));
        expect(bestHits(plain, patternsOf([{ words: [word], prefix }]))).toEqual(expected);
      }),
      runs(250, 33),
    );
  });
});

import { expect, onTestFinished, test, vi } from 'vitest';
import { LongList } from '../../../main/lib/answer.ts';
import { isJsonList, listPieces, maybeListText, utf8Of } from '../../../main/http/json-text.ts';
import fc from 'fast-check';
import { anyCharacter } from '../../support/any-character.ts';
import { full } from '../../support/tiers.ts';
import { runs } from '../../support/property.ts';

test.each([0, 1, 199, 200, 201, 1_001, 2_345])('a list of %d is written as JSON.stringify writes it', async (length) => {
  const items = Array.from({ length }, (_, index) => ({ id: index, text: 'ä"\\\u2028😀', none: null, absent: undefined }));
  const list = { before: 'x', items, total: length, limit: null, absent: undefined, offset: 0 };
  expect(Buffer.concat(await listPieces(list)).toString()).toBe(JSON.stringify(list));
  expect(maybeListText(list)).toBe(length > 1_000 ? null : JSON.stringify(list));
});

test.each([[], [0], [0, 1], [3, 2], [3, 0, 2]])(
  'a list that comes in slices of %j is written as JSON.stringify writes it',
  async (...lengths) => {
    const slices = lengths.map((length) => Array.from({ length }, (_, index) => ({ id: index, text: 'ä"😀' })));
    const rest = { total: 5, limit: null, absent: undefined };
    async function* read() {
      // As items, and as their text, by turns.
      for (const [index, slice] of slices.entries())
        yield await Promise.resolve(index % 2 === 0 || slice.length === 0 ? slice : Buffer.from(JSON.stringify(slice)));
      return rest;
    }
    const list = new LongList<{ readonly items: readonly unknown[] }>(read);
    expect([isJsonList(list), maybeListText(list)]).toEqual([true, null]);
    const expected = { items: slices.flat(), ...rest };
    expect(Buffer.concat(await listPieces(list)).toString()).toBe(JSON.stringify(expected));
    expect(await list.collect()).toEqual(expected);
  },
);

test('what is a list, and which of them are written in slices: those of many items, and of much text', () => {
  const list = (length: number, item: unknown = 1): { items: unknown[] } => ({ items: Array.from({ length }, () => item) });
  expect([list(0), { items: 'x'.repeat(2_000) }, null, [1]].map((value) => isJsonList(value))).toEqual([true, false, false, false]);
  const text = { description: '"'.repeat(10_000) };
  const lists = [list(1_000), list(1_001), list(20, text), list(60, text)];
  expect(lists.map((each) => maybeListText(each) === null)).toEqual([false, true, false, true]);
});

test('a slice of long texts is of few items', full, async () => {
  const items = [
    ...Array.from({ length: 100 }, (_, id) => ({ id, checklist: [{ text: 'é"'.repeat(50_000) }] })),
    1,
    'two',
    null,
    undefined,
  ];
  const pieces = await listPieces({ items });
  expect(Buffer.concat(pieces).toString()).toBe(JSON.stringify({ items }));
  // Each text has 100,000 characters and takes twice as many bytes.
  expect(Math.max(...pieces.map(({ byteLength }) => byteLength))).toBeLessThan(1_000_000);
});

test('others get their turn after each slice of a long list that takes its time', async () => {
  // Each look at the clock is a second later than the one before.
  let now = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 1_000));
  onTestFinished(() => {
    clock.mockRestore();
  });
  const list = { items: Array.from({ length: 3_000 }, (_, index) => index) };
  let [turns, done] = [0, false];
  const turn = (): void => {
    turns += 1;
    if (!done) setImmediate(turn);
  };
  setImmediate(turn);
  await listPieces(list);
  done = true;
  expect(turns).toBeGreaterThanOrEqual(20);
});

test('a text in UTF-8 is the bytes that Buffer.from gives, of any well-formed text', () => {
  const texts = fc.oneof(
    fc.string({ unit: anyCharacter }),
    fc.string({ unit: fc.constantFrom('a', 'é', '…', '\u{1F600}', '\0', '\uFEFF', '\u2028') }),
  );
  fc.assert(
    fc.property(texts, (text) => {
      expect(utf8Of(text)).toEqual(Buffer.from(text));
    }),
    runs(100, 7),
  );
});

test.each(['', 'plain', 'näher', 'too wide…'])('a long text in UTF-8 as well: %s', (some) => {
  const text = some.repeat(30_000);
  expect(utf8Of(text).equals(Buffer.from(text))).toBe(true);
});

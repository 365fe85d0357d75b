import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runAtOnce } from '../../../main/lib/cooperative-scheduler.ts';
import { isHeavy, jsonText, slicedJson, slicedJsonBytes, JsonText } from '../../../main/lib/sliced-json.ts';
import { runs } from '../../support/property.ts';

/** The text, and how often it let others run. */
function written(value: object): { readonly text: string; readonly yields: number } {
  const work = slicedJson(value);
  for (let yields = 0; ; yields += 1) {
    const { done, value: parts } = work.next();
    if (done === true) return { text: parts.join(''), yields };
  }
}

const wide = (length: number): unknown[] =>
  Array.from({ length }, (_, index) => ({ index, text: 'x'.repeat(index % 50), none: undefined }));

test('long JSON text is cut into parts of whole characters', () => {
  for (const before of ['', 'x']) {
    const value = { [before]: '😀'.repeat(50_000), list: [1] };
    const parts = jsonText(JSON.stringify(value));
    expect(Math.max(...parts.parts.map(({ length }) => length))).toBeLessThanOrEqual(32 * 1024 + 1);
    expect(parts.parts.every((part) => part.isWellFormed())).toBe(true);
    expect(runAtOnce(slicedJsonBytes({ parts })).toString()).toBe(JSON.stringify({ parts: value }));
  }
});

test('slicedJson writes what JSON.stringify writes', () => {
  const heavy = { wide: wide(3_000), deep: [[wide(2_500), [], {}], 'y'.repeat(100_000)], nothing: undefined, list: [undefined, null, 1] };
  expect(written(heavy).text).toBe(JSON.stringify(heavy));
  expect(runAtOnce(slicedJsonBytes({ heavy, 'ü€😀': 'ü€😀'.repeat(40_000) })).toString()).toBe(
    JSON.stringify({ heavy, 'ü€😀': 'ü€😀'.repeat(40_000) }),
  );
  fc.assert(
    fc.property(fc.array(fc.jsonValue(), { minLength: 1, maxLength: 5 }), fc.nat(2), (values, copies) => {
      let value: object = values;
      // Grown until parts of it are heavy.
      for (let round = 0; round <= copies; round += 1) value = { a: Array.from({ length: 12 }, () => value), b: [value] };
      expect(written(value).text).toBe(JSON.stringify(value));
    }),
    runs(20, 11),
  );
});

test('slicedJson takes over what is JSON text already', () => {
  const doc = { content: wide(3_000) };
  const text = JSON.stringify(doc);
  const value = { a: 1, doc: new JsonText([text.slice(0, 1_000), text.slice(1_000)]), b: 'x' };
  expect(isHeavy(value)).toBe(true);
  expect(written(value).text).toBe(JSON.stringify({ a: 1, doc, b: 'x' }));
  expect(JSON.stringify(value)).toBe(JSON.stringify({ a: 1, doc, b: 'x' }));
});

test('slicedJson lets others run in proportion to what it writes', () => {
  const [few, many] = [written({ a: wide(20_000) }).yields, written({ a: { b: wide(200_000) } }).yields];
  expect(few).toBeGreaterThan(20);
  expect(many).toBeGreaterThan(9 * few);
  expect([isHeavy({ a: wide(20_000) }), isHeavy({ a: wide(10) }), isHeavy({ a: 'x'.repeat(100_000) })]).toEqual([true, false, true]);
});

test('slicedJson writes one long text in parts as well', () => {
  const text = `${'😀'.repeat(20_000)}\uD83D${'\u001F"\\'.repeat(20_000)}x${'😀'.repeat(20_000)}\uDE00`;
  for (const value of [{ text }, [text, 1], { a: [{ text }] }]) expect(written(value).text).toBe(JSON.stringify(value));
  expect(written({ text: 'x'.repeat(5_000_000) }).yields).toBeGreaterThan(100);
});

test('others run also while the bytes of a long text are put together', () => {
  const yieldsOf = (work: Generator<void, unknown>): number => {
    let yields = 0;
    while (work.next().done !== true) yields += 1;
    return yields;
  };
  const texts = Array.from({ length: 50 }, () => 'x'.repeat(64 * 1024));
  expect(yieldsOf(slicedJsonBytes(texts)) - yieldsOf(slicedJson(texts))).toBeGreaterThanOrEqual(texts.length);
});

import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { slicedParse } from '../../../main/lib/sliced-parse.ts';
import { runs } from '../../support/property.ts';
import { full } from '../../support/tiers.ts';

/** What it gives, and how often it yields. */
function parsed(text: string): { readonly value: unknown; readonly yields: number } {
  const work = slicedParse(text);
  for (let yields = 0; ; yields += 1) {
    const { done, value } = work.next();
    if (done === true) return { value, yields };
  }
}

const long = 'x'.repeat(40_000);
const many = Array.from({ length: 20_000 }, (_, index) => ({ type: 'text', marks: [{ type: 'strong' }], text: `a"\\${index}` }));

afterEach(() => {
  vi.restoreAllMocks();
});

describe('long JSON text', () => {
  test.each<[string, unknown]>([
    ['a list of small objects', many],
    ['objects around it', { step: { content: [{ type: 'paragraph', content: many }, { type: 'rule' }] }, from: 1, none: null }],
    ['long texts', [long, { [long]: long, b: [long, '\\"'.repeat(30_000)] }, long]],
    ['a long text alone', `${long}"]`],
    ['numbers, words and empty values', [Array.from({ length: 30_000 }, (_, index) => index / 7), [], {}, true, [[]], -1e300, false, null]],
    ['members of a name that objects have', JSON.parse(`{"a":${JSON.stringify(many)},"__proto__":{"b":1},"a2":[]}`)],
    ['lists in lists', [[[[many]], many], [[]]]],
  ])('is read as JSON.parse reads it: %s', (_name, value) => {
    const text = JSON.stringify(value);
    const whole = vi.spyOn(JSON, 'parse');
    const read = parsed(text);
    expect(whole.mock.calls.every(([part]) => part.length < text.length / 2 || /^"[^"]/.test(part))).toBe(true);
    expect(read.yields).toBeGreaterThan(0);
    expect(read.value).toEqual(value);
    expect(JSON.stringify(read.value)).toBe(text);
  });

  test('is read in parts, none of which is long', () => {
    const text = JSON.stringify({ content: [{ content: many }] });
    const whole = vi.spyOn(JSON, 'parse');
    expect(parsed(text).yields).toBeGreaterThan(text.length / 64_000);
    expect(Math.max(...whole.mock.calls.map(([part]) => part.length))).toBeLessThan(70_000);
  });

  test('of any value', () => {
    fc.assert(
      fc.property(fc.json(), fc.array(fc.jsonValue(), { maxLength: 5 }), (some, others) => {
        const value = {
          first: others,
          some: JSON.parse(some) as unknown,
          filled: [...others, long, ...others, { a: others, [long]: some }],
        };
        const text = JSON.stringify(value);
        expect(JSON.stringify(parsed(text).value)).toBe(text);
      }),
      runs(200, 41),
    );
  });

  test('with blanks in it is read too', full, () => {
    const text = JSON.stringify({ many, b: [1] }, null, 2);
    expect(parsed(text).value).toEqual({ many, b: [1] });
  });

  test.each([
    `[${long}]`,
    `["${long}`,
    `["${long}",]`,
    `{"${long}"}`,
    `["${long}"]]`,
    `["${long}"}`,
    `[1,"${long}",,2]`,
    `{"a":"${long}",}`,
  ])('that is none is refused as by JSON.parse: %#', (text) => {
    expect(() => parsed(text)).toThrow(SyntaxError);
  });
});

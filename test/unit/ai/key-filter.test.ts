import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bytesWithoutKey, withoutKey } from '../../../main/ai/key-filter.ts';

const key = 'sk-abcdefghijklmnop';

async function through(parts: readonly string[], wanted: string | null): Promise<string> {
  const chunks = async function* (): AsyncGenerator<Uint8Array> { for (const part of parts) yield await Promise.resolve(Buffer.from(part)); };
  let text = '';
  for await (const bytes of bytesWithoutKey(chunks(), wanted)) text += Buffer.from(bytes).toString('latin1');
  return text;
}

describe('withoutKey', () => {
  test.each([
    ['nothing of it', 'nothing of it'],
    [`a ${key} b ${key}`, 'a [key] b [key]'],
    [`its end: ${key.slice(-8)}!`, 'its end: [key]!'],
    [`too little: ${key.slice(0, 7)}`, `too little: ${key.slice(0, 7)}`],
    ['', ''],
  ])('%j', (text, result) => {
    expect(withoutKey(text, key)).toBe(result);
  });

  test('a short key goes as a whole, and none changes nothing', () => {
    expect(withoutKey('pass: abcd', 'abcd')).toBe('pass: [key]');
    expect(withoutKey('text', null)).toBe('text');
    expect(withoutKey('text', '')).toBe('text');
  });
});

describe('bytesWithoutKey', () => {
  const wanted = 'aab';
  test('is the same as replacing it in the whole, however it is cut into chunks', async () => {
    await fc.assert(fc.asyncProperty(fc.array(fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 6 }), { maxLength: 12 }), async (parts) => {
      expect(await through(parts, wanted)).toBe(parts.join('').replaceAll(wanted, '[key]'));
    }), { seed: 3, numRuns: 300 });
  });

  test('holds nothing back that cannot be the key, so that a stream flows', async () => {
    const source = async function* (): AsyncGenerator<Uint8Array> { yield await Promise.resolve(Buffer.from('data: 1\n\n')); throw new Error('the second was asked for'); };
    const { value } = await bytesWithoutKey(source(), key).next();
    expect(Buffer.from(value ?? []).toString()).toBe('data: 1\n\n');
  });

  test('without a key all is as it was', async () => {
    expect(await through(['a', 'b'], null)).toBe('ab');
  });
});

import { expect, test } from 'vitest';
import { textParts } from '../../../main/lib/sliced-json.ts';
import { maybePacked, unpackedText, unpackedInThread } from '../../../main/lib/packed-text.ts';

test('long text is packed and read again to the letter, whatever stands where its parts meet', async () => {
  for (const before of ['', 'x', 'ü', 'xy']) {
    const text = `${before}${'😀ü'.repeat(50_000)}end`;
    const packed = await maybePacked([...textParts(text)]);
    expect(packed?.length ?? Infinity).toBeLessThan(text.length / 20);
    expect(unpackedText(packed ?? Buffer.alloc(0)) === text).toBe(true);
    expect((await unpackedInThread(packed ?? Buffer.alloc(0))) === text).toBe(true);
  }
});

test('short text stays as it is, and what is no packed text is refused', async () => {
  expect(await maybePacked(['x'.repeat(65_535)])).toBeNull();
  expect(await maybePacked(['x'.repeat(65_534), 'x'])).toBeNull();
  expect(unpackedText((await maybePacked(['x'.repeat(65_535), 'ü'])) ?? Buffer.alloc(0))).toBe(`${'x'.repeat(65_535)}ü`);
  const packed = (await maybePacked(['x'.repeat(65_536)])) ?? Buffer.alloc(0);
  expect(() => unpackedText(packed.subarray(0, packed.length - 5))).toThrow();
  expect(() => unpackedText(Buffer.from('{"stepType":"replace"}'))).toThrow();
  await expect(unpackedInThread(packed.subarray(0, packed.length - 5))).rejects.toThrow();
});

test('bytes that unpack to more text than may be are refused before it is in memory', async () => {
  const packed = (await maybePacked(Array.from({ length: 100 }, () => 'x'.repeat(65_536)))) ?? Buffer.alloc(0);
  expect(await unpackedInThread(packed, 6_553_600)).toHaveLength(6_553_600);
  await expect(unpackedInThread(packed, 6_553_599)).rejects.toThrow('The packed text is too long');
});

import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { GgufError, readGgufHead } from '../../../main/features/ai/server/gguf.ts';
import { tinyGguf } from '../../support/tiny-gguf.ts';
import { runs } from '../../support/property.ts';

const folder = mkdtempSync(join(tmpdir(), 'daybook-gguf-'));
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const good = tinyGguf({ reply: ['x'] });
function head(bytes: Buffer, name = 'm.gguf'): ReturnType<typeof readGgufHead> {
  const file = join(folder, name);
  // What follows the head is not looked at: written as a hole, it costs no time.
  writeFileSync(file, bytes.subarray(0, 16_384));
  truncateSync(file, bytes.length);
  return readGgufHead(file);
}

/** The good file with a number in the place of another. */
function changed(offset: number, value: bigint): Buffer {
  const bytes = Buffer.from(good);
  bytes.writeBigUInt64LE(value, offset);
  return bytes;
}

describe('readGgufHead', () => {
  test('gives the architecture and the size', () => {
    expect(head(good)).toEqual({ architecture: 'llama', size: good.length });
    expect(head(tinyGguf({ architecture: 'other' })).architecture).toBe('other');
    expect(head(tinyGguf({ ggufVersion: 2 })).architecture).toBe('llama');
  });

  test.each<[string, Buffer, RegExp]>([
    ['an empty file', Buffer.alloc(0), /no GGUF/],
    ['another file', Buffer.from('%PDF-1.7'), /no GGUF/],
    ['the magic alone', Buffer.from('GGUF'), /cut off/],
    ['version 1', tinyGguf({ ggufVersion: 1 }), /version 1,/],
    ['version 4', tinyGguf({ ggufVersion: 4 }), /version 4,/],
    ['another byte order', tinyGguf({ ggufVersion: 0x03_00_00_00 }), /byte order/],
    ['a quintillion tensors', changed(8, 2n ** 60n), /cut off/],
    ['a quintillion entries', changed(16, 2n ** 60n), /cut off/],
    ['a key of a quintillion characters', changed(24, 2n ** 60n), /cut off/],
    ['more tensors than fit', changed(8, 1_000_000n), /cut off|damaged/],
  ])('refuses %s', (_, bytes, reason) => {
    expect(() => head(bytes)).toThrow(GgufError);
    expect(() => head(bytes)).toThrow(reason);
  });

  test('refuses the file wherever it is cut off', () => {
    // The padding at the end holds nothing that is missed.
    fc.assert(
      fc.property(fc.integer({ min: 0, max: good.length - 64 }), (length) => {
        expect(() => head(good.subarray(0, length))).toThrow(GgufError);
      }),
      runs(30, 1),
    );
  });

  test('a damaged head is refused or read, and is nothing that breaks or takes long', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 12_000 }), fc.uint8Array({ minLength: 1, maxLength: 16 }), (at, bytes) => {
        const damaged = Buffer.from(good);
        damaged.set(bytes, at);
        try {
          head(damaged);
        } catch (error) {
          expect(error).toBeInstanceOf(GgufError);
        }
      }),
      runs(60, 2),
    );
  });

  test('a model in several files needs all of them', () => {
    const parts = tinyGguf({ splitCount: 2, reply: ['x'] });
    expect(() => head(parts, 'big-00001-of-00002.gguf')).toThrow(/part 2 is missing/);
    writeFileSync(join(folder, 'big-00002-of-00002.gguf'), good);
    expect(head(parts, 'big-00001-of-00002.gguf').size).toBe(parts.length + good.length);
    writeFileSync(join(folder, 'big-00002-of-00002.gguf'), good.subarray(0, 5_000));
    expect(() => head(parts, 'big-00001-of-00002.gguf')).toThrow(/cut off/);
  });
});

import { describe, expect, it } from 'vitest';
import { full } from '../../../support/tiers.ts';
import { examples } from './commonmark-examples.ts';
import { missOf } from './round-trip.ts';

/** Examples that do not come back, by number, with the reason. There are none. */
const misses: Readonly<Record<number, string>> = {};

describe('the examples of CommonMark 0.31', () => {
  it('are all here', () => {
    expect(examples).toHaveLength(652);
  });

  it('keep their bytes, and say the same when they are written anew, as a whole and block by block', () => {
    const found = examples
      .map(({ number, markdown }) => [number, missOf(markdown)] as const)
      .filter(([number, miss]) => miss !== null && misses[number] === undefined);
    expect(found).toEqual([]);
  });

  it('do so with the line ends of Windows', full, () => {
    const found = examples
      .map(({ number, markdown }) => [number, missOf(markdown.replaceAll('\n', '\r\n'))] as const)
      .filter(([, miss]) => miss !== null);
    expect(found).toEqual([]);
  });

  it('do so in a list and in a quote', full, () => {
    // Tabs stand elsewhere when they are indented, so those examples would be others.
    const inside = examples.map(({ number, markdown }) => [number, markdown] as const).filter(([, markdown]) => !markdown.includes('\t'));
    const listed = (markdown: string): string => `- item\n\n${markdown.replaceAll(/^(?=.)/gm, '  ')}`;
    const quoted = (markdown: string): string => markdown.replaceAll(/^/gm, '> ');
    const found = inside.flatMap(([number, markdown]) => [
      [number, 'list', missOf(listed(markdown))] as const,
      [number, 'quote', missOf(quoted(markdown))] as const,
    ]);
    expect(found.filter(([, , miss]) => miss !== null)).toEqual([]);
  });
});

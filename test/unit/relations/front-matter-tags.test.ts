import { expect, test } from 'vitest';
import { frontMatterTags, loadYaml } from '../../../main/features/relations/front-matter-tags.ts';

const tagsOf = async (text: string): Promise<readonly string[]> => {
  await loadYaml();
  const found = frontMatterTags(text) ?? [];
  // Each says where it stands.
  expect(found.map(({ from, to }) => text.slice(from, to))).toEqual(found.map(({ tag }) => tag));
  return found.map(({ tag }) => tag);
};

test.each([
  ['tags: [a, "#b", \' c/d \', " # ", "e f", "g\'h", ##i]', ['a', 'b', 'c/d']],
  ['tags:\n  - a\n  - "#b"\n  - \'c\'\n', ['a', 'b', 'c']],
  ['Tags: a, b "c" d', ['a', 'b', 'c', 'd']],
  ['tags: "a, #b"', ['a', 'b']],
  ['other: [a]', []],
])('%j', async (text, tags) => {
  expect(await tagsOf(text)).toEqual(tags);
});

test('a name among many blanks is read in the time of its length', { timeout: 20_000 }, async () => {
  // By a pattern that tries each of them in three places it took 40 s.
  const blanks = ' '.repeat(3_900);
  expect(await tagsOf(`tags: [a, "${blanks}#${blanks}\\"#"]`)).toEqual(['a']);
  expect(await tagsOf(`tags: ["${blanks}#b${blanks}"]`)).toEqual(['b']);
});

test('longer front matter tells none', async () => {
  expect(await tagsOf(`tags: [a]\nb: ${'x'.repeat(8 * 1024)}`)).toEqual([]);
});

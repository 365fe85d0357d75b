import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { frontMatterEdits, frontMatterMentions, loadYaml } from '../../../main/features/relations/front-matter.ts';
import { runs } from '../../support/property.ts';

const tagsOf = async (text: string): Promise<readonly string[]> => {
  await loadYaml();
  const found = frontMatterMentions(text)?.tags ?? [];
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

/** By titles, as they are meant, and records. */
const linksOf = async (text: string): Promise<readonly string[]> => {
  await loadYaml();
  const links = frontMatterMentions(text)?.links ?? [];
  for (const { kind, from, to } of links) expect(text.slice(from, to)).toMatch(kind === 'title' ? /^\[\[[^]*\]\]$/ : /^daybook:/);
  return links.map((link) => (link.kind === 'record' ? `${link.type} ${link.id}` : link.target));
};

describe('links', () => {
  test.each([
    ['a: "[[Note]]"', ['Note']],
    ["a: '[[Note#Part|shown]]' # [[Comment]]", ['Note#Part']],
    ['a:\n  - "[[B]]"\n  - x\n  - \'[[ A ]]\'\nb: ["[[C]]", {d: "![[D]]"}]\nc:\n  e: "[[E]], [[F]]"', ['B', 'A', 'C', 'D', 'E', 'F']],
    ['a: see [[Note]] and [[Other]]', ['Note', 'Other']],
    ['a: |\n  one [[Note]]\n  [[Ot\n  her]]\nb: "[[B]]"', ['Note', 'B']],
    ['a: >- # [[Comment]]\n  one [[Long\n  note|x]]\nb: "[[Long\n  er]]"\nc: x [[Plain\n  one]]', ['Long note', 'Long er', 'Plain one']],
    [String.raw`a: "[[Say \"hi\"\u0021]]"` + "\nb: '[[It''s]]'", ['Say "hi"!', "It's"]],
    ['a: daybook://card/12\nb: "to daybook://note/3."', ['card 12', 'note 3']],
    // Brackets without quotes are lists, and what stands before a colon is a name.
    ['a: [[Note]]\nb:\n  - [[Note]]\n"[[Name]]": x\n? "[[Name]]"\n: y', []],
    [String.raw`a: "[[A\x5bB]]"` + '\nb: "[[ ]]"\nc: "#tag [text](Note.md)"', []],
    ['a: &x "[[Once]]"\nb: *x', ['Once']],
    // What YAML takes for a fault behind the sign of a block is no text of it.
    ['a: >x [[Note]]', []],
    ['[[Note]]', []],
  ])('%j', async (text, links) => {
    expect(await linksOf(text)).toEqual(links);
  });
});

const edited = async (text: string, title: string): Promise<string> => {
  await loadYaml();
  let result = text;
  const edits = frontMatterEdits(text, ({ target }) => (target.startsWith('Old') ? title + target.slice(3) : null));
  for (const { from, to, text: next } of edits.toReversed()) result = result.slice(0, from) + next + result.slice(to);
  return result;
};

describe('a link gets another target', () => {
  test.each([
    ['a:   "![[Old#Part|shown]]"  # [[Old]]\nb: [[Old]]', 'New', 'a:   "![[New#Part|shown]]"  # [[Old]]\nb: [[Old]]'],
    ['a: "[[ Old |x]] [[Other]] [[Old]]"', 'Say "a\\b": #1', String.raw`a: "[[ Say \"a\\b\": #1 |x]] [[Other]] [[Say \"a\\b\": #1]]"`],
    ["a: '[[Old]] isn''t'", 'It\'s: "x"', "a: '[[It''s: \"x\"]] isn''t'"],
    ['a: see [[Old]]  # why', 'New\'s "one"', 'a: see [[New\'s "one"]]  # why'],
    ["a: [x]\nb: it's [[Old]]\n  and [[Old]]\nc: 1", 'A: b', "a: [x]\nb: 'it''s [[A: b]]\n  and [[A: b]]'\nc: 1"],
    ['a: x [[Old]]', 'C #1', "a: 'x [[C #1]]'"],
    ['a: |\n  x: [[Old]]\nb: >\n  [[Old#a\n  b|c\n  d]]', 'A: "b" #c', 'a: |\n  x: [[A: "b" #c]]\nb: >\n  [[A: "b" #c#a b|c\n  d]]'],
  ])('%j to %j', async (text, title, after) => {
    expect(await edited(text, title)).toBe(after);
  });

  test('whatever it says, and however the property is written: the rest of it and all others mean what they did', async () => {
    await loadYaml();
    const title = fc
      .string({ unit: fc.constantFrom(...'ab: #\'"\\,{}&*!>%@`-?é'.split('')), minLength: 1, maxLength: 12 })
      .map((text) => text.trim());
    const type = fc.constantFrom('PLAIN', 'QUOTE_SINGLE', 'QUOTE_DOUBLE', 'BLOCK_LITERAL', 'BLOCK_FOLDED');
    const words = fc.string({ unit: fc.constantFrom(...'ab \'"\\,-é'.split('')), maxLength: 20 });
    const property = fc.asyncProperty(title, type, words, words, async (next, style, before, after) => {
      fc.pre(next !== '' && !next.startsWith('#'));
      const value = (target: string): unknown => ({
        first: 'x',
        list: [`${before}[[${target}]]${after}`, '[[Other]]'],
        last: [`y [[${target}|z]]`],
      });
      const text = stringify(value('Old'), { defaultStringType: style as 'PLAIN' });
      expect(parse(await edited(text, next))).toEqual(value(next));
    });
    await fc.assert(property, runs(200, 58));
  });
});

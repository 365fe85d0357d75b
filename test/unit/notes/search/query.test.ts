import { describe, expect, test } from 'vitest';
import { anywhere, rankable, titled, untitled } from '../../../../main/lib/full-text/match.ts';
import { parseQuery } from '../../../../main/lib/full-text/query.ts';

/** What the index is asked for all hits. */
const asked = (q: string): string | null => {
  const query = parseQuery(q);
  if (query === null) return null;
  return query.all.length + query.none.length === 0 ? 'nothing' : anywhere(query);
};

describe('parseQuery', () => {
  test.each<[string, string | null]>([
    ['', null],
    [' \t\u3000', null],
    ['one', '"one" *'],
    ['Two WORDS', '"two" AND "words" *'],
    ['one one', '"one" AND "one" *'],
    ['one two one two', '"one" AND "two" AND "two" *'],
    ['a "b c" d', '"a" AND "b c" AND "d" *'],
    ['a "b c"', '"a" AND "b c"'],
    ['"b c', '"b c" *'],
    ['“b c” d', '"b c" AND "d" *'],
    ['-no yes', '("yes" *) NOT ("no")'],
    ['yes -no -"not this"', '("yes" *) NOT ("no" OR "not this")'],
    ['-no', '("_") NOT ("no")'],
    ['yes　－no', '("yes" *) NOT ("no")'],
    ['foo-bar', '"foo bar" *'],
    ['foo -bar-baz', '("foo" *) NOT ("bar baz")'],
    ['foo - bar', '"foo" AND "bar" *'],
    ['--help a->b ->c', '"help" AND "a b" AND "c" *'],
    ['"a"-b', '"a" AND "b" *'],
    ['"a"b', '"a" AND "b" *'],
    ['foo"bar', '"foo bar" *'],
    ['foo"bar baz"', '"foo bar" AND "baz" *'],
    ['""', 'nothing'],
    ['"', 'nothing'],
    ['a "', '"a" *'],
    ['-', 'nothing'],
    ['--- - -"" -*', 'nothing'],
    ['a -*', '"a" *'],
    ['*', 'nothing'],
    ['a* b', '"a" AND "b" *'],
    ['a AND b', '"a" AND "and" AND "b" *'],
    ['NOT', '"not" *'],
    ['NEAR(a b, 2)', '"near a" AND "b" AND "2" *'],
    ['^a {b} title:c a+b (d OR e', '"a" AND "b" AND "title c" AND "a b" AND "d" AND "or" AND "e" *'],
    ['snake_case', '"snake case" *'],
    ['c++ c#', '"c" AND "c" *'],
    ['東京', '"東 京" *'],
    ['🎉👍', '"🎉 👍" *'],
    ['\\ % \u0001 ;--', 'nothing'],
  ])('%j', (q, expected) => {
    expect(asked(q)).toBe(expected);
  });
});

describe('other forms', () => {
  const query = parseQuery('a-b c -d') ?? { all: [], none: [] };

  test('the title alone', () => {
    expect(titled(query)).toBe('("_a _b" AND "_c" *) NOT ("d")');
  });

  test('all but the title', () => {
    expect(untitled(query)).toBe('("a b" AND "c" *) NOT ("d" OR ("_a _b" AND "_c" *))');
  });

  test('a whole word besides the beginning of one', () => {
    expect(rankable(query)).toBe('("a b" AND ("c" OR "c" *)) NOT ("d")');
  });
});

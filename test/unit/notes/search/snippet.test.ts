import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseQuery } from '../../../../main/lib/full-text/query.ts';
import { snippet } from '../../../../main/lib/full-text/snippet.ts';
import { full } from '../../../support/tiers.ts';
import { runs } from '../../../support/property.ts';

const shown = (content: string, q: string, title = 'Title'): string => snippet(title, content, parseQuery(q) ?? { all: [], none: [] });
const filler = 'Lorem ipsum dolor sit amet consectetur adipiscing elit sed do. ';
const unmarked = (html: string): string => html.replaceAll(/<\/?mark>/g, '');
const readable = (html: string): string =>
  unmarked(html)
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');

describe('snippet', () => {
  test.each<[string, string, string]>([
    ['one two three', 'two', 'one <mark>two</mark> three'],
    ['one two three', 'thr', 'one two <mark>three</mark>'],
    ['one two three', 'one three', '<mark>one</mark> two <mark>three</mark>'],
    ['bar foo bar', '"foo bar"', 'bar <mark>foo bar</mark>'],
    ['a foo-bar, bar', 'foo-bar', 'a <mark>foo-bar</mark>, bar'],
    ['Das Café. CAFE\u0301!', 'cafe', 'Das <mark>Café</mark>. <mark>CAFE\u0301</mark>!'],
    ['Straße', 'strass', '<mark>Straße</mark>'],
    ['我的笔记本', '笔记', '我的<mark>笔记</mark>本'],
    ['한국어를 배우다', '국어', '한<mark>국어</mark>를 배우다'],
    ['go 👍🏽 on', '👍', 'go <mark>👍🏽</mark> on'],
    ['one two', '-three', 'one two'],
    ['one two', 'two -three', 'one <mark>two</mark>'],
    ['one\r\n\r\n  two\tthree', 'three', 'one two <mark>three</mark>'],
    ['# Head\n\n> - [x] **bold** `code`\n', 'code', 'Head bold <mark>code</mark>'],
    ['| a | b |\n|---|:-:|\n| c | d |\n', 'd', '| a | b | | c | <mark>d</mark> |'],
    ['see [the docs](https://x.example/guide "Top") now', '"docs now"', 'see the <mark>docs now</mark>'],
    ['see [the docs](https://x.example/guide) now', 'guide', 'see [the docs](https://x.example/<mark>guide</mark>) now'],
    ['a foot**note** here', 'footnote', 'a <mark>footnote</mark> here'],
    ['**Wow!**&#120;ylophone &amp;c', 'xylophone', 'Wow!<mark>xylophone</mark> &amp;c'],
    ['a foot**note** here', '"note"', 'a foot<mark>note</mark> here'],
    ['H<sub>2</sub>O is &lt;b&gt;', 'h2o', '<mark>H2O</mark> is &lt;b&gt;'],
    ['5 * 3 and snake_case_name', 'snake_case', '5 * 3 and <mark>snake_case</mark>_name'],
    ['5 * 3 and snake_CASE_name', 'case', '5 * 3 and snake_<mark>CASE</mark>_name'],
  ])('%j for %s', (content, q, expected) => {
    expect(shown(content, q)).toBe(expected);
  });

  test.each<[string, string, string, string]>([
    ['<script>alert(1)</script>', '', 'alert', '&lt;script&gt;<mark>alert</mark>(1)&lt;/script&gt;'],
    ['', '<img src=x onerror="a(\'b\')">&amp;', 'onerror', '&lt;img src=x <mark>onerror</mark>=&quot;a(&#39;b&#39;)&quot;&gt;&amp;'],
    ['', 'a <b> c', '<b>', 'a &lt;<mark>b</mark>&gt; c'],
    [
      '',
      'mark </mark><mark> & mark',
      'mark',
      '<mark>mark</mark> &lt;/<mark>mark</mark>&gt;&lt;<mark>mark</mark>&gt; &amp; <mark>mark</mark>',
    ],
    ['', 'x＜script＞', 'script', 'x＜<mark>script</mark>＞'],
  ])('escapes %j %j for %s', (title, content, q, expected) => {
    expect(shown(content, q, title)).toBe(expected);
  });

  test('shows the title when the content has no hit', () => {
    expect(shown('nothing here', 'plans', 'Big plans')).toBe('Big <mark>plans</mark>');
  });

  test('cuts between words, about 160 characters around the hit', () => {
    const html = shown(`${filler.repeat(20)}needle ${filler.repeat(20)}`, 'needle');
    expect(html).toMatch(/^…\p{L}.* <mark>needle<\/mark> .*\p{L}…$/u);
    for (const word of unmarked(html).slice(1, -1).replaceAll('.', '').split(' '))
      expect(`${filler} needle`.replaceAll('.', '').split(' ')).toContain(word);
    expect(unmarked(html).length).toBeGreaterThan(120);
    expect(unmarked(html).length).toBeLessThanOrEqual(162);
  });

  test('prefers the place with most of the words, wherever it is', () => {
    const html = shown(
      `needle ${filler.repeat(100)} thread ${filler.repeat(100)} a needle with thread ${filler.repeat(50)}`,
      'thread needle',
    );
    expect(html).toContain('a <mark>needle</mark> with <mark>thread</mark>');
  });

  test('finds a phrase wherever parts of a large text meet', () => {
    for (let length = 2900; length < 4400; length += 7) {
      const html = shown(
        `${'x'.repeat(length % 13)} ${'ab '.repeat(length / 3)}alpha beta gamma ${'ab '.repeat(500)}`,
        '"alpha beta gamma"',
      );
      expect(html).toContain('<mark>alpha beta gamma</mark>');
    }
  });

  test('does not cut characters where there are no blanks', () => {
    const text = '👩‍👧‍👦e\u0301\u0323漢'.repeat(200);
    const html = shown(`${text}needle${text}`, '漢');
    expect(html.isWellFormed()).toBe(true);
    expect(unmarked(html)).toMatch(/…$/u);
    expect(
      unmarked(html)
        .replace('…', '')
        .replaceAll(/👩‍👧‍👦|e\u0301\u0323|漢/gu, ''),
    ).toBe('');
  });

  test('cuts a word of ten thousand letters', () => {
    expect(unmarked(shown(`a ${'y'.repeat(10_000)} b`, 'yy')).length).toBeLessThan(400);
  });

  test('ends soon in large notes, whatever they hold', full, () => {
    const hostile = [
      '[',
      '](',
      '[a](b',
      '[x](a:',
      '](a(b)',
      'a*',
      '*a',
      '~~a',
      '`a``',
      '<b ',
      '</b>',
      '&a',
      '&#97;',
      'a[b](c:d)e',
      '|a*',
      '    a&amp;\n',
      '```\n',
      '- ',
      '> ',
      '#',
      '`',
      '*',
      '|-',
      ' \n',
      '漢',
      'e\u0301',
      '\u0301',
      '👩‍',
      ';base64,',
      'needl',
    ];
    for (const piece of hostile) {
      const content = `${piece.repeat(100_000 / piece.length)} needle ${piece.repeat(100_000 / piece.length)}`;
      expect(shown(content, '"needle" thread')).toContain('<mark>needle</mark>');
    }
  });

  test('is well-formed, holds nothing but the text and marks, and marks whatever it was asked for', () => {
    const piece = fc.constantFrom(
      'foo',
      'Foo',
      'bar',
      'Ünï',
      '漢',
      '字',
      '<',
      '>',
      '&',
      '"',
      "'",
      '\n',
      ' ',
      ' ',
      '- ',
      '**',
      '`',
      '_',
      '[',
      '](http://a.b/foo)',
      '👍🏽',
      '\u0301',
      'x'.repeat(70),
    );
    const content = fc.array(piece, { maxLength: 80 }).map((parts) => parts.join(''));
    const q = fc.constantFrom('foo', 'bar foo', '"foo bar"', 'uni', '漢字', '👍', 'x', 'ba');
    fc.assert(
      fc.property(content, q, (text, typed) => {
        const html = shown(text, typed, '');
        expect(html).toMatch(/^(?:[^<>&"']|<mark>[^<>]+<\/mark>|&(?:amp|lt|gt|quot|#39);)*$/u);
        expect(html.isWellFormed()).toBe(true);
        // What is shown is the text with some of it left out.
        let at = 0;
        for (const letter of readable(html).match(/[\p{L}\p{N}]/gu) ?? []) {
          const next = text.indexOf(letter, at);
          expect(next).toBeGreaterThanOrEqual(at);
          at = next + letter.length;
        }
      }),
      runs(500, 21),
    );
  });
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { autolinksIn } from '../../../main/contract/autolinks.ts';
import { runs } from '../../support/property.ts';

const found = (text: string, before = ''): [string, string][] =>
  autolinksIn(text, before).map(({ from, to, href }) => [text.slice(from, to), href]);
const asWritten = (...links: readonly string[]): [string, string][] => links.map((link) => [link, link]);

// The examples of GFM 0.29, section 6.9, and what cmark-gfm makes of the same kind.
describe('addresses in a text, as GitHub Flavored Markdown reads them', () => {
  test.each<[string, [string, string][]]>([
    ['www.commonmark.org', [['www.commonmark.org', 'http://www.commonmark.org']]],
    ['Visit www.commonmark.org/help for more information.', [['www.commonmark.org/help', 'http://www.commonmark.org/help']]],
    ['Visit www.commonmark.org.', [['www.commonmark.org', 'http://www.commonmark.org']]],
    ['Visit www.commonmark.org/a.b.', [['www.commonmark.org/a.b', 'http://www.commonmark.org/a.b']]],
    [
      'www.google.com/search?q=Markup+(business)',
      [['www.google.com/search?q=Markup+(business)', 'http://www.google.com/search?q=Markup+(business)']],
    ],
    [
      'www.google.com/search?q=Markup+(business)))',
      [['www.google.com/search?q=Markup+(business)', 'http://www.google.com/search?q=Markup+(business)']],
    ],
    [
      '(www.google.com/search?q=Markup+(business))',
      [['www.google.com/search?q=Markup+(business)', 'http://www.google.com/search?q=Markup+(business)']],
    ],
    [
      'www.google.com/search?q=(business))+ok',
      [['www.google.com/search?q=(business))+ok', 'http://www.google.com/search?q=(business))+ok']],
    ],
    [
      'www.google.com/search?q=commonmark&hl=en',
      [['www.google.com/search?q=commonmark&hl=en', 'http://www.google.com/search?q=commonmark&hl=en']],
    ],
    ['www.google.com/search?q=commonmark&hl;', [['www.google.com/search?q=commonmark', 'http://www.google.com/search?q=commonmark']]],
    ['www.commonmark.org/he<lp', [['www.commonmark.org/he', 'http://www.commonmark.org/he']]],
    ['http://commonmark.org', asWritten('http://commonmark.org')],
    [
      '(Visit https://encrypted.google.com/search?q=Markup+(business))',
      asWritten('https://encrypted.google.com/search?q=Markup+(business)'),
    ],
    ['Anonymous FTP is available at ftp://foo.bar.baz.', asWritten('ftp://foo.bar.baz')],
    ['foo@bar.baz', [['foo@bar.baz', 'mailto:foo@bar.baz']]],
    ["hello@mail+xyz.example isn't valid, but hello+xyz@mail.example is.", [['hello+xyz@mail.example', 'mailto:hello+xyz@mail.example']]],
    ['a.b-c_d@a.b', [['a.b-c_d@a.b', 'mailto:a.b-c_d@a.b']]],
    ['a.b-c_d@a.b.', [['a.b-c_d@a.b', 'mailto:a.b-c_d@a.b']]],
    ['a.b-c_d@a.b-', []],
    ['a.b-c_d@a.b_', []],
    ['mailto:foo@bar.baz', asWritten('mailto:foo@bar.baz')],
    ['mailto:a.b-c_d@a.b.', asWritten('mailto:a.b-c_d@a.b')],
    ['mailto:a.b-c_d@a.b-', []],
    ['xmpp:foo@bar.baz.', asWritten('xmpp:foo@bar.baz')],
    ['xmpp:foo@bar.baz/txt@bin.com', asWritten('xmpp:foo@bar.baz/txt@bin.com')],
    ['xmpp:foo@bar.baz/txt/bin', asWritten('xmpp:foo@bar.baz/txt')],
  ])('%s', (text, links) => {
    expect(found(text)).toEqual(links);
  });

  test.each([
    'example.com',
    'nowww.example.com',
    'www',
    'www.',
    'www.a_b.c',
    'http://',
    'https:// a.b',
    'xhttp://a.b',
    'http://a.b_c.d',
    'javascript:alert(1)',
    'file:///etc',
    '@',
    'a@b',
    'a@@b.c',
    'a@b@c',
    'x @name',
    '//a.b',
  ])('%s has none', (text) => {
    expect(found(text)).toEqual([]);
  });

  test('a machine without a dot in its name, a port, upper case, other scripts', () => {
    expect(found('see HTTP://localhost:8716/api, https://例え.jp/ü and WWW.Example.org')).toEqual([
      ['HTTP://localhost:8716/api', 'HTTP://localhost:8716/api'],
      ['https://例え.jp/ü', 'https://xn--r8jz45g.jp/%C3%BC'],
      ['WWW.Example.org', 'http://WWW.Example.org'],
    ]);
  });

  test('several in one text do not overlap; a name within an address is a part of it', () => {
    expect(found('https://me@a.b/c www.d.e, me@f.g; "https://h.i"')).toEqual([
      ['https://me@a.b/c', 'https://me@a.b/c'],
      ['www.d.e', 'http://www.d.e'],
      ['me@f.g', 'mailto:me@f.g'],
      ['https://h.i', 'https://h.i'],
    ]);
  });

  test('what stands before the text counts', () => {
    expect(found('www.a.b', 'x')).toEqual([]);
    expect(found('www.a.b', '(')).toHaveLength(1);
    expect(found('https://a.b', 'x')).toEqual([]);
    expect(found('https://a.b', '"')).toHaveLength(1);
  });

  test('whatever the text, they lie within it, one after the other, and never lead to a script', () => {
    const part = fc.constantFrom(
      'http://',
      'https://',
      'www.',
      'a',
      'b.c',
      '@',
      '.',
      '_',
      '-',
      '(',
      ')',
      '&',
      ';',
      'javascript:',
      'mailto:',
      'xmpp:',
      ' ',
      '\n',
      '<',
      'é',
      '😀',
      '/',
      '\\',
      '*',
      '"',
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 30 }), (parts) => {
        const text = parts.join('');
        let last = 0;
        for (const { from, to, href } of autolinksIn(text)) {
          expect(from).toBeGreaterThanOrEqual(last);
          expect(to).toBeGreaterThan(from);
          expect(text.slice(from, to)).not.toMatch(/[\s<]/);
          expect(href).toMatch(/^(?:https?:|ftp:|mailto:|xmpp:)/i);
          last = to;
        }
        expect(last).toBeLessThanOrEqual(text.length);
      }),
      runs(2_000, 75),
    );
  });
});

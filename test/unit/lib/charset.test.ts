import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeText } from '../../../main/lib/charset.ts';
import { full } from '../../support/tiers.ts';
import { pageWith, previewsOf, serve } from '../links/servers.ts';
import { runs } from '../../support/property.ts';

const latin = (text: string): Buffer => Buffer.from(text, 'latin1');
const utf16 = (text: string): Buffer => Buffer.from(text, 'utf16le');
const shiftJis = Buffer.from('93fa967b8cea', 'hex'); // 日本語

test.each<[string, Buffer, string | null, string]>([
  ['UTF-8 that is not named', Buffer.from('Grüße 日本'), null, 'Grüße 日本'],
  ['Windows-1252 that is not named', latin('Gr\xfc\xdfe \x80'), null, 'Grüße €'],
  ['what the server names', latin('Gr\xfc\xdfe'), 'ISO-8859-1', 'Grüße'],
  ['what the server names, in its own way', shiftJis, ' Shift_JIS ', '日本語'],
  ['the server’s word over the page’s', latin('<meta charset=utf-8>\xfc'), 'latin1', '<meta charset=utf-8>ü'],
  ['a mark over the server’s word', Buffer.from('\uFEFFGrüße'), 'latin1', 'Grüße'],
  ['UTF-16 by its mark', utf16('\uFEFFGrüße'), 'utf-8', 'Grüße'],
  ['UTF-16 of the other kind by its mark', utf16('\uFEFFGrüße').swap16(), null, 'Grüße'],
  ['UTF-16 by the server', utf16('Grüße'), 'utf-16', 'Grüße'],
  ['a meta tag', latin('<html><meta charset="iso-8859-1">\xfc'), null, '<html><meta charset="iso-8859-1">ü'],
  [
    'an old meta tag',
    latin('<META http-equiv="Content-Type" content="text/html; charset=windows-1251">\xcf'),
    null,
    '<META http-equiv="Content-Type" content="text/html; charset=windows-1251">П',
  ],
  [
    'a meta tag behind one that is not known',
    latin('<meta name=x><meta charset=koi8-r>\xf0'),
    'unheard-of',
    '<meta name=x><meta charset=koi8-r>П',
  ],
  ['no meta tag in a comment', Buffer.from('<!-- <meta charset=latin1> -->ü'), null, '<!-- <meta charset=latin1> -->ü'],
  ['XML’s own way', latin('<?xml version="1.0" encoding="ISO-8859-2"?>\xb1'), null, '<?xml version="1.0" encoding="ISO-8859-2"?>ą'],
  ['UTF-16 in a meta tag cannot be true', Buffer.from('<meta charset=utf-16>ü'), null, '<meta charset=utf-16>ü'],
  ['a charset that may not be used any more', Buffer.from('ü'), 'iso-2022-kr', 'ü'],
  ['UTF-8 that was cut off within a character', Buffer.from('Grüße 日').subarray(0, -1), null, 'Grüße '],
  [
    'UTF-8 with a byte that is none',
    Buffer.concat([Buffer.from('Grüße '), latin('\xff'), Buffer.from(' Straße')]),
    null,
    'Grüße \uFFFD Straße',
  ],
  ['Windows-1252 in which something looks like UTF-8', latin('\xc3\xbc Gr\xfc\xdfe'), null, 'Ã¼ Grüße'],
  ['Windows-1252 of which the last letter alone is not ASCII', latin('caf\xe9'), null, 'café'],
  ['UTF-8 that was written with such a byte', Buffer.from('a \uFFFD'), null, 'a \uFFFD'],
])('%s', (_, bytes, named, text) => {
  expect(decodeText(bytes, { named, isMarkup: true })).toBe(text);
});

test('only what can name its charset is asked for it', () => {
  const text = '<meta charset="koi8-r">ü';
  expect(decodeText(Buffer.from(text), { named: null, isMarkup: false })).toBe(text);
});

test('any bytes with any charset are some text', () => {
  fc.assert(
    fc.property(
      fc.uint8Array(),
      fc.option(fc.oneof(fc.string(), fc.constantFrom('utf-8', 'utf-16be', 'gb18030', 'iso-2022-jp', 'euc-kr', 'x-user-defined'))),
      (bytes, named) => {
        expect(typeof decodeText(bytes, { named, isMarkup: true })).toBe('string');
      },
    ),
    runs(100, 8716),
  );
});

test('a preview of a page in Shift_JIS', full, async () => {
  const [before = '', after = ''] = pageWith('<meta charset="shift_jis"><title>@</title>').split('@');
  const server = await serve((_, res) => {
    res.writeHead(200, { 'Content-Type': 'text/html' }).end(Buffer.concat([latin(before), shiftJis, latin(after)]));
  });
  expect(await previewsOf([server]).preview(server.origin)).toMatchObject({ title: '日本語' });
});

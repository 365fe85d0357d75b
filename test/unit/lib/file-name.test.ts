import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fileName } from '../../../main/lib/file-name.ts';
import { runs } from '../../support/property.ts';

test.each([
  ['Offer for Meridian', 'Offer for Meridian.pdf'],
  ['Angebot – Größe', 'Angebot – Größe.pdf'],
  ['日本語 😀', '日本語 😀.pdf'],
  ['a/b\\c:d*e?f"g<h>i|j', 'a-b-c-d-e-f-g-h-i-j.pdf'],
  ['../../etc/passwd', '-..-etc-passwd.pdf'],
  ['line\nbreak\ttab', 'line break tab.pdf'],
  ['ends with dots... ', 'ends with dots.pdf'],
  ['CON', '_CON.pdf'],
  ['com1.txt', '_com1.txt.pdf'],
  ['CONIN$', '_CONIN$.pdf'],
  ['conout$.log', '_conout$.log.pdf'],
  ['console', 'console.pdf'],
  ['2021-11-20  Two spaces', '2021-11-20  Two spaces.pdf'],
  ['...', 'Note.pdf'],
  ['???', 'Note.pdf'],
  ['invoice\u202Efdp.exe', 'invoice fdp.exe.pdf'],
])('the title %j', (title, name) => {
  expect(fileName(title, 'pdf', 'Note')).toBe(name);
});

test('any title gives a name that every system takes', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 500 }), (title) => {
      const name = fileName(title, 'docx', 'Note');
      expect(name).toMatch(/^[^\s.<>:"/\\|?*\p{Cc}][^<>:"/\\|?*\p{Cc}]*\.docx$/u);
      expect(Buffer.byteLength(name)).toBeLessThanOrEqual(210);
      expect(name.isWellFormed()).toBe(true);
    }),
    runs(100, 5),
  );
});

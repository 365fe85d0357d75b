import { expect, test } from 'vitest';
import { isHtml, plainDescription } from '../../../main/features/calendar/ics/html-description.ts';

test.each<[name: string, html: string, words: string]>([
  ['lines and entities', 'Agenda:<br>one &amp; two&nbsp;x<br/><br>end', 'Agenda:\none & two x\n\nend'],
  [
    'lists',
    'To do<ul><li>milk</li><li><b>eggs</b></li></ul><ol><li>first</li><li>second</li></ol>bye',
    'To do\n- milk\n- eggs\n1. first\n2. second\nbye',
  ],
  ['paragraphs', '<p>one</p><p>two<span> and <i>more</i></span></p>', 'one\ntwo and more'],
  [
    'links, with their addresses once',
    '<a href="https://example.org/a?b=1&amp;c">Join</a> <a href="https://example.org">https://example.org</a> <a href="mailto:a@b.c">a@b.c</a>',
    'Join (https://example.org/a?b=1&c) https://example.org a@b.c',
  ],
  ['no address that acts', '<a href="javascript:alert(1)">x</a>', 'x'],
  ['no scripts', '<b>a</b><script>alert(1)</script><style>b {}</style>', 'a'],
  ['lines that the text has besides', 'one\ntwo <u>x</u>\n', 'one\ntwo x'],
  ['what is never closed', '<b>a</b> <i>b', 'a b'],
  ['nothing', '<p></p>', ''],
])('%s', (_, html, words) => {
  expect(isHtml(html)).toBe(true);
  expect(plainDescription(html)).toBe(words);
});

test.each(['if a < b and c > d', 'the tag <b> is not closed', 'List<String> and Map<K, V>', '<me@example.org>', 'a </b> c', '&amp; stays'])(
  '“%s” is text',
  (text) => {
    expect(plainDescription(text)).toBe(text);
  },
);

import { expect, test } from 'vitest';
import { embeddedFilesIn, filenamesFor, filePathsIn, maybeFileCalled } from '../../../main/contract/embedded-files.ts';

test.each<[string, string[]]>([
  ['photo.png', ['photo.png']],
  ['folder/photo.png', ['photo.png']],
  ['doc.pdf#page=2', ['doc.pdf']],
  ['talk.mp3#t=10.5', ['talk.mp3', 'talk.mp3#t=10.5']],
  ['C#.png', ['C#.png']],
  ['Note', []],
  ['Note#Part', []],
  ['#Part', []],
])('%s can be the name of %j', (target, filenames) => {
  expect(filenamesFor(target)).toEqual(filenames);
});

test('embeds of files are found with their parts and sizes, those of notes are not', () => {
  const text = '![[a.png#center|100]] ![[b.pdf#page=2]] ![[Note]] ![[Note#Part|x]] | ![[c.png\\|300]] | [[d.png]] ![[ e.png ]]';
  expect(embeddedFilesIn(text).map(({ index, length, filenames, shown }) => [text.slice(index, index + length), filenames, shown])).toEqual(
    [
      ['![[a.png#center|100]]', ['a.png'], '100'],
      ['![[b.pdf#page=2]]', ['b.pdf'], ''],
      ['![[c.png\\|300]]', ['c.png'], '300'],
      ['![[ e.png ]]', ['e.png'], ''],
    ],
  );
});

test('of files that are called alike a note shows the newest', () => {
  const files = ['a.png', 'A.PNG', 'b.png'].map((filename, id) => ({ filename, id }));
  const found = (...filenames: string[]): number | undefined => maybeFileCalled(files, filenames)?.id;
  expect([found('a.png'), found('c.png', 'b.png'), found('b.png', 'a.png'), found('c.png')]).toEqual([1, 2, 2, undefined]);
});

test('the paths by which files are shown or linked, in tables and with escapes as well', () => {
  const text = '![[img/a.png|300]] [[b.pdf#page=2|it]] |![[c d.png\\|300]]| ![[e\\_f.png]] [[Note]] ![[Note#Part]] [x](y.png)';
  expect(filePathsIn(text)).toEqual(['img/a.png', 'b.pdf', 'c d.png', 'e\\_f.png', 'e_f.png']);
});

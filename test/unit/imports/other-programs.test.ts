import { expect, test } from 'vitest';
import { png, zip } from '../../support/import-fixtures.ts';
import { of, read } from '../../support/read-plan.ts';

test('a text bundle, as Bear gives them out, is the note that it is called as, in the folder that it lies in, with its files', async () => {
  const bundles = {
    'One.textbundle/text.md': '# One\n![](assets/a.png) [[Two]]',
    'One.textbundle/info.json': '{ "version": 2 }',
    'One.textbundle/assets/a.png': png,
    'Work/Two.textbundle/text.markdown': 'two',
    'Work/Two.textbundle/info.json': '{}',
    'Work/text.md': 'no bundle',
  };
  const plan = await read(zip(bundles, 'Bear.bear2bk'));
  expect(of(plan, 'note').map(({ title, notebook, files }) => [title, notebook, files.length])).toEqual([
    ['One', null, 1],
    ['Two', 'Work', 0],
    ['text', 'Work', 0],
  ]);
  expect([of(plan, 'notebook').map(({ name }) => name), plan.warnings]).toEqual([['Work'], []]);
  const single = await read(zip({ 'N.textbundle/text.md': 'n', 'N.textbundle/info.json': '{}' }, 'N.textbundle.zip'));
  expect(of(single, 'note').map(({ title, notebook }) => [title, notebook])).toEqual([['N', null]]);
});

test('a folder that is called by the day on which it was packed is known by the rest of its name', async () => {
  const spaces = async (day: string): Promise<unknown> => {
    const { space, formerSpace, isOfFolder } = await read(zip({ [`Vault ${day}/a.md`]: 'a' }, `Vault ${day}.zip`));
    return { space, formerSpace, isOfFolder };
  };
  for (const day of ['2026-11-01', '20261201'])
    expect(await spaces(day)).toEqual({ space: 'Vault', formerSpace: `Vault ${day}`, isOfFolder: true });
});

test('what other programs give out is refused with a way to bring it in', async () => {
  const evernote = '<?xml version="1.0" encoding="UTF-8"?><en-export><note><title>A</title></note></en-export>';
  for (const file of [zip({ 'Book.enex': evernote }), zip({ 'Roam.json': '[{ "title": "A", "children": [] }]' })])
    await expect(read(file)).rejects.toThrow('Joplin and Obsidian read what many others give out, such as Evernote');
});

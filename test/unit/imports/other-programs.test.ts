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

test('a backup of Bear comes in with what is told of its notes; what is in the trash, and encrypted, is told', async () => {
  const info = (told: object): string => {
    const dates = { creationDate: '2023-10-11T08:08:05Z', modificationDate: '2023-10-12T08:09:27Z' };
    return JSON.stringify({ version: 2, 'net.shinyfrog.bear': { ...dates, pinned: 0, archived: 0, trashed: 0, ...told } });
  };
  const backup = (day: string): ReturnType<typeof zip> => {
    const name = `Bear Notes ${day} at 10.12.bear2bk`;
    const notes = { Plain: {}, Pinned: { pinned: 1 }, Old: { archived: 1 }, Gone: { trashed: 1 }, Locked: { encrypted: 1 } };
    const files = Object.entries(notes).flatMap(([title, told]): [string, string][] => [
      [`${name}/${title}.textbundle/text.md`, told === notes.Locked ? '' : `# ${title}`],
      [`${name}/${title}.textbundle/info.json`, info(told)],
    ]);
    return zip(
      { ...Object.fromEntries(files), [`${name}/Bare.textbundle/text.md`]: 'b', [`${name}/Bare.textbundle/info.json`]: '{' },
      name,
    );
  };
  const plan = await read(backup('2023-10-11'));
  const dates = { createdAt: Date.UTC(2023, 9, 11, 8, 8, 5), updatedAt: Date.UTC(2023, 9, 12, 8, 9, 27) };
  expect(of(plan, 'note')).toMatchObject([
    { title: 'Bare', notebook: null },
    { title: 'Old', notebook: null, ...dates, isArchived: true },
    { title: 'Pinned', notebook: null, ...dates, isPinned: true },
    { title: 'Plain', notebook: null, ...dates },
  ]);
  expect(plan.warnings).toEqual([
    { path: 'Gone.textbundle/text.md', kind: 'skipped', message: 'It is in the trash of Bear: it does not come in' },
    {
      path: 'Locked.textbundle/text.md',
      kind: 'unsafe',
      message: 'It is encrypted: take its password away in Bear and export again',
    },
  ]);
  expect((await read(backup('2023-11-12'))).space).toBe(plan.space);
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

test('a board of Trello: what has no place here is told once of each kind, and coordinates without a name are kept as text', async () => {
  const card = { idList: 'l', pos: 1, closed: false };
  const board = {
    id: 'b',
    name: 'Board',
    lists: [{ id: 'l', name: 'List', closed: false, pos: 1 }],
    cards: [
      {
        ...card,
        id: 'c1',
        name: 'All',
        idMembersVoted: ['m'],
        stickers: [{ image: 'thumbsup' }],
        cover: { color: 'sky', idAttachment: null, idUploadedBackground: null, size: 'full', brightness: 'dark' },
        coordinates: { latitude: 48.2, longitude: 16.37 },
        pluginData: [{ id: 'p', value: '{"points":3}' }],
      },
      { ...card, id: 'c2', name: 'More', idMembersVoted: ['m', 'n'], cover: { color: null, idUploadedBackground: 'u' } },
      {
        ...card,
        id: 'c3',
        name: 'None',
        idMembersVoted: [],
        stickers: [],
        cover: { color: null, idUploadedBackground: null },
        coordinates: null,
      },
      { ...card, id: 'c4', name: 'Odd', idMembersVoted: 1, stickers: 'no', cover: 'red', coordinates: '48.2,16.3', pluginData: {} },
      { ...card, id: 'c5', idList: 'gone', name: 'Gone', stickers: [{}] },
    ],
    pluginData: [{ id: 'q', value: '{}' }],
  };
  const plan = await read({ filename: 'board.json', bytes: Buffer.from(JSON.stringify(board)) });
  expect(plan.warnings.filter(({ kind }) => kind === 'lost').map(({ path, message }) => [path, message])).toEqual([
    ['board.json', 'Votes do not come in (cards: 2)'],
    ['board.json', 'Stickers do not come in (cards: 1)'],
    ['board.json', 'Colours and pictures of covers do not come in (cards: 2)'],
    ['board.json', 'Entries of Power-Ups do not come in (cards: 1)'],
    ['board.json', 'Entries of Power-Ups of the board do not come in'],
  ]);
  expect(plan.warnings.filter(({ kind }) => kind === 'skipped').map(({ path }) => path)).toEqual(['Gone']);
  expect(of(plan, 'card').map(({ title, description }) => [title, description])).toEqual([
    ['All', 'Location: 48.2, 16.37'],
    ['More', null],
    ['None', null],
    ['Odd', null],
  ]);
});

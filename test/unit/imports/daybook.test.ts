import { hash } from 'node:crypto';
import { expect, test } from 'vitest';
import { changedAt, png, zip } from '../../support/import-fixtures.ts';
import { noteCalled, of, read } from '../../support/read-plan.ts';

const dates = { createdAt: '2023-03-01T00:00:00.000Z', updatedAt: '2023-03-01T00:00:00.000Z' };
const exportedAt = '2023-04-01T00:00:00.000Z';
const book = '018d0000-0000-7000-8000-000000000001';
const name = '20230301-000000-3fa9c1d2.png';

/** What a Daybook has given out: a note in a notebook, and one that shows a file by both its names. */
function exported(): Record<string, string | Uint8Array> {
  const note = { notebookId: null, isPinned: false, isArchived: false, version: 1, ...dates };
  const file = { noteId: 'b', mimeType: 'image/png', size: 1, width: 1, height: 1, sha256: '', createdAt: dates.createdAt };
  const files = {
    'notes.json': JSON.stringify({
      notebooks: { [book]: { path: 'notes/Work', name: 'Work', parentId: null, isTemplates: false, version: 1, ...dates } },
      notes: {
        a: { ...note, path: 'notes/Work/Plan.md', title: 'Plan?', notebookId: book },
        b: { ...note, path: 'notes/Trip.md', title: 'Trip' },
      },
      files: { f: { ...file, path: 'notes/attachments/photo.png', name, filename: 'photo.png' } },
    }),
    'boards.json': JSON.stringify({ projects: [] }),
    'boards/Home.md': '# Home\n',
    'notes/Work/Plan.md': 'as it was\n',
    'notes/Trip.md': `![[photo.png]] ![](attachments/${name})\n`,
    'notes/attachments/photo.png': png,
    [`notes/attachments/${name}`]: png,
  };
  const hashes = Object.fromEntries(Object.entries(files).map(([path, content]) => [path, hash('sha256', content)]));
  return { ...files, 'manifest.json': JSON.stringify({ app: 'Daybook', exportedAt, files: hashes }) };
}

test('what another Daybook has given out is known as that also where it was unpacked, and its folder packed again', async () => {
  const packed = Object.fromEntries(Object.entries(exported()).map(([path, content]) => [`Daybook 2/${path}`, content]));
  const plan = await read(zip({ ...packed, '__MACOSX/Daybook 2/._notes.json': 'x' }));
  expect(plan.source).toBe('daybook');
  expect(plan.found).toMatchObject({ notes: 2, notebooks: 1, files: 1 });
  expect(noteCalled(plan, 'Plan?')).toMatchObject({ source: 'a', notebook: book, content: 'as it was\n' });
  expect(plan.warnings).toEqual([]);
  expect((await read(zip({ 'Added/manifest.json': '{}', ...exported() }))).source).toBe('daybook');
  // As one file among others it tells nothing of them.
  expect((await read(zip({ ...packed, 'Other.md': 'x' }))).source).toBe('markdown');
});

test('what an editor of vaults has changed in the folder that a Daybook has given out comes in: texts, their new files, new notes', async () => {
  const plan = await read(
    zip({
      ...exported(),
      'notes/Trip.md': `![[photo.png]] ![](attachments/${name}) ![[Pasted image.png]] ![](../map.png)\n`,
      'Pasted image.png': png,
      'map.png': png,
      'Untitled.md': 'at the top',
      'notes/Work/Sub/New.md': '![[photo.png]]',
      'boards/Home.md': '# Home\n\n- [x] done\n',
      'unused.png': png,
      '.obsidian/app.json': '{}',
    }),
  );
  const trip = noteCalled(plan, 'Trip');
  expect(trip.files.map(({ file, filename, name: called }) => [plan.files[file]?.path, filename, called])).toEqual([
    ['notes/attachments/photo.png', 'photo.png', name],
    ['Pasted image.png', 'Pasted image.png', undefined],
    ['map.png', 'map.png', undefined],
  ]);
  expect(trip.files.flatMap(({ targets = [] }) => targets.map(([from, to]) => trip.content.slice(from, to)))).toEqual(['../map.png']);
  expect(trip).toMatchObject({ source: 'b', updatedAt: Date.parse(changedAt), updatedBefore: Date.parse(dates.updatedAt) });
  expect(noteCalled(plan, 'Plan?')).not.toHaveProperty('updatedBefore');
  expect(noteCalled(plan, 'Untitled')).toMatchObject({ content: 'at the top', notebook: null });
  expect(of(plan, 'notebook').map(({ source, name: called, parent }) => [source, called, parent])).toEqual([
    [book, 'Work', null],
    [`${exportedAt}/notes/Work/Sub`, 'Sub', book],
  ]);
  expect(noteCalled(plan, 'New')).toMatchObject({ notebook: `${exportedAt}/notes/Work/Sub`, files: [{ filename: 'photo.png' }] });
  expect(plan.warnings.map(({ path, kind }) => `${kind} ${path}`)).toEqual(['skipped .obsidian', 'file unused.png', 'lost boards/Home.md']);
});

test('a note of an export whose name has other capitals by now comes in once', async () => {
  const { 'notes/Trip.md': trip = '', ...rest } = exported();
  const plan = await read(zip({ ...rest, 'notes/TRIP.md': trip }));
  expect(of(plan, 'note').map(({ source }) => source)).toEqual(['a', 'b']);
});

test('of a file that an export has twice the one that was changed since comes in, and its note counts as changed', async () => {
  const other = Buffer.concat([png, Buffer.from('other')]);
  for (const path of ['notes/attachments/photo.png', `notes/attachments/${name}`]) {
    const plan = await read(zip({ ...exported(), [path]: other }));
    const { files, ...trip } = noteCalled(plan, 'Trip');
    expect(trip).toMatchObject({ updatedAt: Date.parse(changedAt), updatedBefore: Date.parse(dates.updatedAt) });
    expect(files.map(({ file }) => plan.files[file])).toMatchObject([{ path, sha256: hash('sha256', other) }]);
  }
});

test('of a file that notes of several folders show, the one that was changed beside another note comes in', async () => {
  const { 'manifest.json': manifest = '', 'notes/Work/Plan.md': _plan, ...files } = exported();
  const beside = `notes/Work/attachments/${name}`;
  const told = JSON.parse(String(manifest)) as { files: Record<string, string> };
  const hashes = { ...told.files, [beside]: hash('sha256', png), 'notes/Work/Plan.md': hash('sha256', 'shows it') };
  const other = Buffer.concat([png, Buffer.from('other')]);
  const changed = {
    ...files,
    'notes/Work/Plan.md': 'shows it',
    [beside]: other,
    'manifest.json': JSON.stringify({ ...told, files: hashes }),
  };
  const plan = await read(zip(changed));
  const trip = noteCalled(plan, 'Trip');
  expect(trip.files.map(({ file }) => plan.files[file])).toMatchObject([{ path: beside, sha256: hash('sha256', other) }]);
  expect(trip).toMatchObject({ updatedBefore: Date.parse(dates.updatedAt) });
  expect(plan.warnings).toEqual([]);
});

test('a note that was moved or renamed in the folder of an export is the one that it was, with its files', async () => {
  const { 'notes/Trip.md': trip = '', 'notes/Work/Plan.md': plan = '', ...rest } = exported();
  const { [`notes/attachments/${name}`]: picture = png, 'notes/attachments/photo.png': photo = png, ...bare } = rest;
  const cases = [
    { files: { ...rest, 'notes/Work/Trip.md': trip, 'notes/Ideas/Plan.md': plan }, titles: ['Plan?', 'Trip'] },
    { files: { ...rest, 'notes/Journey.md': trip, 'Work plan.md': plan }, titles: ['Work plan', 'Journey'] },
    { files: { ...rest, 'notes/Old/Trip.md': '![](../attachments/NAME)', 'notes/Work/Plan.md': plan }, titles: ['Plan?', 'Trip'] },
    {
      files: { ...bare, 'A/Trip.md': trip, 'A/attachments/NAME': picture, 'A/attachments/photo.png': photo, 'A/Plan.md': plan },
      titles: ['Plan?', 'Trip'],
    },
  ];
  const books = [
    [`${exportedAt}/notes/Ideas`, book],
    [null, null],
    [book, `${exportedAt}/notes/Old`],
    [`${exportedAt}/A`, `${exportedAt}/A`],
  ];
  for (const [index, { files, titles }] of cases.entries()) {
    const named = Object.entries(files).map(([path, content]) => [
      path.replace('NAME', name),
      typeof content === 'string' ? content.replace('NAME', name) : content,
    ]);
    const packed = await read(zip(Object.fromEntries(named)));
    const notes = of(packed, 'note');
    expect(notes.map(({ source, title }) => `${source} ${title}`)).toEqual(titles.map((title, at) => `${'ab'[at]} ${title}`));
    expect(notes.map(({ notebook }) => notebook)).toEqual(books[index]);
    expect(packed.warnings).toEqual([]);
    const moved = noteCalled(packed, titles[1] ?? '');
    expect(moved).toMatchObject({ updatedBefore: Date.parse(dates.updatedAt), files: [{ id: 'f', name }] });
    expect(moved.files).toHaveLength(1);
    expect(moved.content).toContain(`](attachments/${name})`);
  }
});

test('a note of an export that is gone, and a new one elsewhere, are two', async () => {
  const { 'notes/Work/Plan.md': plan = '', ...rest } = exported();
  const packed = await read(zip({ ...rest, '.trash/Plan.md': plan, 'notes/Other.md': 'new' }));
  expect(of(packed, 'note').map(({ source }) => source)).toEqual(['b', `${exportedAt}/notes/Other.md`]);
  // Of a name that several have, one can be new.
  const { 'manifest.json': manifest = '', 'notes.json': notes = '', ...files } = exported();
  const told = JSON.parse(String(notes)) as { notes: Record<string, { path: string }> };
  const third = { ...told.notes['b'], path: 'notes/Work/Trip.md' };
  const hashes = JSON.parse(String(manifest)) as { files: Record<string, string> };
  const { 'notes/Trip.md': trip = '', ...left } = files;
  const several = {
    ...left,
    'notes.json': JSON.stringify({ ...told, notes: { ...told.notes, c: third } }),
    'manifest.json': JSON.stringify({ ...hashes, files: { ...hashes.files, 'notes/Work/Trip.md': hash('sha256', trip) } }),
    'notes/Work/Trip.md': trip,
    'notes/Work/Plan.md': plan,
    'notes/New/Trip.md': 'another',
  };
  expect(of(await read(zip(several)), 'note').map(({ source }) => source)).toEqual(['a', 'c', `${exportedAt}/notes/New/Trip.md`]);
});

import { expect, test } from 'vitest';
import { png, zip } from '../../support/import-fixtures.ts';
import { noteCalled, of, read } from '../../support/read-plan.ts';

/** As Logseq keeps it: `___` for the slashes of a name, other signs by their codes, titles among properties where they differ. */
const graph = (): Record<string, string | Uint8Array> => ({
  'logseq/config.edn': '{:meta/version 1}\n',
  'logseq/bak/pages/Tools/2026-01-02T10_00_00.000Z.Desktop.md': '- an old copy\n',
  'journals/2026_01_30.md': '- Read [[Tools/Editor]] for [[Why?]]\n\t- ![image.png](../assets/image_1.png){:height 194}\n',
  'journals/2026_01_31.md':
    '- as on [[Jan 30th, 2026]], #[[January 30th, 2026]] and [[2026/01/30]], not `[[Jan 30th, 2026]]` nor [[Feb 1st, 2026]]\n',
  'pages/Tools___Editor.md': 'alias:: Ed\ntags:: [[Tools]]\n\n- See [a page](./Why%253F.md), [its own](Tools.md)\n',
  'pages/Why%3F.md': '- 100 %\n',
  'pages/3d_detection.md': '---\ntitle: 3D Detection\n---\n\n- text\n',
  'pages/claude.md': 'type:: [[Tool]]\ntitle:: Claude/Code\n\n- title:: no property of the page\n',
  'pages/Tools.md': '- title:: Another\n',
  'assets/image_1.png': png,
});

test('pages are called as links name them, journals as notes of days are here', async () => {
  const plan = await read(zip(graph(), 'graph.zip'));
  expect(plan.source).toBe('markdown');
  expect(of(plan, 'note').map(({ source, title }) => [source, title])).toEqual([
    ['journals/2026_01_30.md', '2026-01-30'],
    ['journals/2026_01_31.md', '2026-01-31'],
    ['pages/3d_detection.md', '3D Detection'],
    ['pages/Tools.md', 'Tools'],
    ['pages/Tools___Editor.md', 'Tools/Editor'],
    ['pages/Why%3F.md', 'Why?'],
    ['pages/claude.md', 'Claude/Code'],
  ]);
  expect(of(plan, 'notebook').map(({ name }) => name)).toEqual(['journals', 'pages']);
  expect(plan.files.map(({ path }) => path)).toEqual(['assets/image_1.png']);
});

test('links to days lead to their journals, those to files of pages to the pages; all else stays as it is', async () => {
  const plan = await read(zip(graph(), 'graph.zip'));
  expect(noteCalled(plan, '2026-01-31').content).toBe(
    '- as on [[2026-01-30|Jan 30th, 2026]], #[[2026-01-30|January 30th, 2026]] and [[2026-01-30|2026/01/30]], ' +
      'not `[[Jan 30th, 2026]]` nor [[Feb 1st, 2026]]\n',
  );
  expect(noteCalled(plan, 'Tools/Editor').content).toBe('alias:: Ed\ntags:: [[Tools]]\n\n- See [[Why?|a page]], [its own](Tools.md)\n');
  expect(noteCalled(plan, 'Tools/Editor').links).toMatchObject([{ note: 'pages/Why%3F.md', title: 'Why?', label: 'a page' }]);
});

test('settings and copies of pages do not come in, which is told once', async () => {
  const message = 'It is what Logseq keeps for itself: its settings, and copies of pages, do not come in';
  expect((await read(zip(graph(), 'graph.zip'))).warnings).toEqual([{ path: 'logseq', kind: 'skipped', message }]);
});

test('a graph is known in a folder of another name, beside the settings of Obsidian, and without those of Logseq', async () => {
  const { 'logseq/config.edn': config = '', 'pages/Tools___Editor.md': page = '', 'journals/2026_01_30.md': journal = '' } = graph();
  const titles = async (files: Record<string, string | Uint8Array>): Promise<string[]> =>
    of(await read(zip(files, 'x.zip')), 'note').map(({ title }) => title);
  expect(await titles({ 'my/logseq/config.edn': config, 'my/pages/A%2FB.md': 'x', 'my/more/A%2FC.md': 'x' })).toEqual(['A%2FC', 'A/B']);
  expect(await titles({ '.obsidian/app.json': '{}', 'logseq/config.edn': config, 'pages/A___B.md': 'x' })).toEqual(['A/B']);
  expect(await titles({ 'pages/Tools___Editor.md': page })).toEqual(['Tools/Editor']);
  expect(await titles({ 'journals/2026_01_30.md': journal, 'pages/A%2FB.md': 'x' })).toEqual(['2026-01-30', 'A/B']);
});

test('what no graph holds is called as its files are, and its links stay', async () => {
  const plan = await read(
    zip({ 'journals/2026_01_30.md': '[[Jan 30th, 2026]]', 'Pages/a___b.md': 'title:: C', 'logseq/Notes.md': 'on it' }, 'x.zip'),
  );
  expect(of(plan, 'note').map(({ title, content }) => [title, content])).toEqual([
    ['a___b', 'title:: C'],
    ['2026_01_30', '[[Jan 30th, 2026]]'],
    ['Notes', 'on it'],
  ]);
  expect(plan.warnings).toEqual([]);
});

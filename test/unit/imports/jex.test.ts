import { expect, test } from 'vitest';
import { joplinFolder, png, tar, zip } from '../../support/import-fixtures.ts';
import { of, read } from '../../support/read-plan.ts';

test('titles of a .jex that hold a backslash before an n stay as they are, as do names of notebooks and tags', async () => {
  const [folder, note, tag, tagged] = ['a', 'b', 'c', 'd'].map((digit) => digit.repeat(32)) as [string, string, string, string];
  const plan = await read(
    await tar(
      {
        [`${folder}.md`]: `D:\\notes\n\nid: ${folder}\nparent_id: \ntype_: 2`,
        [`${note}.md`]: `C:\\new\n\nText\n\nid: ${note}\nparent_id: ${folder}\ntype_: 1`,
        [`${tag}.md`]: `a\\nb\n\nid: ${tag}\ntype_: 5`,
        [`${tagged}.md`]: `id: ${tagged}\nnote_id: ${note}\ntag_id: ${tag}\ntype_: 6`,
      },
      'joplin.jex',
    ),
  );
  expect(of(plan, 'notebook').map(({ name }) => name)).toEqual(['D:\\notes']);
  expect(of(plan, 'note').map(({ title, content }) => [title, content])).toEqual([['C:\\new', '---\ntags:\n  - a\\nb\n---\n\nText']]);
});

test('tags of a .jex with blanks have hyphens, each once, which is told; what can be no tag is told as well', async () => {
  const note = 'b'.repeat(32);
  const names = ['reading list', 'reading-list', 'c++', '#plain'];
  const tags = names.flatMap((name, at): [string, string][] => {
    const [tag, tagged] = [`${at}`.repeat(32), `${at + 4}`.repeat(32)];
    return [
      [`${tag}.md`, `${name}\n\nid: ${tag}\ntype_: 5`],
      [`${tagged}.md`, `id: ${tagged}\nnote_id: ${note}\ntag_id: ${tag}\ntype_: 6`],
    ];
  });
  const plan = await read(
    await tar({ [`${note}.md`]: `Books\n\nText\n\nid: ${note}\nparent_id: \ntype_: 1`, ...Object.fromEntries(tags) }, 'joplin.jex'),
  );
  expect(of(plan, 'note')[0]?.content).toBe('---\ntags:\n  - c++\n  - plain\n  - reading-list\n---\n\nText');
  expect(plan.warnings).toEqual([
    { path: 'Books', kind: 'lost', message: 'Tags have no blanks here: its tag "reading list" comes in as "reading-list"' },
    { path: 'Books', kind: 'lost', message: '"c++" can be no tag here: it stays in the properties of the note' },
  ]);
});

test('of notes of Joplin in Markdown, whose text stays as it is, tags with blanks are told', async () => {
  const plan = await read(joplinFolder());
  expect(plan.warnings).toContainEqual({
    path: 'Work/Plan.md',
    kind: 'lost',
    message: '"big ideas" can be no tag here: it stays in the properties of the note',
  });
});

test('of tags in front matter those are told that can be none: blanks around them and a # before them are no reason', async () => {
  const text = '---\nTags: [2024, "c++", " plain ", "#signed", "# ", "a b"]\n---\n\nText\n';
  const plan = await read(zip({ 'Plan.md': text }));
  expect(plan.warnings.map(({ message }) => /^"(.*)" can be no tag/.exec(message)?.[1])).toEqual(['2024', 'c++', 'a b']);
});

test('a folder of RAW, as Joplin gives it out besides, is read as a .jex is; one of texts that only have such names is not', async () => {
  const [folder, note, file] = ['a', 'b', 'c'].map((digit) => digit.repeat(32)) as [string, string, string];
  const items = {
    [`raw/${folder}.md`]: `Home\n\nid: ${folder}\nparent_id: \ntype_: 2`,
    [`raw/${note}.md`]: `Trip\n\n![](:/${file})\n\nid: ${note}\nparent_id: ${folder}\ntype_: 1`,
    [`raw/${file}.md`]: `map.png\n\nid: ${file}\nmime: image/png\ntype_: 4`,
    [`raw/resources/${file}.png`]: png,
  };
  const plan = await read(zip(items));
  expect(plan).toMatchObject({ source: 'joplin', space: '', found: { notes: 1, notebooks: 1, files: 1 } });
  expect(of(plan, 'note')).toMatchObject([{ source: note, title: 'Trip', notebook: folder, files: [{ filename: 'map.png' }] }]);
  const attached = {
    [`raw/resources/${file}.md`]: 'A text',
    ...items,
    [`raw/${file}.md`]: `a.md\n\nid: ${file}\nmime: text/markdown\ntype_: 4`,
  };
  expect(await read(zip(attached))).toMatchObject({ source: 'joplin', found: { notes: 1, files: 1 } });
  expect((await read(zip({ [`${note}.md`]: '# Text' }))).source).toBe('markdown');
});

test('what is in the trash of Joplin is told and does not come in: notes, and notebooks with what was deleted with them', async () => {
  const [home, gone, kept, alone, within, file] = ['a', 'b', 'c', 'd', 'e', 'f'].map((digit) => digit.repeat(32)) as [
    string,
    string,
    string,
    string,
    string,
    string,
  ];
  const deleted = 'deleted_time: 1718000000000';
  const trash = {
    [`${gone}.md`]: `Gone\n\nid: ${gone}\nparent_id: \n${deleted}\ntype_: 2`,
    [`${alone}.md`]: `Alone\n\n![](:/${file})\n\nid: ${alone}\nparent_id: ${home}\n${deleted}\ntype_: 1`,
    [`${within}.md`]: `Within\n\nText\n\nid: ${within}\nparent_id: ${gone}\n${deleted}\ntype_: 1`,
  };
  const items = {
    [`${home}.md`]: `Home\n\nid: ${home}\nparent_id: \ndeleted_time: 0\ntype_: 2`,
    [`${kept}.md`]: `Kept\n\n[a](:/${alone})\n\nid: ${kept}\nparent_id: ${home}\ndeleted_time: 0\ntype_: 1`,
    [`${file}.md`]: `a.png\n\nid: ${file}\nmime: image/png\ntype_: 4`,
    [`resources/${file}.png`]: png,
  };
  const plan = await read(await tar({ ...items, ...trash }, 'joplin.jex'));
  expect([of(plan, 'notebook').map(({ name }) => name), of(plan, 'note').map(({ title }) => title)]).toEqual([['Home'], ['Kept']]);
  expect(plan.warnings.map(({ path, kind, message }) => `${path} ${kind} ${message}`)).toEqual([
    'Gone skipped It is in the trash of Joplin: it does not come in',
    'Alone skipped It is in the trash of Joplin: it does not come in',
    'Within skipped It is in the trash of Joplin: it does not come in',
    `Kept link It leads to :/${alone}, which is in the trash of Joplin`,
    'a.png file No note leads to it: it does not come in',
  ]);
  const empty = await read(await tar(trash, 'joplin.jex'));
  expect([of(empty, 'note'), empty.warnings.length]).toEqual([[], 3]);
});

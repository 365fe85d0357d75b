import { expect, test } from 'vitest';
import { tar } from '../../support/import-fixtures.ts';
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

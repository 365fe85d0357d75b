import { expect, test } from 'vitest';
import { trelloBoard, zip } from '../../support/import-fixtures.ts';
import { noteCalled, of, read, type Read } from '../../support/read-plan.ts';

const told = ({ warnings }: Read): string[] => warnings.flatMap(({ path, message }) => (message.includes('�') ? [path] : []));

test('a NUL in a note in UTF-16 becomes another sign, which is told; what only looks like one stays', async () => {
  const wide = (text: string): Buffer => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]);
  const plan = await read(zip({ 'wide.md': wide('# Wide\n\nab\0cd\n'), 'plain.md': String.raw`C:\u0000 and \ud800` }));
  expect(noteCalled(plan, 'wide').content).toBe('# Wide\n\nab\uFFFDcd\n');
  expect(noteCalled(plan, 'plain').content).toBe(String.raw`C:\u0000 and \ud800`);
  expect(told(plan)).toEqual(['wide']);
});

test('a NUL, and half a character, in a board of Trello become other signs, which is told of their card', async () => {
  const text = Buffer.from(trelloBoard().bytes)
    .toString()
    .replace('All of it', String.raw`All\u0000of \ud83d it`);
  const plan = await read({ filename: 'launch.json', bytes: Buffer.from(text) });
  expect(of(plan, 'card').find(({ title }) => title === 'Ship it')?.description).toContain('All\uFFFDof \uFFFD it');
  expect(told(plan)).toEqual(['Ship it']);
});

test('a note with a NUL that a Daybook has given out comes back', async () => {
  const dates = { createdAt: '2024-01-01T00:00:00.000Z', updatedAt: '2024-01-01T00:00:00.000Z' };
  const note = { path: 'notes/odd.md', title: 'Odd', notebookId: null, isPinned: false, isArchived: false, ...dates };
  const plan = await read(
    zip({
      'manifest.json': JSON.stringify({ app: 'daybook', version: '1', exportedAt: dates.createdAt, counts: {}, files: {} }),
      'notes.json': JSON.stringify({ notebooks: {}, notes: { '018d0000-0000-7000-8000-000000000001': note }, files: {} }),
      'boards.json': JSON.stringify({ projects: [] }),
      'notes/odd.md': 'a\0b\n',
    }),
  );
  expect(noteCalled(plan, 'Odd').content).toBe('a\uFFFDb\n');
  expect(told(plan)).toEqual(['Odd']);
});

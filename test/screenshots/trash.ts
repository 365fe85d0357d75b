import type { RunningService } from '../e2e/renderer/fixtures.ts';
import type { Scene } from './scene.ts';

const long =
  'Collect feedback on the new navigation from everybody who was at the first workshop, and from those who could not come '.repeat(3);

async function prepare({ send }: RunningService): Promise<void> {
  const note = await send('POST', '/api/notes', { title: 'Minutes of the last meeting', content: '# Minutes' });
  const column = await send('POST', '/api/columns', { title: 'Later', projectId: 'Old plans' });
  const card = await send('POST', '/api/cards', { columnId: column.id, title: long });
  const other = await send('POST', '/api/cards', { columnId: column.id, title: 'Return the bottles' });
  const times = { startTime: '2026-11-20T10:00:00Z', endTime: '2026-11-20T11:00:00Z' };
  const event = await send('POST', '/api/events', { title: 'Lunch with Eva', ...times });
  for (const [type, id] of [
    ['card', card.id],
    ['card', other.id],
    ['note', note.id],
    ['event', event.id],
    ['column', column.id],
  ])
    await send('POST', '/api/trash', { type, id });
  await send('POST', '/api/columns', { title: 'To do', projectId: 'Garden' });
  await send('POST', '/api/trash', { type: 'project', id: 'Garden' });
}

export const trashScenes: readonly Scene[] = [
  {
    name: 'trash',
    prepare,
    show: async (page) => {
      await page.keyboard.press('g');
      await page.keyboard.press('x');
      await page.getByRole('heading', { level: 1, name: 'Trash' }).waitFor();
      await page.getByText('Minutes of the last meeting').waitFor();
    },
  },
  {
    name: 'trash-empty',
    show: async (page) => {
      await page.keyboard.press('g');
      await page.keyboard.press('x');
      await page.getByText('Minutes of the last meeting').waitFor();
      await page.getByRole('button', { name: 'Empty trash' }).click();
      await page.getByRole('alertdialog').waitFor();
    },
  },
];

import type { Page } from '@playwright/test';
import type { RunningService } from '../e2e/renderer/fixtures.ts';
import type { Scene } from './scene.ts';

const board = 'Website relaunch';

const cards: readonly {
  readonly column: number;
  readonly card: Record<string, unknown>;
  readonly more?: Record<string, unknown>;
  readonly checklist?: readonly (readonly [string, boolean])[];
}[] = [
  { column: 0, card: { title: 'Collect feedback on the new navigation from everybody who was at the first workshop', priority: 'medium' } },
  {
    column: 0,
    card: { title: 'Choose photographs', dueDate: '2026-11-27' },
    checklist: [
      ['Team', false],
      ['Office', false],
      ['Products', true],
    ],
  },
  { column: 0, card: { title: 'Imprint and privacy page', priority: 'low' } },
  {
    column: 1,
    card: {
      title: 'Write the landing page',
      priority: 'high',
      dueDate: '2026-11-20T17:00:00',
      description:
        'The first screen says **what it is** and *for whom*.\n\n- headline\n- three reasons\n- one picture\n\nSee [the outline](https://example.org/outline).',
    },
    more: { progress: 60 },
    checklist: [
      ['Headline', true],
      ['Three reasons, each with an example', true],
      ['Picture', false],
      ['Call to action', false],
    ],
  },
  { column: 1, card: { title: 'Fix layout on small phones', priority: 'urgent', dueDate: '2026-11-18' } },
  { column: 2, card: { title: 'Register the domain' }, more: { progress: 100, completedAt: '2026-11-17T09:30:00Z' } },
  {
    column: 2,
    card: { title: 'Agree on colours and type', description: 'Done.' },
    checklist: [
      ['Colours', true],
      ['Type', true],
    ],
  },
];

/** Makes the board; gives the id of the card that has the most to show. */
async function makeBoard({ send }: RunningService): Promise<void> {
  const columns: string[] = [];
  for (const title of ['To do', 'Doing', 'Done']) columns.push((await send('POST', '/api/columns', { title, projectId: board })).id);
  await send('POST', '/api/columns', { title: 'Ideas', projectId: 'Garden' });
  for (const { column, card, more, checklist } of cards) {
    const { id } = await send('POST', '/api/cards', { ...card, columnId: columns[column] });
    if (more !== undefined) await send('PUT', `/api/cards/${id}`, more);
    if (checklist !== undefined)
      await send('PUT', `/api/cards/${id}/checklist`, { checklist: checklist.map(([text, completed]) => ({ text, completed })) });
  }
}

async function openBoard(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Boards' }).click();
  await page.getByRole('link', { name: board }).click();
  await page.getByText('Choose photographs').waitFor();
}

/** What scenes have made that come once. */
const made: string[] = [];

export const boardScenes: readonly Scene[] = [
  {
    name: 'boards-list',
    prepare: makeBoard,
    show: async (page) => {
      await page.getByRole('link', { name: 'Boards' }).click();
      await page.getByText(board).waitFor();
    },
  },
  { name: 'boards-board', show: openBoard },
  {
    name: 'boards-card',
    show: async (page) => {
      await openBoard(page);
      await page.getByText('Write the landing page').click();
      await page.getByText('three reasons', { exact: true }).waitFor();
      const buffer = Buffer.from('Plain words about the landing page.\n');
      if ((await page.getByText('outline.txt').count()) === 0)
        await page.getByTestId('file-picker').setInputFiles({ name: 'outline.txt', mimeType: 'text/plain', buffer });
      await page.getByRole('button', { name: 'Download outline.txt' }).waitFor();
    },
  },
  {
    name: 'boards-description',
    show: async (page) => {
      await openBoard(page);
      await page.getByText('Write the landing page').click();
      await page.getByText('three reasons', { exact: true }).click();
      await page.locator('.note-text:focus').waitFor();
    },
  },
  {
    name: 'boards-filters',
    show: async (page) => {
      await openBoard(page);
      await page.getByRole('combobox', { name: 'Done or not' }).click();
      await page.getByRole('option', { name: 'Not done' }).click();
      await page.getByRole('button', { name: 'Saved filters' }).click();
      await page.getByRole('menu').waitFor();
    },
  },
  {
    name: 'boards-templates',
    show: async (page) => {
      await openBoard(page);
      if (made.length === 0) {
        await page.getByText('Write the landing page').click();
        await page.getByRole('button', { name: 'Save as template' }).click();
        made.push('template');
        await page.keyboard.press('Escape');
      }
      await page.getByRole('button', { name: 'More for To do' }).click();
      await page.getByRole('menuitem', { name: 'New card from template…' }).click();
      await page.getByRole('button', { name: 'Edit template Write the landing page' }).waitFor();
    },
  },
  {
    name: 'boards-activity',
    show: async (page) => {
      await openBoard(page);
      await page.getByText('Write the landing page').click();
      await page.getByText('Activity', { exact: true }).click();
      await page.getByText('Created', { exact: true }).scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'boards-new',
    show: async (page) => {
      await page.getByRole('link', { name: 'Boards' }).click();
      await page.getByRole('button', { name: 'New board' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
];

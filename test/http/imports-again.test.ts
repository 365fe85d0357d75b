// What came in before and has changed there since comes in once more.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { png, type Fixture } from '../support/import-fixtures.ts';
import { ImportClient } from '../support/imports.ts';
import { exportOf } from '../support/jobs.ts';
import { startTestService, type Answer, type TestService } from '../support/service.ts';

let service: TestService;
let imports: ImportClient;
let users = 0;

beforeAll(async () => {
  service = await startTestService();
  imports = new ImportClient(service);
});
afterAll(() => service.dispose());

const signUp = (): Promise<string> => service.signUp(`again${(users += 1)}`);

async function must(token: string, method: string, path: string, body?: unknown): Promise<Answer['body']> {
  const answer = await service.request(method, `/api/${path}`, { token, body });
  if (answer.status > 299) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body;
}

// oxlint-disable-next-line typescript/no-explicit-any -- tests look into any record
type Told = any;

async function list(token: string, path: string): Promise<Told[]> {
  return (await must(token, 'GET', path)).items as Told[];
}

/** Where the cards of a user are: column, archived or not, files. */
async function cardsOf(token: string): Promise<Record<string, readonly [string, boolean, string[]]>> {
  const columns = new Map((await list(token, 'columns')).map(({ id, title }) => [id, title as string]));
  const cards = await list(token, 'cards?archived=all');
  return Object.fromEntries(
    cards.map(({ title, columnId, isArchived, attachments }) => [
      title,
      [columns.get(columnId) ?? '', isArchived, attachments.map(({ filename }: Told) => filename)],
    ]),
  );
}

async function attach(token: string, cardId: string, filename: string): Promise<void> {
  const form = new FormData();
  form.append('file', new Blob([Uint8Array.from(png)]), filename);
  const response = await fetch(`${service.baseUrl}/api/cards/${cardId}/attachments`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}` },
    body: form,
  });
  expect(response.status).toBe(201);
}

const exported = async (token: string): Promise<Fixture> => ({ filename: 'daybook.zip', bytes: (await exportOf(service, token)).bytes });

describe('POST /api/imports/:id/apply › of what has changed there since', () => {
  test('a card brings its new files, its column, and whether it is archived; an event its calendar; one undo takes it back', async () => {
    const [there, here] = [await signUp(), await signUp()];
    const project = await must(there, 'POST', 'projects', { name: 'House' });
    const [todo, done] = [
      await must(there, 'POST', 'columns', { title: 'To do', projectId: project.id }),
      await must(there, 'POST', 'columns', { title: 'Done', projectId: project.id }),
    ];
    const ids: Record<string, string> = {};
    for (const title of ['Filed', 'Moved', 'Put away', 'Both'])
      ids[title] = (await must(there, 'POST', 'cards', { title, columnId: todo.id })).id;
    await attach(there, ids['Both'] ?? '', 'old.png');
    const calendar = await must(there, 'POST', 'calendars', { name: 'Family' });
    const event = await must(there, 'POST', 'events', { title: 'Party', date: '2026-03-01', isAllDay: true });
    await imports.bring(await exported(there), here);
    const first = await cardsOf(here);
    expect(first).toMatchObject({ Filed: ['To do', false, []], Both: ['To do', false, ['old.png']] });

    await attach(there, ids['Filed'] ?? '', 'plan.png');
    await must(there, 'POST', `cards/${ids['Moved']}/move`, { columnId: done.id });
    await must(there, 'PUT', `cards/${ids['Put away']}`, { isArchived: true });
    await must(there, 'POST', `cards/${ids['Both']}/move`, { columnId: done.id });
    await must(there, 'PUT', `cards/${ids['Both']}`, { isTemplate: true });
    await must(there, 'PUT', `events/${event.id}`, { calendarId: calendar.id });
    const newer = await exported(there);
    const { outcome } = await imports.bring(newer, here);
    expect(outcome.counts).toMatchObject({ cards: { updated: 4 }, events: { updated: 1 } });
    expect(outcome.warnings).toEqual([]);
    expect(await cardsOf(here)).toEqual({
      Filed: ['To do', false, ['plan.png']],
      Moved: ['Done', false, []],
      'Put away': ['To do', true, []],
      Both: ['Done', true, ['old.png']],
    });
    const [party] = await list(here, 'events?startDate=2026-01-01&endDate=2027-01-01');
    const family = (await list(here, 'calendars')).find(({ name }) => name === 'Family');
    expect(party.calendarId).toBe(family.id);
    expect((await imports.bring(newer, here)).outcome.batchId).toBeNull();

    await must(here, 'POST', 'undo', { batchId: outcome.batchId });
    // Files of a card are no fields of it: an undo leaves them.
    expect(await cardsOf(here)).toEqual({ ...first, Filed: ['To do', false, ['plan.png']] });
    const [back] = await list(here, 'events?startDate=2026-01-01&endDate=2027-01-01');
    expect(back.calendarId).not.toBe(family.id);
  });

  test('a card of Trello goes into its list and is archived; one that was moved here as well stays, and theirs comes as a second one', async () => {
    const token = await signUp();
    const board = (idList: string, closed: boolean): Fixture => ({
      filename: 'board.json',
      bytes: Buffer.from(
        JSON.stringify({
          id: 'moving',
          name: 'Moving',
          lists: ['Doing', 'Done', 'Later'].map((name, pos) => ({ id: name, name, pos })),
          cards: ['One', 'Two'].map((name, pos) => ({ id: name, name, idList, pos, closed })),
          labels: [],
        }),
      ),
    });
    await imports.bring(board('Doing', false), token);
    const [later] = (await list(token, 'columns')).filter(({ title }) => title === 'Later');
    const [two] = (await list(token, 'cards')).filter(({ title }) => title === 'Two');
    await must(token, 'POST', `cards/${two.id}/move`, { columnId: later.id });
    const { outcome } = await imports.bring(board('Done', true), token);
    expect(outcome.counts.cards).toMatchObject({ updated: 1, kept: 1 });
    const second = `Two (imported ${new Date().toISOString().slice(0, 10)})`;
    expect(await cardsOf(token)).toEqual({ One: ['Done', true, []], Two: ['Later', false, []], [second]: ['Done', true, []] });
    const { outcome: back } = await imports.bring(board('Done', false), token);
    expect(back.counts.cards).toMatchObject({ updated: 2 });
    expect(await cardsOf(token)).toMatchObject({ One: ['Done', false, []], Two: ['Done', false, []] });
  });
});

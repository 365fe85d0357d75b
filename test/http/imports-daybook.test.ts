import { expect, test } from 'vitest';
import type { Job } from '../../main/contract/jobs.ts';
import type { RingingReminder } from '../../main/contract/reminders.ts';
import { full } from '../support/tiers.ts';
import { obsidianVault, trelloBoard } from '../support/import-fixtures.ts';
import { ImportClient } from '../support/imports.ts';
import { startTestService, type TestService } from '../support/service.ts';

const paths = ['notes?include=content&archived=all', 'notebooks', 'projects', 'columns', 'cards?archived=all', 'files'];

async function all(service: TestService): Promise<unknown[]> {
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into any answer
  const sorted = (items: any[]): unknown[] =>
    items.map(({ version: _version, url: _url, ...record }) => record).toSorted((a, b) => String(a.id).localeCompare(String(b.id)));
  const found = [];
  for (const path of paths) found.push(sorted((await service.request('GET', `/api/${path}`)).body.items));
  return found;
}

test(
  'POST /api/imports?source=daybook › what a Daybook gives out comes back with its ids and dates; into its own source it changes nothing',
  full,
  async () => {
    const [first, second] = [await startTestService(), await startTestService()];
    try {
      const imports = new ImportClient(first);
      await imports.bring(obsidianVault());
      await imports.bring(trelloBoard());
      const [board] = (await first.request('GET', '/api/projects')).body.items as { id: string; labels: { id: string }[] }[];
      const filter = { name: 'Mine', due: 'week', priorities: ['high'], labelId: board?.labels[0]?.id };
      expect((await first.request('POST', `/api/projects/${board?.id}/filters`, { body: filter })).status).toBe(201);
      const column = (await first.request('POST', '/api/columns', { body: { title: 'Doing', projectId: 'own' } })).body;
      const { id } = (await first.request('POST', '/api/cards', { body: { title: 'Release', columnId: column.id } })).body;
      expect((await first.request('PUT', `/api/cards/${id as string}`, { body: { isTemplate: true } })).status).toBe(200);
      const hour = 3_600_000;
      const reminders = [{ minutesBefore: 10 }];
      const archived = [];
      for (const title of ['First', 'Second', 'Third']) {
        const { body: card } = await first.request('POST', '/api/cards', { body: { title, columnId: column.id } });
        archived.push(`/api/cards/${card.id as string}`);
      }
      await first.request('POST', `${archived[1]}/move`, { body: { columnId: column.id, position: 0 } });
      for (const path of archived) await first.request('PUT', path, { body: { isArchived: true } });
      for (const hours of [-50, 50]) {
        const startTime = new Date(Date.now() + hours * hour).toISOString();
        const endTime = new Date(Date.now() + (hours + 1) * hour).toISOString();
        const title = `${hours} hours`;
        await first.request('POST', '/api/events', { body: { title, startTime, endTime, timeZone: 'UTC', reminders } });
        await first.request('POST', '/api/cards', { body: { title, columnId: column.id, dueDate: startTime, reminders } });
      }
      const { body: job } = await first.request('POST', '/api/exports', { body: { format: 'folder-zip' } });
      const ended = await imports.ended((job as Job).id);
      const { url } = ended.result as { url: string };
      const zip = await fetch(first.baseUrl + url, { headers: { Authorization: `Bearer ${first.token()}` } });
      const file = { filename: 'daybook.zip', bytes: new Uint8Array(await zip.arrayBuffer()) };
      const other = new ImportClient(second);
      const { reading } = await other.bring(file);
      expect(reading).toMatchObject({ source: 'daybook', warnings: [] });
      expect(await all(second)).toEqual(await all(first));
      const rings = async (service: TestService): Promise<string[]> => {
        const [from, to] = [-28 * 24, 7 * 24].map((hours) => new Date(Date.now() + hours * hour).toISOString());
        const { body } = await service.request('GET', `/api/reminders?from=${from}&to=${to}`);
        return (body.items as RingingReminder[]).filter(({ rungAt }) => rungAt === null).map(({ title }) => title);
      };
      // What was over when it was made, or came in, is not told.
      expect([await rings(first), await rings(second)]).toEqual([
        ['50 hours', '50 hours'],
        ['50 hours', '50 hours'],
      ]);
      for (const client of [imports, other]) expect((await client.bring(file)).outcome.batchId).toBeNull();
    } finally {
      await first.dispose();
      await second.dispose();
    }
  },
);

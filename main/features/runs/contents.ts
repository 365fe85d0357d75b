// What goes into the trash along with a column, a board or a calendar: how much it is, and which records by a hash of their ids.

import { createHash } from 'node:crypto';
import { cardsApi, columnsApi } from '../../contract/boards.ts';
import { CooperativeScheduler } from '../../lib/cooperative-scheduler.ts';
import type { Ask } from './diff-fields.ts';

/** Records that are asked for at once. */
const pageSize = 1_000;

interface Contents {
  readonly count: number;
  readonly ids: readonly string[];
}

interface RecordPage {
  readonly items: readonly { readonly id: string }[];
  readonly total: number;
}

async function allOf(pageAt: (query: { readonly limit: number; readonly offset: number }) => Promise<RecordPage>): Promise<Contents> {
  const ids: string[] = [];
  for (;;) {
    const { items, total } = await pageAt({ limit: pageSize, offset: ids.length });
    ids.push(...items.map(({ id }) => id));
    if (items.length === 0 || ids.length >= total) return { count: total, ids };
  }
}

/** Its cards, also those that are archived. Throws `not_found`. */
export const cardsOfColumn = (columnId: string, ask: Ask): Promise<Contents> =>
  allOf((query) => ask(cardsApi.listColumnCards, { params: { columnId }, query: { ...query, archived: 'all' } }));

/** Also those that are archived. */
export const cardsOfProject = (projectId: string, ask: Ask): Promise<Contents> =>
  allOf((query) => ask(cardsApi.listCards, { query: { ...query, projectId, archived: 'all' } }));

export const columnsOfProject = (projectId: string, ask: Ask): Promise<Contents> =>
  allOf((query) => ask(columnsApi.listColumns, { query: { ...query, projectId } }));

/** How many these are, by pages of their ids in order, and the hash of these: of more than is looked at in one go. */
export async function eventsOf(pages: Iterable<readonly string[]>): Promise<{ readonly count: number; readonly sha256: string }> {
  const scheduler = new CooperativeScheduler();
  const hash = createHash('sha256');
  let count = 0;
  for (const ids of pages) {
    count += ids.length;
    hash.update(`${ids.join('\n')}\n`);
    await scheduler.yieldIfDue();
  }
  return { count, sha256: hash.update('\n').digest('hex') };
}

/** Another one once a record has come or gone, whatever their order. */
export function hashOfContents(...all: readonly Pick<Contents, 'ids'>[]): string {
  const hash = createHash('sha256');
  for (const { ids } of all) hash.update(`${ids.toSorted().join('\n')}\n\n`);
  return hash.digest('hex');
}

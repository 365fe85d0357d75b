// What was changed since a time, from the change feed: each record once.

import { cardsApi, columnsApi } from '../contract/boards.ts';
import { changesApi, maxPageSize, type ChangeEntry } from '../contract/changes.ts';
import { eventsApi } from '../contract/events.ts';
import { notesApi } from '../contract/notes.ts';
import { projectsApi } from '../contract/projects.ts';
import type { Scope } from '../contract/scopes.ts';
import { trashApi } from '../contract/trash.ts';
import { AppError, invalid } from '../lib/app-error.ts';
import { toInstant } from '../lib/clock.ts';
import { columnsOf, placeIn } from './board.ts';
import { dayOf, instantOf } from './moments.ts';
import { cardLine, clockIn, eventLine, outlineTitle } from './outline.ts';
import { listPlace, page, pageSize } from './place.ts';
import type { ToolContext, ToolResult } from './tool.ts';

/** How far back the change feed is looked through: by doubling, at most about as many numbers as an answer of it has entries. */
const changesBack = { first: 500, most: 8_000 };

interface Asked {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly cursor?: string | undefined;
}

interface ChangedRecord {
  readonly type: keyof typeof changedScopes;
  readonly id: string;
  readonly newest: ChangeEntry;
  /** What was done to it and by whom, the newest first. */
  readonly actions: Set<string>;
  readonly actors: Set<string>;
}

const changedScopes = {
  note: 'notes:read',
  card: 'boards:read',
  column: 'boards:read',
  project: 'boards:read',
  event: 'calendar:read',
} as const satisfies Partial<Record<ChangeEntry['type'], Scope>>;

const isTold = (type: ChangeEntry['type']): type is ChangedRecord['type'] => Object.hasOwn(changedScopes, type);

/**
 * Records that were changed since a time, and until one if it is given, the last one first, each once, with what was done to it, as far
 * as the token may read them.
 */
export async function changes({ from, to, cursor = '0' }: Asked, context: ToolContext): Promise<ToolResult> {
  const zone = context.timeZone();
  const since = from === undefined ? dayOf(context, -1) : instantOf('from', from, zone);
  const until = to === undefined ? Infinity : instantOf('to', to, zone);
  if (until <= since) throw invalid({ path: 'to', message: 'must be after from' });
  const { entries: known, oldest } = await changesSince(since, context);
  const entries = known.filter(({ at }) => Date.parse(at) < until);
  const records = new Map<string, ChangedRecord>();
  for (const entry of entries) {
    const { type, id, action, actor } = entry;
    if (id === null || !isTold(type) || !context.caller.scopes.has(changedScopes[type])) continue;
    const key = `${type} ${id}`;
    const record = records.get(key) ?? { type, id, newest: entry, actions: new Set(), actors: new Set() };
    records.set(key, record);
    record.actions.add(action);
    record.actors.add(actor.name);
  }
  const { offset } = listPlace(cursor);
  const shown = [...records.values()].slice(offset, offset + pageSize);
  const titleOf = await titlesOf(shown, context);
  const lines = await Promise.all(
    shown.map(async (record) => {
      const { newest, actions, actors } = record;
      const how = `${[...actions].toReversed().join(', ')} by ${outlineTitle([...actors].toReversed().join(', '))}`;
      const batch = newest.batchId === null ? '' : ` · batch ${newest.batchId}`;
      return `- ${clockIn(newest.at, zone)} ${how}: ${await titleOf(record)}${batch}`;
    }),
  );
  const range = `since ${clockIn(toInstant(since), zone)}${until === Infinity ? '' : ` until ${clockIn(toInstant(until), zone)}`}`;
  const rest = oldest === null ? '' : `; there were too many changes to look at those before ${clockIn(oldest, zone)}`;
  const head = `${records.size} records changed ${range}, times of ${zone}, newest first${rest}`;
  const items = shown.map(({ type, id, newest }) => ({ type: type === 'project' ? 'board' : type, id, version: newest.version }));
  return page({ head, lines, items, offset, total: records.size });
}

interface ChangesSince {
  /** The newest first. */
  readonly entries: readonly ChangeEntry[];
  /** When the oldest of them was made, where there are others before it, which are not looked at; else null. */
  readonly oldest: string | null;
}

/** Entries of the change feed since then; where there were very many, the newest of them. Throws `insufficient_scope`. */
async function changesSince(since: number, { ask }: ToolContext): Promise<ChangesSince> {
  const { lastSeq } = await ask(changesApi.listChanges, { query: { limit: 0 } });
  for (let back = changesBack.first; ; back *= 2) {
    const place = lastSeq > back ? lastSeq - back : null;
    const isFar = place === null || back >= changesBack.most;
    const items = await entriesAfter(place, isFar ? maxPageSize : 1, ask);
    // Numbers that a restore or a crash has left out, or that are kept no more: what is known is further back.
    if (items === null) continue;
    const isBefore = items[0] !== undefined && Date.parse(items[0].at) < since;
    if (!isFar && !isBefore) continue;
    const all = isFar ? await readOn(items, ask) : ((await entriesAfter(place, maxPageSize, ask)) ?? []);
    const entries = all.filter(({ at }) => Date.parse(at) >= since).toReversed();
    return { entries, oldest: place === null || isBefore ? null : (entries.at(-1)?.at ?? null) };
  }
}

/** The entries of a page and all that come after it. */
async function readOn(page: readonly ChangeEntry[], ask: ToolContext['ask']): Promise<ChangeEntry[]> {
  const all = [...page];
  for (let next = page; next.length === maxPageSize; all.push(...next))
    next = (await entriesAfter(all.at(-1)?.seq ?? null, maxPageSize, ask)) ?? [];
  return all;
}

/** Null where the feed does not know all that came after a number. */
async function entriesAfter(since: number | null, limit: number, ask: ToolContext['ask']): Promise<readonly ChangeEntry[] | null> {
  try {
    return (await ask(changesApi.listChanges, { query: { since, limit } })).items;
  } catch (error) {
    if (error instanceof AppError && error.code === 'history_gone') return null;
    throw error;
  }
}

/** Gives what a record is called now, with its id and version; of one that is gone as the trash calls it. */
async function titlesOf(
  records: readonly ChangedRecord[],
  { ask, timeZone }: ToolContext,
): Promise<(record: ChangedRecord) => Promise<string>> {
  const has = (...types: readonly ChangedRecord['type'][]): boolean => records.some(({ type }) => types.includes(type));
  const notesThere = has('note')
    ? (await ask(notesApi.listNotes, { query: { archived: 'all', pinned: 'mixed', limit: pageSize } })).items
    : [];
  const columns = has('card', 'column') ? await columnsOf(ask) : [];
  const trashed = records.some(({ newest }) => newest.action === 'deleted')
    ? (await ask(trashApi.listTrash, { query: { limit: pageSize } })).items
    : [];
  const own = async ({ type, id }: ChangedRecord): Promise<string> => {
    const params = { id };
    if (type === 'card') {
      const card = await ask(cardsApi.readCard, { params });
      return cardLine(card, [], placeIn(columns, card));
    }
    if (type === 'event') return eventLine(await ask(eventsApi.readEvent, { params }), timeZone());
    if (type === 'project') return `- ${outlineTitle((await ask(projectsApi.readProject, { params })).name)} (board ${id})`;
    if (type === 'column') {
      const column = columns.find((each) => each.id === id) ?? (await ask(columnsApi.readColumn, { params }));
      return `- ${outlineTitle(column.title)} (column ${id} of board ${column.projectId})`;
    }
    const note = notesThere.find((each) => each.id === id) ?? (await ask(notesApi.readNote, { params }));
    return `- ${outlineTitle(note.title)} (note ${id} v${note.version})`;
  };
  return async (record) => {
    try {
      return (await own(record)).slice(2);
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'not_found') throw error;
      const entry = trashed.find(({ type, recordId }) => type === record.type && recordId === record.id);
      return entry === undefined
        ? `${record.type} ${record.id}`
        : `${outlineTitle(entry.title)} (${record.type} ${record.id}, in the trash)`;
    }
  };
}

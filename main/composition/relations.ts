// Builds tags and links, with what they need of notes, cards and events handed in as functions.

import type { Node } from 'prosemirror-model';
import type { Boards } from './boards.ts';
import type { CalendarFeature } from './calendar.ts';
import type { OpenNotes } from './notes.ts';
import { LinkStore } from '../features/relations/link-store.ts';
import { Links } from '../features/relations/links.ts';
import { LinksAlong, LinksOfRecords } from '../features/relations/record-links.ts';
import { Renames, type RenamesOptions } from '../features/relations/renames.ts';
import { relationRoutes } from '../features/relations/routes.ts';
import { TagStore } from '../features/relations/tag-store.ts';
import { Tags } from '../features/relations/tags.ts';
import { TextIndex } from '../features/relations/text-index.ts';
import { TextStore } from '../features/relations/text-store.ts';
import { UnreadTexts, type ReadText } from '../features/relations/unread-texts.ts';
import type { LinkedType } from '../contract/mentions.ts';
import type { Endpoint } from '../invoke/endpoint.ts';
import { AppError, RetryableConflict } from '../lib/app-error.ts';
import type { Attribute, RecordChange } from '../lib/change.ts';
import { systemClock } from '../lib/clock.ts';
import { newId } from '../lib/ids.ts';
import type { Log } from '../lib/log.ts';
import { anyVersion } from '../lib/precondition.ts';
import { markdownIn } from '../lib/text-watchers.ts';
import type { Database } from '../storage/database.ts';
import type { Maintenance, MaintenanceTask } from '../storage/maintenance.ts';
import { atOneMoment } from '../storage/snapshot.ts';

/** What tells of links along with their records, those that a kill has left untold as well. */
export function openLinksAlong(
  { database, maintenance }: Pick<RelationsOptions, 'database' | 'maintenance'>,
  feed: { recordAlone: RecordChange },
): LinksAlong {
  const untold: MaintenanceTask = { name: 'tell of the links of records that went or came back', slice: () => links.tellSome() };
  maintenance.add(untold);
  const links = new LinksAlong({
    store: new LinkStore(database),
    recordAlone: (change) => {
      feed.recordAlone(change);
    },
    manyLeft: () => {
      maintenance.hurry(untold);
    },
  });
  return links;
}

interface RelationsOptions {
  readonly database: Database;
  readonly record: RecordChange;
  readonly attribute: Attribute;
  readonly maintenance: Maintenance;
  readonly log: Log;
  readonly notes: OpenNotes;
  readonly boards: Boards;
  readonly calendar: CalendarFeature;
}

export interface Relations {
  readonly recordLinks: LinksOfRecords;
  readonly endpoints: Endpoint[];
  start(): void;
  stop(): Promise<void>;
}

/** The index that notes, boards and the calendar tell of their texts; its own needs of them are met later. */
interface TextIndexing {
  readonly texts: TextStore;
  readonly index: TextIndex;
  /** Called inside a write that has left texts to be read. */
  onUnread(listener: () => void): void;
}

export function openTextIndex(database: Database, maybeParse: ConstructorParameters<typeof TextIndex>[0]['maybeParse']): TextIndexing {
  const texts = new TextStore(database);
  const listeners: (() => void)[] = [];
  const index = new TextIndex({
    store: texts,
    maybeParse,
    leftUnread: () => {
      for (const listener of listeners) listener();
    },
  });
  return {
    texts,
    index,
    onUnread: (listener) => {
      listeners.push(listener);
    },
  };
}

export function buildRelations(options: RelationsOptions, { texts, index, onUnread }: TextIndexing): Relations {
  const { database, record, maintenance, log, notes, boards, calendar } = options;
  const { cards } = boards;
  const { events } = calendar;
  const store = new LinkStore(database);
  const recordId = (type: LinkedType, id: string): string => (type === 'event' ? events.recordId(id) : id);
  const { maybeParse } = notes.markdown;
  const links = new Links({
    store,
    texts,
    recordId,
    maybeParse,
    markdown: {
      note: async (userId, id) => (await notes.notes.read(userId, id, {})).content,
      card: (userId, id) => Promise.resolve(texts.maybeDescription('card', { userId, id })?.description ?? ''),
      event: (userId, id) =>
        Promise.resolve(markdownIn(texts.maybeDescription('event', { userId, id }) ?? { description: null }).join('\n\n')),
    },
  });
  const write = <T>(work: () => T): Promise<T> => database.write(work);
  const unread = new UnreadTexts({
    store: texts,
    index,
    write,
    read: readersOf(notes, texts),
    maybeVersion: {
      note: (...of) => notes.undo.maybeVersion(...of),
      card: (userId, id) => texts.maybeDescription('card', { userId, id })?.version ?? null,
      event: (userId, id) => texts.maybeDescription('event', { userId, id })?.version ?? null,
    },
    failed: (error) => {
      log.error({ err: error }, 'texts could not be read for the index of tags and links');
    },
  });
  onUnread(() => {
    unread.look();
  });
  const recordLinks = new LinksOfRecords({ store, record, clock: systemClock, newId, recordId });
  const renames = new Renames({
    ...options,
    ...changesOf(notes, cards, events),
    store,
    texts,
    links,
    write,
    newId,
    allRead: () => unread.finish(),
  });
  const tags = new Tags({
    store: new TagStore(database),
    openReader: () => atOneMoment(database.snapshot(), (moment) => ({ store: new TagStore(moment) })),
  });
  addSweeps(maintenance, texts, store);
  return {
    recordLinks,
    endpoints: relationRoutes({ tags, links, recordLinks, renames }),
    start: () => {
      unread.start();
    },
    stop: () => unread.stop(),
  };
}

function readersOf(notes: OpenNotes, texts: TextStore): Record<LinkedType, (userId: string, id: string) => Promise<ReadText | null>> {
  const described =
    (type: 'card' | 'event') =>
    async (userId: string, id: string): Promise<ReadText | null> => {
      const found = texts.maybeDescription(type, { userId, id });
      if (found === null) return null;
      const blocks: Node[] = [];
      for (const text of markdownIn(found)) blocks.push(...(await notes.markdown.parse(text)));
      return { version: found.version, title: '', blocks };
    };
  return {
    note: async (userId, id) => {
      const note = await notes.notes.maybeDocument(userId, id);
      return note === null ? null : { version: note.version, title: String(note.doc.attrs['title']), blocks: note.doc.children };
    },
    card: described('card'),
    event: described('event'),
  };
}

function changesOf(
  { notes, markdown }: OpenNotes,
  cards: Boards['cards'],
  events: CalendarFeature['events'],
): Pick<RenamesOptions, 'prepare' | 'prepareTitle'> {
  return {
    prepare: {
      note: async (userId, id, stepsOf) => {
        const note = await notes.maybeDocument(userId, id);
        const steps = note === null ? [] : await stepsOf(note.doc);
        if (note === null || steps.length === 0) return null;
        const delta = await notes.deltaOf(userId, id, note.version, steps);
        const prepared = await notes.prepareChange(userId, id, delta);
        return () => asRetryable(() => notes.change(userId, id, delta, anyVersion, prepared).version);
      },
      card: async (userId, id, stepsOf) => {
        const { description } = cards.read(userId, id);
        const next = await markdown.change(description ?? '', stepsOf);
        return next === null ? null : () => cards.describe(userId, id, description, next);
      },
      event: async (userId, id, stepsOf) => {
        const before = events.descriptions(userId, id);
        const changed = new Map<number | null, string>();
        for (const [at, text] of before) {
          const next = await markdown.change(text, stepsOf);
          if (next !== null) changed.set(at, next);
        }
        return changed.size === 0 ? null : () => events.describe(userId, id, before, changed);
      },
    },
    prepareTitle: async (userId, id, title, precondition) => {
      const prepared = await notes.prepareChange(userId, id, { title });
      return () => notes.change(userId, id, { title }, precondition, prepared).version;
    },
  };
}

/** What was changed meanwhile is worked out anew. */
function asRetryable<T>(change: () => T): T {
  try {
    return change();
  } catch (error) {
    throw error instanceof AppError && error.code === 'stale_version' ? new RetryableConflict('The note is being changed') : error;
  }
}

/** How many rows one write looks at. */
const sweptAtOnce = 500;

/** Removes the links of records that were deleted for good. */
function addSweeps(maintenance: Maintenance, texts: TextStore, links: LinkStore): void {
  let row = 0;
  maintenance.add({
    name: 'remove the links of texts that are gone',
    slice: () => {
      texts.sweep(row, row + sweptAtOnce);
      row = row + sweptAtOnce < texts.lastRow() ? row + sweptAtOnce : 0;
      return row > 0;
    },
  });
  let last = '';
  maintenance.add({
    name: 'remove the links of records that are gone',
    slice: () => {
      const until = links.maybeIdAfter(last, sweptAtOnce);
      links.sweep(last, until ?? '~');
      last = until ?? '';
      return last !== '';
    },
  });
}

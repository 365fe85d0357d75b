// The rules of the trash: records are put aside with what it takes to bring them back, and go for good in time.

import { dayMs } from '../../contract/days.ts';
import {
  trashTypes,
  type PutIntoTrash,
  type Restored,
  type TrashEntry,
  type TrashList,
  type TrashQuery,
  type TrashType,
} from '../../contract/trash.ts';
import { invalid, notFound } from '../../lib/app-error.ts';
import { requireScope, windowActor, type Caller } from '../../lib/caller.ts';
import { toInstant, type Clock, type ClockWatch } from '../../lib/clock.ts';
import type { Change, RecordChange } from '../../lib/change.ts';
import { CooperativeScheduler, runAtOnce } from '../../lib/cooperative-scheduler.ts';
import { folded, foldedWords } from '../../lib/folded.ts';
import { anyVersion, type Precondition } from '../../lib/precondition.ts';
import type { TrashedRecord, TrashKind } from '../../lib/record-kinds.ts';
import type { Actor } from '../../contract/changes.ts';
import type { Scope } from '../../contract/scopes.ts';
import type { StoredEntry, TrashStore } from './store.ts';

export interface TrashOptions {
  readonly store: TrashStore;
  readonly kinds: Readonly<Record<TrashType, TrashKind>>;
  readonly record: RecordChange;
  readonly clock: Clock;
  readonly watch: Pick<ClockWatch, 'isEven' | 'maybeLeap'>;
  readonly newId: () => string;
  /** How many days an entry is kept; looked up each time. */
  readonly days: () => number;
  /** The version of a record, of an occurrence that of its series; null for what has none, or is not there. */
  readonly versionOf: (userId: string, type: TrashType, id: string) => number | null;
  /** Called inside the write when a record has come back. */
  readonly restored: (userId: string, type: TrashType, id: string) => void;
  /** Called inside the write when entries are left for `removeSome`. */
  readonly manyLeft: () => void;
}

/** How many entries one write removes: the history of a note can be large. */
const removedAtOnce = 20;

/** How many titles are looked through between which others may get their turn. */
const titlesAtOnce = 1_000;

/** What a caller must be allowed, to put such a record aside and to bring it back. */
const areas = {
  note: 'notes',
  card: 'boards',
  column: 'boards',
  project: 'boards',
  event: 'calendar',
  calendar: 'calendar',
  file: 'files',
} as const satisfies Record<TrashType, string>;

export class Trash {
  readonly #options: TrashOptions;

  constructor(options: TrashOptions) {
    this.#options = options;
  }

  /** What the caller may read of it, newest first. */
  list(caller: Caller, query: TrashQuery): TrashList {
    return runAtOnce(this.#list(caller, query));
  }

  /** The same; where very much is looked through for words, others get their turn. */
  async listInTurns(caller: Caller, query: TrashQuery): Promise<TrashList> {
    return await new CooperativeScheduler().run(this.#list(caller, query));
  }

  /** Inside a write. Throws `insufficient_scope`, 404, 412, 400. */
  put(caller: Caller, { type, id: named, scope }: PutIntoTrash, precondition: Precondition = anyVersion): TrashEntry {
    requireScope(caller, `${areas[type]}:delete` satisfies Scope);
    const { kinds, newId, versionOf } = this.#options;
    if (precondition !== anyVersion) {
      if (type === 'file') throw invalid({ path: 'If-Match', message: 'is not possible for a file, which has no version' });
      // Of what is not there the kind tells.
      const version = versionOf(caller.userId, type, named);
      if (version !== null) precondition.check(version);
    }
    const id = newId();
    const { title, data, recordId = named } = kinds[type].put(caller.userId, named, id, scope);
    return this.#reply(this.#insert(caller, { id, type, recordId, title, data }));
  }

  /** Inside a write. Throws 404, `insufficient_scope`. */
  restore(caller: Caller, id: string): Restored {
    const entry = this.#entry(caller.userId, id);
    requireScope(caller, `${areas[entry.type]}:write` satisfies Scope);
    return { type: entry.type, ...this.#takeBack(caller.userId, entry) };
  }

  /**
   * Inside a write: brings the record back, whose version is given; null if it is not in the trash. `entryId`: which of those with this id
   * there, if it still is; else it is the one that went last. For undoing. Throws `insufficient_scope`.
   */
  maybeRestoreRecord(
    caller: Caller,
    type: TrashType,
    recordId: string,
    entryId: string | null = null,
  ): { readonly version: number | null } | null {
    const { store } = this.#options;
    const named = entryId === null ? null : store.maybeEntry(caller.userId, entryId);
    const entry = named ?? store.maybeOfRecord(caller.userId, type, recordId);
    if (entry === null) return null;
    requireScope(caller, `${areas[type]}:write` satisfies Scope);
    return this.#takeBack(caller.userId, entry);
  }

  /** Inside a write: after a record has become what it was, parts of it that it has again are not in the trash any more. */
  dropPartsOf(userId: string, type: TrashType, recordId: string): void {
    const { store, kinds } = this.#options;
    if (kinds[type].isBack === undefined) return;
    for (const entry of store.partsOf(userId, type, recordId)) {
      if (!kinds[type].isBack(userId, recordOf(entry))) continue;
      store.remove(userId, entry.id);
      this.#tellOfPart(userId, entry);
    }
  }

  /**
   * Inside the write: what has brought a part of a record back, and has told of it by `told`, was undone. The part is in the trash again,
   * unless the record still has it.
   */
  putPartAgain(caller: Caller, told: NonNullable<Change['before']>): void {
    const { store, kinds, newId } = this.#options;
    // What `#tellOfPart` has given to the feed.
    const entry = told as unknown as StoredEntry;
    const { type, recordId, title } = entry;
    if (store.maybeOfRecord(caller.userId, type, recordId) !== null) return;
    const data = kinds[type].maybeGoneAgain?.(caller.userId, recordOf(entry)) ?? null;
    if (data !== null) this.#insert(caller, { id: newId(), type, recordId, title, data });
  }

  /** The id of the record of an entry; null if there is no such entry. */
  maybeRecordOf(userId: string, entryId: string): string | null {
    return this.#options.store.maybeEntry(userId, entryId)?.recordId ?? null;
  }

  /** Inside a write: for good. Throws 404, `insufficient_scope`. */
  remove(caller: Caller, id: string): undefined {
    const entry = this.#entry(caller.userId, id);
    requireScope(caller, `${areas[entry.type]}:delete` satisfies Scope);
    this.#purge(caller.userId, entry);
    this.#tell(caller.userId, id);
  }

  /** Inside a write: all of it, for good. Nothing shows it from here on; it goes in slices. Throws `insufficient_scope`. */
  empty(caller: Caller): undefined {
    for (const type of trashTypes) requireScope(caller, `${areas[type]}:delete` satisfies Scope);
    if (!this.#options.store.expire(caller.userId)) return;
    this.#tell(caller.userId, null);
    this.#options.manyLeft();
  }

  /**
   * Removes some of what has outlived its time, of all users; true if there may be more. After a leap of the clock this waits until it has
   * gone on evenly, but for what was emptied. To be called inside a write.
   */
  removeSome(): boolean {
    const { store, clock, watch, days } = this.#options;
    const leap = watch.maybeLeap();
    // What came under the clock of before is as old as it was: that one was wrong, or this one is and will leap back.
    if (leap !== null) store.shift(leap.shown, leap.by);
    const entries = store.outdated(watch.isEven ? clock() - days() * dayMs : 1, removedAtOnce);
    for (const { userId, ...entry } of entries) {
      this.#purge(userId, entry);
      // Of what was emptied the feed has told.
      if (entry.trashedAt > 0) this.#tell(userId, entry.id);
    }
    return entries.length === removedAtOnce;
  }

  *#list({ userId, scopes }: Caller, { type, q = '', limit, offset = 0 }: TrashQuery): Generator<void, TrashList> {
    const { store } = this.#options;
    const types = trashTypes.filter((each) => scopes.has(`${areas[each]}:read`) && (type === undefined || type === each));
    const words = foldedWords(q);
    const page = { limit: limit ?? null, offset };
    if (words.length === 0) {
      const items = store.page(userId, types, { limit, offset }).map((entry) => this.#reply(entry));
      return { items, total: store.count(userId, types), ...page };
    }
    const found: string[] = [];
    for (
      let part = store.titles(userId, types, null, titlesAtOnce);
      ;
      part = store.titles(userId, types, part.at(-1) ?? null, titlesAtOnce)
    ) {
      for (const { id, title } of part) {
        const text = folded(title);
        if (words.every((word) => text.includes(word))) found.push(id);
      }
      if (part.length < titlesAtOnce) break;
      yield;
    }
    const shown = found.slice(offset, limit === undefined ? undefined : offset + limit);
    return { items: store.entries(userId, shown).map((entry) => this.#reply(entry)), total: found.length, ...page };
  }

  #takeBack(userId: string, entry: StoredEntry): Pick<Restored, 'id' | 'version'> {
    const { store, kinds } = this.#options;
    const restored = kinds[entry.type].restore(userId, recordOf(entry));
    store.remove(userId, entry.id);
    if (kinds[entry.type].isBack?.(userId, recordOf(entry)) === true) this.#tellOfPart(userId, entry);
    const back = restored === null || typeof restored === 'number' ? { id: entry.recordId, version: restored } : restored;
    this.#options.restored(userId, entry.type, back.id);
    return back;
  }

  #insert({ userId, actor }: Caller, entry: Omit<StoredEntry, 'trashedAt' | 'actor' | 'data'> & Pick<TrashedRecord, 'data'>): StoredEntry {
    const { store, clock } = this.#options;
    const stored: StoredEntry = {
      ...entry,
      trashedAt: clock(),
      actor: actor.kind === 'window' ? null : JSON.stringify(actor),
      data: JSON.stringify(entry.data),
    };
    store.insert(userId, stored);
    return stored;
  }

  #purge(userId: string, entry: StoredEntry): void {
    const { store, kinds } = this.#options;
    kinds[entry.type].purge(userId, recordOf(entry));
    store.remove(userId, entry.id);
  }

  /** Tells that a part of a record has left the trash, as the record has it again: once that is undone it is put there again. */
  #tellOfPart(userId: string, entry: StoredEntry): void {
    this.#options.record({ userId, type: 'trash', action: 'deleted', id: entry.id, version: null, before: { ...entry } });
  }

  /** Tells what shows the trash that an entry is gone for good; null: all of them. */
  #tell(userId: string, id: string | null): void {
    this.#options.record({ userId, type: 'trash', action: 'deleted', id, version: null });
  }

  #entry(userId: string, id: string): StoredEntry {
    const entry = this.#options.store.maybeEntry(userId, id);
    if (entry === null) throw notFound('entry of the trash');
    return entry;
  }

  #reply({ id, type, recordId, title, trashedAt, actor }: StoredEntry): TrashEntry {
    return {
      id,
      type,
      recordId,
      title,
      trashedAt: toInstant(trashedAt),
      expiresAt: toInstant(trashedAt + this.#options.days() * dayMs),
      actor: actor === null ? windowActor : (JSON.parse(actor) as Actor),
    };
  }
}

function recordOf({ id, recordId, data }: StoredEntry): TrashedRecord {
  return { entryId: id, recordId, data: JSON.parse(data) as unknown };
}

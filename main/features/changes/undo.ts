// The rules of undoing: which records the changes of a request or a batch have touched, in one write or in several.

import { setImmediate } from 'node:timers/promises';
import type { Undo as UndoRequest, Undone } from '../../contract/undo.ts';
import { inPart, notFound } from '../../lib/app-error.ts';
import type { Caller } from '../../lib/caller.ts';
import type { Attribute } from '../../lib/change.ts';
import { CooperativeScheduler } from '../../lib/cooperative-scheduler.ts';
import type { ForeseenUndo, UndoneChange } from '../../lib/record-kinds.ts';
import { foreseeUndo } from './foreseen-undo.ts';
import { FormerRecords, type FormerRecordsOptions, type Result, type Way } from './former-records.ts';
import { LaterChanges } from './later-changes.ts';
import { recordKey, repeatedInSteps, type RepeatedRecords } from './large-batch.ts';
import { formerFields, inLeavingOrder, inOrder, isOfFiles, isRecord, touchedBy, type TouchedRecord } from './touched.ts';
import type { UndoEntry, UndoStore } from './undo-store.ts';

export interface UndoOptions extends FormerRecordsOptions {
  readonly store: UndoStore;
  /** Inside the write: told of each record that a batch has changed and that is as it was before that. */
  readonly undone: (record: UndoneChange) => void;
  readonly attribute: Attribute;
  readonly newId: () => string;
  /** Runs work inside a write of its own. */
  readonly write: <T>(work: () => T) => Promise<T>;
}

/** What was done before the write: notes that were prepared, by id, or all of it, in writes of its own. */
interface PreparedUndo {
  readonly notes: ReadonlyMap<string, unknown>;
  readonly done: Undone | null;
}

type Skipped = Undone['skipped'][number];

/** How many entries of a batch that is undone in several writes one of them looks at. */
const atOnce = 20;
/** How many records it tells of one by one. */
const maxTold = 1_000;

export class BatchUndo {
  readonly #options: UndoOptions;
  readonly #records: FormerRecords;

  constructor(options: UndoOptions) {
    this.#options = options;
    this.#records = new FormerRecords(options);
  }

  /** Before the write: what takes long. Throws 404 for changes that are not the user's, or not known any more. */
  async prepare(caller: Caller, request: UndoRequest, signal: AbortSignal): Promise<PreparedUndo> {
    const { store } = this.#options;
    const { userId } = caller;
    if (request.batchId !== undefined) {
      const repeated = await repeatedInSteps(store, userId, request.batchId);
      if (repeated !== null)
        return { notes: new Map(), done: await this.#inSteps(caller, request.batchId, repeated, request.force ?? false, signal) };
    }
    return { notes: await this.#prepared(userId, this.#entries(userId, request)), done: null };
  }

  /** What takes long, of the records that these entries tell of, by id. */
  async #prepared(userId: string, entries: readonly UndoEntry[]): Promise<ReadonlyMap<string, unknown>> {
    const { kinds } = this.#options;
    const ahead = new Map<string, unknown>();
    const scheduler = new CooperativeScheduler();
    for (const touched of touchedBy(entries)) {
      await scheduler.yieldIfDue();
      if (touched.type === 'link') continue;
      const { prepare } = kinds[touched.type];
      const former = formerFields(touched.entries);
      if (prepare === undefined || former === null) continue;
      ahead.set(touched.id, await prepare.call(kinds[touched.type], userId, former));
    }
    return ahead;
  }

  /** Inside a write. Throws 404, `insufficient_scope`, and `RetryableConflict` where what was prepared is of a state that is gone. */
  run(caller: Caller, request: UndoRequest, { done, notes }: PreparedUndo): Undone {
    if (done !== null) return done;
    const entries = this.#entries(caller.userId, request);
    return this.#undo(caller, entries, this.#batchFor(caller, request.batchId), request.force ?? false, notes);
  }

  /** What undoes a batch is no part of it. */
  #batchFor(caller: Caller, undone: string | undefined): string {
    return (caller.batchId === undone ? undefined : caller.batchId) ?? this.#options.newId();
  }

  /**
   * A large batch, in writes of its own. What was undone before `signal`, a fault, or a kill of the service stays undone: asked for again,
   * the rest follows under the same batch id, and the answer is about all of it.
   */
  async #inSteps(caller: Caller, undone: string, repeated: RepeatedRecords, force: boolean, signal: AbortSignal): Promise<Undone> {
    const { store, write } = this.#options;
    let batchId: string | null = null;
    const total = { restored: 0, skipped: 0 };
    const [restored, skipped, earlier]: [Undone['restored'], Skipped[], Skipped[]] = [[], [], []];
    let [before, undoneEarlier, isDone] = [Number.MAX_SAFE_INTEGER, 0, false];
    for (;;) {
      signal.throwIfAborted();
      const page = store.pageOfBatch(caller.userId, undone, before, atOnce);
      const oldest = page.at(-1);
      if (oldest === undefined) break;
      before = oldest.seq;
      const entries = page.flatMap((entry) => this.#wholeRecord(caller.userId, entry, repeated));
      const ahead = await this.#prepared(caller.userId, entries);
      const { part, own } = await write(() => {
        // Another request may have undone some of it since the page was read.
        const now = store.bySeq(
          caller.userId,
          entries.map(({ seq }) => seq),
        );
        // It begins with the newest: one that is undone was undone by a request that has not come to its end, maybe.
        batchId ??= now.find(({ seq }) => seq === page[0]?.seq)?.undoneBy ?? this.#batchFor(caller, undone);
        const by = batchId;
        const done = this.#undo(caller, now, by, force, ahead);
        return { part: done, own: done.skipped.filter(({ id }) => isUndoneBy(by, id, now)) };
      }).catch((error: unknown) => {
        throw total.restored === 0 ? error : inPart(error, `${total.restored} records are what they were; undo it again for the others`);
      });
      const left = part.skipped.filter((each) => !own.includes(each));
      isDone ||= part.batchId !== null || own.length > 0;
      total.restored += part.restored.length;
      total.skipped += left.length;
      undoneEarlier += own.length;
      restored.push(...part.restored.slice(0, maxTold - restored.length));
      skipped.push(...left.slice(0, maxTold - skipped.length));
      earlier.push(...own.slice(0, maxTold - earlier.length));
      await setImmediate();
    }
    if (total.restored === 0) {
      skipped.push(...earlier.slice(0, maxTold - skipped.length));
      return { batchId: null, restored, skipped, total: { restored: 0, skipped: total.skipped + undoneEarlier } };
    }
    for (const { type, id } of earlier.slice(0, maxTold - restored.length))
      if (id !== null) restored.push({ type, id, version: this.#versionOf(caller, type, id) });
    return { batchId: isDone ? batchId : null, restored, skipped, total: { ...total, restored: total.restored + undoneEarlier } };
  }

  /** Of a record with several entries: all of them in the place of the newest, none in those of the others. */
  #wholeRecord(userId: string, entry: UndoEntry, repeated: RepeatedRecords): readonly UndoEntry[] {
    const seqs = repeated.get(recordKey(entry));
    if (seqs === undefined) return [entry];
    return entry.seq === seqs.at(-1) ? this.#options.store.bySeq(userId, seqs) : [];
  }

  #versionOf({ userId }: Caller, type: Skipped['type'], id: string): number | null {
    return !isRecord(type) || type === 'link' ? null : this.#options.kinds[type].maybeVersion(userId, id);
  }

  #undo(caller: Caller, entries: readonly UndoEntry[], batchId: string, force: boolean, notes: PreparedUndo['notes']): Undone {
    const { store, attribute } = this.#options;
    const skipped: Skipped[] = entries
      .filter((entry) => !isRecord(entry.type) && !isPart(entry))
      .map(({ type, id }) => ({ type, id, reason: 'gone' }));
    const touched = touchedBy(entries);
    for (const each of touched) this.#records.checkScope(caller, each);
    const open = touched.filter(({ entries: own }) => own.some(({ undoneBy }) => undoneBy === null));
    for (const { type, id } of touched) {
      if (!open.some((each) => each.type === type && each.id === id)) skipped.push({ type, id, reason: 'already_undone' });
    }
    const restored: Undone['restored'] = [];
    const last = store.maybeLastOfBatch(caller.userId, batchId);
    const way: Way = { force, notes, later: new LaterChanges(store, caller.userId, open) };
    attribute({ actor: caller.actor, batchId }, () => {
      const back: (TouchedRecord & { readonly version: number | null })[] = [];
      const results = [...this.#giveBack(caller, open, way)];
      const lost = new Set(results.filter(([{ type }, result]) => type === 'file' && typeof result === 'string').map(([{ id }]) => id));
      for (const [each, result] of results) {
        if (typeof result === 'string') skipped.push({ type: each.type, id: each.id, reason: result });
        // Its files are told of, and it is as it was left.
        else if (!each.entries.every((entry) => isOfFiles(entry) && entry.fileIds.every((id) => lost.has(id))))
          back.push({ ...each, version: result.version });
      }
      const given = back.flatMap(({ entries: own }) => own);
      store.mark(caller.userId, given, batchId);
      for (const { version: given, ...each } of back) {
        // A file that has gone or come back after its card has changed that as well.
        const version = each.type === 'card' && given !== null ? this.#versionOf(caller, 'card', each.id) : given;
        restored.push({ type: each.type, id: each.id, version });
        this.#tell(caller, each, version, batchId);
      }
    });
    // What has gone and come back by itself is what it was: then there is nothing that this batch has done.
    return { batchId: store.maybeLastOfBatch(caller.userId, batchId) === last ? null : batchId, restored, skipped };
  }

  /** Each record with its version, or with why it was left alone. What was made or brought back goes once all others are what they were. */
  #giveBack(caller: Caller, open: readonly TouchedRecord[], way: Way): ReadonlyMap<TouchedRecord, Result> {
    const results = new Map<TouchedRecord, Result>();
    const settle = (touched: TouchedRecord, result: Result): void => {
      results.set(touched, result);
      const { type, id, entries } = touched;
      if (typeof result !== 'string' && type === 'event') this.#settleParts(caller, type, id, entries);
    };
    const leaving: TouchedRecord[] = [];
    for (const group of inOrder(open)) {
      for (const [index, result] of this.#records.giveBack(caller, group, way).entries()) {
        const touched = group[index] as TouchedRecord;
        if (result === 'leaves') leaving.push(touched);
        else settle(touched, result);
      }
    }
    const going = new Set(leaving.map(({ id }) => id));
    const deletedAt = ({ newest }: TouchedRecord): number | null => this.#options.store.maybeDeletedAt(caller.userId, newest);
    for (const touched of inLeavingOrder(leaving, deletedAt)) {
      const result = this.#records.takeAway(caller, touched, going, way);
      // What it is in stays as well.
      if (typeof result === 'string') going.delete(touched.id);
      settle(touched, result);
    }
    return results;
  }

  /** Parts of a record that it has again leave the trash, and those that have left it by the changes that were undone are there again. */
  #settleParts(caller: Caller, type: 'event', id: string, entries: readonly UndoEntry[]): void {
    const { store, trash } = this.#options;
    trash.dropPartsOf(caller.userId, type, id);
    for (const { seq } of entries) {
      for (const { before } of store.following(caller.userId, seq, isPart)) trash.putPartAgain(caller, before);
    }
  }

  #tell({ userId }: Caller, { type, id, newest }: TouchedRecord, to: number | null, by: string): void {
    const { batchId, version: from } = newest;
    if (batchId !== null) this.#options.undone({ userId, type, id, batchId, from, to, by });
  }

  /** What undoing this batch would do now. Throws 404 for one that is not the user's, or not known any more. */
  foresee(userId: string, batchId: string): ForeseenUndo {
    return foreseeUndo(this.#options, userId, batchId);
  }

  /** Removes some of what has outlived the trash; true if there may be more. To be called inside a write. */
  forgetSome(before: number): boolean {
    return this.#options.store.forget(before);
  }

  #entries(userId: string, { batchId, changes }: UndoRequest): UndoEntry[] {
    const { store } = this.#options;
    const entries = batchId === undefined ? store.bySeq(userId, changes ?? []) : store.ofBatch(userId, batchId);
    if (entries.length === 0) throw notFound(batchId === undefined ? 'change' : 'batch');
    if (changes !== undefined && entries.length < new Set(changes).size) throw notFound('change');
    return batchId === undefined ? store.withFiles(userId, entries) : entries;
  }
}

/** Whether it tells of a part of a record that has left the trash as the record had it again, by the change before. */
function isPart(entry: UndoEntry): entry is UndoEntry & { readonly before: NonNullable<UndoEntry['before']> } {
  return entry.type === 'trash' && entry.before !== null;
}

/** Whether all that these entries tell of a record is undone, by that batch. */
function isUndoneBy(batchId: string, id: string | null, entries: readonly UndoEntry[]): boolean {
  return entries.filter((entry) => entry.id === id).every(({ undoneBy }) => undoneBy === batchId);
}

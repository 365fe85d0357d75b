// Brings a plan in: item by item, in writes of a few milliseconds, all under one batch. What came in before is known by its source id.

import { setImmediate } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { ImportFound, ImportOutcome } from '../../contract/imports.ts';
import { AppError, RetryableConflict } from '../../lib/app-error.ts';
import type { Caller } from '../../lib/caller.ts';
import type { Attribute } from '../../lib/change.ts';
import type { Clock } from '../../lib/clock.ts';
import { BoardOrders } from './board-orders.ts';
import { CardItems } from './card-items.ts';
import { EventItems } from './event-items.ts';
import { FileContents } from './file-contents.ts';
import type { ImportStore } from './import-store.ts';
import { NoteLinks } from './note-links.ts';
import { NoteItems } from './note-items.ts';
import { OtherItems } from './other-items.ts';
import type { ImportPlan } from './import-plan.ts';
import { isOfItem, refusalOf } from './item-changes.ts';
import { kindOfItem, readPlan, WarningList } from './plan-writer.ts';
import type { ImportLimits, PlanItem } from './plan.ts';
import { ImportReferences } from './references.ts';
import type { ImportTargets } from './targets.ts';

export interface ApplyOptions {
  readonly store: ImportStore;
  readonly limits: ImportLimits;
  readonly targets: ImportTargets;
  readonly write: <T>(work: () => T) => Promise<T>;
  readonly attribute: Attribute;
  readonly clock: Clock;
  readonly newId: () => string;
}

interface ApplyRequest {
  readonly importId: string;
  readonly caller: Caller;
  readonly batchId: string;
  readonly folder: string;
  readonly plan: ImportPlan;
  readonly signal: AbortSignal;
  readonly progress: (done: number) => void;
}

/** What has come of an item. */
export type Came = 'created' | 'updated' | 'unchanged' | 'kept';

/** An item that is ready for its write; gives what has come of it. */
export type PreparedItem = () => Came;

/** How long one write lasts, in milliseconds, and how many items are prepared for it. */
const sliceMs = 6;
const preparedAtOnce = 32;
/** How often an item is prepared anew that was changed meanwhile. */
const tries = 4;

interface Pending {
  readonly item: PlanItem;
  readonly run: PreparedItem;
}

/** One run of an import. */
export class ImportApply {
  readonly #options: ApplyOptions;
  readonly #request: ApplyRequest;
  readonly #warnings: WarningList;
  readonly #references: ImportReferences;
  readonly #counts: Partial<Record<keyof ImportFound, Record<Came, number>>> = {};
  readonly #notes: NoteItems;
  readonly #cards: CardItems;
  readonly #orders: BoardOrders;
  readonly #events: EventItems;
  readonly #others: OtherItems;
  readonly #contents: FileContents;
  #pending: Pending[] = [];
  #done = 0;

  constructor(options: ApplyOptions, request: ApplyRequest) {
    this.#options = options;
    this.#request = request;
    this.#warnings = new WarningList(options.limits.warnings);
    const { store, targets, clock, newId } = options;
    const { caller, folder, plan, batchId, signal } = request;
    const references = new ImportReferences({ store, userId: caller.userId, plan, warnings: this.#warnings, batchId });
    this.#references = references;
    this.#contents = new FileContents({ targets, folder, files: plan.files, references });
    const noteLinks = new NoteLinks({ store, targets, references, plan, userId: caller.userId, newId });
    const contents = this.#contents;
    const shared = { targets, references, contents, noteLinks, userId: caller.userId, warnings: this.#warnings, clock, newId };
    this.#notes = new NoteItems(shared);
    this.#cards = new CardItems(shared);
    this.#orders = new BoardOrders(shared);
    this.#events = new EventItems(shared);
    const write = <T>(work: () => T): Promise<T> => this.#write(work);
    const count = (kind: keyof ImportFound, came: Came, number: number): void => {
      this.#count(kind, came, number);
    };
    this.#others = new OtherItems({ ...shared, caller, batchId, signal, write, count });
  }

  /** How many items have changed something so far. */
  get changed(): number {
    return Object.values(this.#counts).reduce((sum, { created, updated, kept }) => sum + created + updated + kept, 0);
  }

  /** Throws what `signal` is aborted with; what came in before stays, under the batch. */
  async run(): Promise<ImportOutcome> {
    const { folder, plan, signal, importId, batchId } = this.#request;
    try {
      await this.#notes.findMoved(() => readPlan(folder), signal);
      await this.#orders.compare(() => readPlan(folder), signal);
      for await (const item of readPlan(folder)) {
        signal.throwIfAborted();
        // Items name those of other types before them: these must be there.
        const [first] = this.#pending;
        if (first !== undefined && (first.item.type !== item.type || this.#pending.length >= preparedAtOnce)) await this.#flush();
        const run = await this.#maybePrepared(item);
        if (run !== null) this.#pending.push({ item, run });
      }
      await this.#flush();
      await this.#orders.arrange((work) => this.#write(work), signal);
    } finally {
      this.#contents[Symbol.dispose]();
    }
    // After what bringing it in has told: what was left out when it was read can be looked up here as well.
    if (plan.told !== undefined) this.#warnings.addAll(plan.told);
    const { warnings, warningCounts } = this.#warnings;
    return { importId, batchId: this.changed > 0 ? batchId : null, counts: this.#counts, warnings, warningCounts };
  }

  /** Null for an item that cannot come in, which is told, and for one that has come in already. */
  async #maybePrepared(item: PlanItem): Promise<PreparedItem | null> {
    try {
      const run = await this.#prepared(item);
      if (run === null) this.#tell(1);
      return run;
    } catch (error) {
      this.#refused(item, error);
      return null;
    }
  }

  async #prepared(item: PlanItem): Promise<PreparedItem | null> {
    if (item.type === 'note') return this.#asKnown(item, () => this.#notes.prepare(item));
    if (item.type === 'card') return this.#asKnown(item, () => this.#cards.prepare(item));
    if (item.type === 'event') return this.#events.prepare(item);
    return this.#others.prepare(item);
  }

  /** For what is known of the item now: another import can bring it in before it is its turn to write, and then it is prepared anew. */
  async #asKnown({ type, source }: PlanItem & { type: 'note' | 'card' }, prepare: () => Promise<PreparedItem>): Promise<PreparedItem> {
    const before = this.#references.maybeKnown(type, source);
    const run = await prepare();
    return () => {
      const now = this.#references.maybeKnown(type, source);
      const isOwn = now?.recordId === this.#references.maybeId(type, source);
      if (!isOwn && !isDeepStrictEqual(now, before)) throw new RetryableConflict('Another import has brought this in');
      return run();
    };
  }

  /** An item that this Daybook does not take is told, and the others come in. Throws all that is more than that. */
  #refused(item: PlanItem, error: unknown): void {
    if (!isOfItem(error, this.#request.signal)) throw error;
    this.#warnings.add(refusalOf(item, error));
    this.#tell(1);
  }

  async #flush(): Promise<void> {
    while (this.#pending.length > 0) {
      this.#request.signal.throwIfAborted();
      const pending = this.#pending;
      let came: Came[];
      try {
        came = await this.#slice(pending);
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        came = await this.#alone(pending[0]);
        this.#tell(came.length === 0 ? 0 : 1);
        this.#pending = pending.slice(1);
        continue;
      }
      for (const [index, each] of came.entries()) {
        const item = pending[index]?.item;
        if (item !== undefined) this.#countItem(item, each);
      }
      this.#pending = pending.slice(came.length);
      this.#tell(came.length);
      await setImmediate();
    }
  }

  /** The first of the items, as many as fit into one write. */
  #slice(pending: readonly Pending[]): Promise<Came[]> {
    return this.#write(() => {
      const end = performance.now() + sliceMs;
      const came: Came[] = [];
      for (const { run } of pending) {
        came.push(run());
        if (performance.now() > end) break;
      }
      return came;
    });
  }

  /** An item with which a write has failed: by itself, and prepared anew where it was changed meanwhile. */
  async #alone(failed: Pending | undefined): Promise<Came[]> {
    if (failed === undefined) return [];
    const { item } = failed;
    let { run } = failed;
    for (let left = tries; ; left -= 1) {
      try {
        const came = await this.#write(run);
        this.#countItem(item, came);
        return [came];
      } catch (error) {
        if (!(error instanceof RetryableConflict) || left === 0) {
          this.#refused(item, error);
          return [];
        }
        run = (await this.#maybePrepared(item)) ?? ((): Came => 'unchanged');
      }
    }
  }

  #write<T>(work: () => T): Promise<T> {
    const { write, attribute } = this.#options;
    const { caller, batchId } = this.#request;
    // A write can be undone and run once more.
    const mark = this.#warnings.mark();
    return write(() => {
      this.#warnings.backTo(mark);
      return attribute({ actor: caller.actor, batchId }, work);
    });
  }

  #countItem(item: PlanItem, came: Came): void {
    this.#count(kindOfItem(item.type), this.#orders.countedAs(item, came), 1);
  }

  #count(kind: keyof ImportFound, came: Came, number: number): void {
    const counts = (this.#counts[kind] ??= { created: 0, updated: 0, unchanged: 0, kept: 0 });
    counts[came] += number;
  }

  #tell(done: number): void {
    this.#done += done;
    this.#request.progress(this.#done);
  }
}

// What this page has done of late, last first: Ctrl+Z takes it back, Ctrl+Shift+Z does it again.

import type { QueryClient } from '@tanstack/react-query';
import type { Undone } from '../../main/contract/undo.ts';
import { beginMutation } from './begin-mutation.ts';
import { ServiceError, type Client } from './client.ts';
import type { Connection } from './connection.ts';
import { forgetOldest } from './forget-oldest.ts';
import { reversible, touchedByUndo, type Touched } from './reversible.ts';
import { routes } from './routes.ts';

/** How many actions can be taken back. */
const limit = 50;
/** How many versions are remembered that are nothing but a way back: two for each record that is taken back. */
export const maxOwnVersions = 5_000;

type Reason = Undone['skipped'][number]['reason'];

/** What an action has come to; null when there was nothing to do, or it has told of its failure itself. */
export type UndoOutcome = {
  readonly done: boolean;
  readonly reasons: readonly Reason[];
  /** Records that were created went into the trash. */
  readonly isInTrash?: boolean;
} | null;

export interface HistoryEntry {
  /** As it is told of: “Card “Write” moved”. */
  readonly what: string;
  readonly undo: () => Promise<UndoOutcome>;
  /** Absent: it cannot be done again. */
  readonly redo?: () => Promise<UndoOutcome>;
}

/** How the page tells of what was taken back, or done again. */
interface HistoryVoice {
  readonly told: (direction: 'undo' | 'redo', what: string, outcome: NonNullable<UndoOutcome>) => void;
  /** The title of the message when the service refuses. */
  readonly failed: string;
}

interface Parts {
  readonly client: Client;
  readonly connection: Connection;
  readonly queries: QueryClient;
  readonly voice: HistoryVoice;
}

export class UndoHistory {
  readonly #parts: Parts;
  readonly #done: HistoryEntry[] = [];
  readonly #undone: HistoryEntry[] = [];
  /** Versions that are nothing but a way back, or there again: what came before them can still be taken back. */
  readonly #own = new Set<string>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  readonly canUndo = (): boolean => this.#done.length > 0;

  readonly canRedo = (): boolean => this.#undone.length > 0;

  push(historyEntry: HistoryEntry): void {
    this.#undone.length = 0;
    this.#done.push(historyEntry);
    this.#done.splice(0, this.#done.length - limit);
  }

  /** It cannot be taken back any more. */
  drop(historyEntry: HistoryEntry): void {
    for (const list of [this.#done, this.#undone]) {
      const place = list.indexOf(historyEntry);
      if (place !== -1) list.splice(place, 1);
    }
  }

  /** Takes back the last action, or this one if it has not been taken back yet. */
  readonly undo = (historyEntry = this.#done.at(-1)): void => {
    if (historyEntry === undefined || !this.#done.includes(historyEntry)) return;
    this.drop(historyEntry);
    if (historyEntry.redo !== undefined) this.#undone.push(historyEntry);
    void this.#run('undo', historyEntry);
  };

  readonly redo = (): void => {
    const historyEntry = this.#undone.pop();
    if (historyEntry === undefined) return;
    this.#done.push(historyEntry);
    void this.#run('redo', historyEntry);
  };

  /**
   * Begins an action that changes records by requests of their own: each goes through its `make`. It goes on with the one before if both
   * have the same `joins`, as what is saved while the user types.
   */
  begin(what: string, joins: string | null = null): Changes {
    const last = this.#done.at(-1);
    if (joins !== null && last instanceof Changes && last.joins === joins) {
      this.#undone.length = 0;
      return last.expect();
    }
    const changes = new Changes({ what, joins, parts: this.#parts, own: this.#own, onNothing: (historyEntry) => this.drop(historyEntry) });
    this.push(changes);
    return changes.expect();
  }

  /** As `begin`, for records that have been created since the feed stood at `since`. */
  made(what: string, since: number, touched: readonly Touched[]): void {
    const historyEntry = this.begin(what);
    historyEntry.add(touched, since);
    historyEntry.settle();
  }

  async #run(direction: 'undo' | 'redo', historyEntry: HistoryEntry): Promise<void> {
    const outcome = await historyEntry[direction]?.();
    if (outcome === undefined || outcome?.done !== true) this.drop(historyEntry);
    if (outcome !== undefined && outcome !== null) this.#parts.voice.told(direction, historyEntry.what, outcome);
  }
}

/** What the service is asked for where an action is taken back; `gone`: nothing is left of that. */
type Asked = 'gone' | { readonly body: ReturnType<typeof reversible>; readonly lastSeq: number; readonly idempotencyKey: string };

interface ChangesOptions {
  readonly what: string;
  readonly joins: string | null;
  readonly parts: Parts;
  readonly own: Set<string>;
  readonly onNothing: (historyEntry: HistoryEntry) => void;
}

/** Changes of records, which the service takes back by itself. */
export class Changes implements HistoryEntry {
  readonly what: string;
  readonly joins: string | null;
  readonly #options: ChangesOptions;
  /** Where the feed stood before the first of them: when the action began, as an answer that was lost may come again much later. */
  #since: number;
  #touched: readonly Touched[] = [];
  #open = 0;
  #wake: (() => void)[] = [];
  #onUndo = (): void => {};

  constructor(options: ChangesOptions) {
    this.what = options.what;
    this.joins = options.joins;
    this.#since = options.parts.connection.lastSeq;
    this.#options = options;
  }

  /** One more change belongs to it, of which `settle` tells when it has been answered. */
  expect(): this {
    this.#open += 1;
    return this;
  }

  settle(): void {
    this.#open -= 1;
    if (this.#open > 0) return;
    if (this.#touched.length === 0) this.#options.onNothing(this);
    for (const wake of this.#wake.splice(0)) wake();
  }

  /** Sends a change; `touched` finds in the answer what it has changed. */
  async make<Reply>(send: () => Promise<Reply>, touched: (reply: Reply) => readonly Touched[]): Promise<Reply> {
    const reply = await send();
    this.add(touched(reply));
    return reply;
  }

  /** A change has been made: since the action began, or since the feed stood at `since`. */
  add(touched: readonly Touched[], since = this.#since): void {
    this.#since = Math.min(this.#since, since);
    this.#touched = [...this.#touched, ...touched];
  }

  /** Calls `listener` when it is being taken back. */
  whenUndone(listener: () => void): void {
    this.#onUndo = listener;
  }

  readonly undo = (): Promise<UndoOutcome> => {
    this.#onUndo();
    return this.#reverse();
  };

  /** What has taken it back is a change as well. */
  readonly redo = (): Promise<UndoOutcome> => this.#reverse();

  #reverse(): Promise<UndoOutcome> {
    const { client, queries, voice } = this.#options.parts;
    const idempotencyKey = crypto.randomUUID();
    let asked: Asked | null = null;
    return beginMutation<UndoOutcome>(queries, {
      // One after the other, as they were asked for.
      scope: { id: 'history' },
      meta: { failed: voice.failed },
      mutationFn: async () => {
        while (this.#open > 0) await new Promise<void>((resolve) => this.#wake.push(resolve));
        if (this.#touched.length === 0) return null;
        try {
          // Asked again after an answer that was lost, it is the same request: the service gives the same answer.
          asked ??= await this.#ask(client, idempotencyKey);
          return asked === 'gone' ? { done: false, reasons: ['gone'] } : await this.#reverseNow(client, asked);
        } catch (error) {
          // What is needed for it is kept for a while only.
          if (error instanceof ServiceError && (error.status === 404 || error.status === 410)) return { done: false, reasons: ['gone'] };
          throw error;
        }
      },
    }).outcome;
  }

  async #ask(client: Client, idempotencyKey: string): Promise<Asked> {
    const { items, lastSeq } = await client.call(routes.listChanges, { query: { since: String(this.#since) } });
    const body = reversible(this.#touched, items, this.#options.own);
    return body.changes.length === 0 ? 'gone' : { body, lastSeq, idempotencyKey };
  }

  async #reverseNow(client: Client, { body, lastSeq, idempotencyKey }: Exclude<Asked, 'gone'>): Promise<UndoOutcome> {
    const { own } = this.#options;
    const { restored, skipped } = await client.call(routes.undoChanges, { body, idempotencyKey });
    const isDone = restored.length > 0;
    if (isDone) {
      for (const { type, id, version } of [...this.#touched, ...restored]) own.add(`${type} ${id} ${version}`);
      forgetOldest(own, maxOwnVersions);
      this.#touched = touchedByUndo(this.#touched, restored);
      this.#since = lastSeq;
    }
    const isInTrash = restored.some(({ version }) => version === null);
    return { done: isDone, reasons: skipped.map(({ reason }) => reason), isInTrash };
  }
}

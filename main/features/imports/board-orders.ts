// The order that columns and cards have by now where they come from.

import { setImmediate } from 'node:timers/promises';
import type { Came } from './apply.ts';
import type { ImportedRecord } from './import-store.ts';
import type { PlanItem, SourceId } from './plan.ts';
import type { ImportReferences } from './references.ts';
import type { ImportTargets, RecordPlace } from './targets.ts';

interface BoardOrdersOptions {
  readonly targets: {
    readonly column: Pick<ImportTargets['column'], 'maybePlace' | 'maybeVersion' | 'arrange'>;
    readonly card: Pick<ImportTargets['card'], 'maybePlace' | 'putBehind'>;
  };
  readonly references: Pick<ImportReferences, 'count' | 'maybeKnown' | 'placed'>;
  readonly userId: string;
}

/** Columns of a board, or cards of a column, in the order that they have there. */
interface OrderedGroup {
  readonly type: 'column' | 'card';
  readonly parent: SourceId;
  readonly sources: SourceId[];
}

/** A column or a card that has not changed here since it came in. */
interface UnchangedRecord {
  readonly source: SourceId;
  readonly known: ImportedRecord;
  readonly place: RecordPlace;
}

/** How many are looked at, and how many are put elsewhere, before others have their turn. */
const lookedAt = 100;
const placedAtOnce = 20;

/** The order of columns and cards that came in before: where it is another there by now, those come into it that have not changed here. */
export class BoardOrders {
  readonly #options: BoardOrdersOptions;
  readonly #others = new Map<string, OrderedGroup>();

  constructor(options: BoardOrdersOptions) {
    this.#options = options;
  }

  /** To be called before the first item; `read` begins with that. Changes nothing. */
  async compare(read: () => AsyncIterable<PlanItem>, signal: AbortSignal): Promise<void> {
    if (this.#options.references.count('column') === 0) return;
    const groups = new Map<string, OrderedGroup>();
    for await (const item of read()) {
      signal.throwIfAborted();
      if (item.type !== 'column' && (item.type !== 'card' || item.isArchived === true || item.isTemplate === true)) continue;
      const { type, source } = item;
      const parent = type === 'column' ? item.project : item.column;
      const group = groups.get(`${type} ${parent}`);
      if (group === undefined) groups.set(`${type} ${parent}`, { type, parent, sources: [source] });
      else group.sources.push(source);
    }
    for (const [key, group] of groups) {
      const orders = (await this.#unchanged(group, signal)).map(({ place }) => place.order);
      if (orders.some((order, index) => index > 0 && order < (orders[index - 1] ?? order))) this.#others.set(key, group);
    }
  }

  /** As what an item counts: a board or a column that is unchanged is updated where what lies in it is in another order there by now. */
  countedAs({ type, source }: PlanItem, came: Came): Came {
    const isOther = (type === 'project' || type === 'column') && this.#others.has(`${type === 'project' ? 'column' : 'card'} ${source}`);
    return came === 'unchanged' && isOther ? 'updated' : came;
  }

  /** To be called after the last item. */
  async arrange(write: (work: () => void) => Promise<void>, signal: AbortSignal): Promise<void> {
    for (const group of this.#others.values()) {
      const records = await this.#unchanged(group, signal);
      if (records.length === 0) continue;
      if (group.type === 'column') {
        await write(() => {
          this.#arrangeColumns(records);
        });
        continue;
      }
      const kept = longestAscending(records.map(({ place }) => place.order));
      const moves = records.flatMap((record, index) =>
        kept.has(index) ? [] : [{ record, behind: records[index - 1]?.known.recordId ?? null }],
      );
      for (let from = 0; from < moves.length; from += placedAtOnce) {
        signal.throwIfAborted();
        await write(() => {
          for (const { record, behind } of moves.slice(from, from + placedAtOnce)) this.#putBehind(record, behind);
        });
      }
    }
  }

  /** Those that have not changed or gone meanwhile. */
  #arrangeColumns(records: readonly UnchangedRecord[]): void {
    const { targets, references, userId } = this.#options;
    const unchanged = records.filter(({ known, place }) => targets.column.maybePlace(userId, known.recordId)?.version === place.version);
    const [first] = unchanged;
    if (first === undefined) return;
    const ids = unchanged.map(({ known }) => known.recordId);
    targets.column.arrange(userId, first.place.parentId, ids);
    for (const { source, known } of unchanged) {
      const version = targets.column.maybeVersion(userId, known.recordId);
      if (version !== null) references.placed('column', source, { ...known, version });
    }
  }

  /** Unless it has changed meanwhile. */
  #putBehind({ source, known, place }: UnchangedRecord, behind: string | null): void {
    const { targets, references, userId } = this.#options;
    if (targets.card.maybePlace(userId, known.recordId)?.version !== place.version) return;
    references.placed('card', source, { ...known, version: targets.card.putBehind(userId, known.recordId, behind) });
  }

  async #unchanged({ type, parent, sources }: OrderedGroup, signal: AbortSignal): Promise<UnchangedRecord[]> {
    const { targets, references, userId } = this.#options;
    const parentId = references.maybeKnown(type === 'column' ? 'project' : 'column', parent)?.recordId;
    const found: UnchangedRecord[] = [];
    for (const [index, source] of (parentId === undefined ? [] : sources).entries()) {
      const known = references.maybeKnown(type, source);
      const place = known === null ? null : targets[type].maybePlace(userId, known.recordId);
      if (known !== null && place?.parentId === parentId && place?.version === known.version) found.push({ source, known, place });
      if (index % lookedAt !== 0) continue;
      await setImmediate();
      signal.throwIfAborted();
    }
    return found;
  }
}

/** The places of the longest part of a list that is in its order already. */
function longestAscending(orders: readonly (number | string)[]): ReadonlySet<number> {
  /** By length less one: the place with the least end of an ascending part; of each place the one before it. */
  const ends: number[] = [];
  const before: (number | undefined)[] = [];
  for (const [index, order] of orders.entries()) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((orders[ends[middle] ?? 0] ?? '') < order) low = middle + 1;
      else high = middle;
    }
    before.push(ends[low - 1]);
    ends[low] = index;
  }
  const found = new Set<number>();
  for (let at = ends.at(-1); at !== undefined; at = before[at]) found.add(at);
  return found;
}

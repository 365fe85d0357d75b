// Brings in cards, and the order that columns and cards have by now.

import { setImmediate } from 'node:timers/promises';
import type { ImportWarning } from '../../contract/imports.ts';
import { secondTitle } from '../../lib/imported-record.ts';
import type { Came, PreparedItem } from './apply.ts';
import { broughtAlong, conflictOf, decideItem, filesLeft, hashOfFields, isSameFile, type ItemDecision } from './item-changes.ts';
import type { ItemOptions } from './note-items.ts';
import type { ImportedRecord } from './import-store.ts';
import type { PlanCard, PlanFile, PlanItem, SourceId } from './plan.ts';
import type { CardReferences, GivenFile, RecordPlace } from './targets.ts';

/** Up to this number of cards before one are asked for that is still in its column. */
const maxBehind = 50;

export class CardItems {
  readonly #options: ItemOptions;
  /** The card before each in its column there; null for the first. */
  readonly #before = new Map<SourceId, SourceId | null>();
  /** The last card of each column so far. */
  readonly #last = new Map<SourceId, SourceId>();

  constructor(options: ItemOptions) {
    this.#options = options;
  }

  /** Throws the system's errors. */
  async prepare(item: PlanCard): Promise<PreparedItem> {
    const { references } = this.#options;
    const { source, column, files } = item;
    if (!this.#before.has(source)) {
      this.#before.set(source, this.#last.get(column) ?? null);
      this.#last.set(column, source);
    }
    const hash = this.#hashOf(item);
    const decision = this.#decide(item, hash);
    if (decision.do === 'nothing') {
      references.is('card', source, decision.id);
      return () => 'unchanged';
    }
    if (decision.do === 'adopt')
      return () => {
        references.putStanding('card', source, { recordId: decision.id, hash, version: decision.version });
        return 'unchanged';
      };
    const given = await this.#taken(files);
    if (decision.do === 'update') return () => this.#update(item, hash, decision.id, given);
    if (decision.do === 'second') return () => this.#second(item, hash, decision.id, given);
    return () => this.#create(item, hash, given);
  }

  /** What is to be done as things are now. Changes nothing. */
  foresee(item: PlanCard): ItemDecision {
    return this.#decide(item, this.#hashOf(item));
  }

  #hashOf({
    source: _source,
    id: _id,
    createdAt: _created,
    updatedAt: _updated,
    updatedBefore: _before,
    type: _type,
    links: _links,
    files,
    ...fields
  }: PlanCard): string {
    return hashOfFields([fields, this.#options.contents.signatures(files)]);
  }

  #decide(item: PlanCard, hash: string): ItemDecision {
    const { targets, references, userId } = this.#options;
    return decideItem(item, { type: 'card', hash, references, maybeState: (id) => targets.card.maybeState(userId, id) });
  }

  #create(item: PlanCard, hash: string, files: readonly GivenFile[]): 'created' {
    const { targets, references, noteLinks, userId } = this.#options;
    references.tellTaken('card', item.id, item.title);
    const as = broughtAlong(item, references.freeId('card', noteLinks.idFor(item)));
    const written = targets.card.create(userId, this.#relinked(item), this.#placed(item), as);
    targets.files.addToCard(userId, written.id, files);
    references.put('card', item.source, { recordId: written.id, hash, version: written.version });
    return 'created';
  }

  /** Files that it has here and not there stay with it. */
  #update(item: PlanCard, hash: string, id: string, files: readonly GivenFile[]): 'updated' {
    const { targets, references, warnings, userId } = this.#options;
    const standing = targets.files.ofCard(userId, id);
    const added = files.filter((file) => !standing.some((each) => isSameFile(each, file)));
    const filesAdded = added.map(({ filename }) => filename);
    // An undo goes backwards: it takes the files away after it has given the card back.
    targets.files.addToCard(userId, id, added, true);
    const { version, hasColumn } = targets.card.update(userId, id, this.#relinked(item), { ...this.#placed(item), filesAdded });
    if (!hasColumn) this.#tell(item, 'lost', 'Its column did not come in: it stays in the one that it is in here');
    const left = standing.filter((each) => !files.some((file) => isSameFile(each, file))).length;
    if (left > 0) warnings.add(filesLeft(item.title, left));
    references.putUpdated('card', item.source, { recordId: id, hash, version });
    return 'updated';
  }

  #tell({ title }: PlanCard, kind: ImportWarning['kind'], message: string): void {
    this.#options.warnings.add({ path: title, kind, message });
  }

  #second(item: PlanCard, hash: string, own: string, files: readonly GivenFile[]): 'kept' | 'unchanged' {
    const { targets, references, warnings, clock, userId } = this.#options;
    references.is('card', item.source, own);
    // Another import can have brought it in meanwhile.
    if (references.hasSecond('card', item.source, hash)) return 'unchanged';
    const title = secondTitle(item.title, clock());
    const written = targets.card.create(userId, { ...this.#relinked(item), title }, this.#references(item), {});
    targets.files.addToCard(userId, written.id, files);
    references.putSecond('card', item.source, { id: written.id, hash });
    warnings.add(conflictOf(item.title, title));
    return 'kept';
  }

  async #taken(files: readonly PlanFile[]): Promise<GivenFile[]> {
    const taken = await this.#options.contents.take(files);
    return taken.map(({ given }) => given);
  }

  #relinked(item: PlanCard): PlanCard {
    return { ...item, description: this.#options.noteLinks.relinked(item.description, item.links) };
  }

  /** With where it is to stand in a column that was here before. */
  #placed(item: PlanCard): CardReferences {
    const { references } = this.#options;
    if (references.isNewColumn(item.column)) return this.#references(item);
    const behind: string[] = [];
    for (
      let source = this.#before.get(item.source) ?? null;
      source !== null && behind.length < maxBehind;
      source = this.#before.get(source) ?? null
    ) {
      const id = references.maybeId('card', source);
      if (id !== null) behind.push(id);
    }
    return { ...this.#references(item), behind };
  }

  #references({ column, labels }: PlanCard): CardReferences {
    const { references } = this.#options;
    return {
      columnId: references.maybeId('column', column) ?? '',
      labelIds: labels.flatMap((label) => references.maybeId('label', label) ?? []),
    };
  }
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
  readonly #options: Pick<ItemOptions, 'targets' | 'references' | 'userId'>;
  readonly #others = new Map<string, OrderedGroup>();

  constructor(options: Pick<ItemOptions, 'targets' | 'references' | 'userId'>) {
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
    const { targets, references, userId } = this.#options;
    for (const group of this.#others.values()) {
      const records = await this.#unchanged(group, signal);
      if (records.length === 0) continue;
      if (group.type === 'column') {
        const ids = records.map(({ known }) => known.recordId);
        await write(() => {
          targets.column.arrange(userId, records[0]?.place.parentId ?? '', ids);
          for (const { source, known } of records) {
            const version = targets.column.maybeVersion(userId, known.recordId);
            if (version !== null) references.placed('column', source, { ...known, version });
          }
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

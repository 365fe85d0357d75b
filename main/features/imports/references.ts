// Which record an item has become: what items name each other by, and what a second import knows them by.

import { seriesName } from './archive/series-name.ts';
import type { ImportPlan } from './import-plan.ts';
import type { ImportedRecord, ImportedType, ImportStore } from './import-store.ts';
import type { WarningList } from './plan-writer.ts';

const uuid = /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

const calendarProgram = 'ics:';

interface ReferencesOptions {
  readonly store: ImportStore;
  readonly userId: string;
  readonly plan: Pick<ImportPlan, 'source' | 'space' | 'formerSpace' | 'calendarSpace'>;
  readonly warnings: Pick<WarningList, 'add'>;
  /** Of all writes; null where nothing is written. */
  readonly batchId: string | null;
}

/** A note as it came in, and what it is known by. */
export type KnownNote = ImportedRecord & { readonly source: string; readonly sourceId: string };

/** Stands for the hash of a note where it lies no more. */
const elsewhere = 'elsewhere';

export class ImportReferences {
  readonly #options: ReferencesOptions;
  /** The program, and within what its ids are unique. */
  readonly #source: string;
  /** The same for calendars. */
  readonly #calendars: string;
  /** What earlier versions have written instead. */
  readonly #former: readonly string[];
  readonly #formerCalendars: readonly string[];
  readonly #ids = new Map<string, string>();
  /** What notes came in as that lie elsewhere in their archive by now, or are called otherwise. */
  readonly #moved = new Map<string, KnownNote>();
  readonly #movedFrom = new Set<KnownNote>();

  readonly #newColumns = new Set<string>();

  constructor(options: ReferencesOptions) {
    this.#options = options;
    this.#source = `${options.plan.source}:${options.plan.space}`;
    const space = options.plan.source === 'ics' ? options.plan.space : options.plan.calendarSpace;
    this.#calendars = space === undefined ? this.#source : `${calendarProgram}${space}`;
    this.#formerCalendars = space === undefined ? [] : formerSources(options, calendarProgram, space);
    const { source, formerSpace } = options.plan;
    // That of the same name first.
    const all = formerSpace === undefined ? [] : [`${source}:${formerSpace}`, ...formerSources(options, `${source}:`, options.plan.space)];
    this.#former = [...new Set(all)].filter((each) => each !== this.#source);
  }

  /** What an item was when it came in the last time; null if it never did. */
  maybeKnown(type: ImportedType, sourceId: string): ImportedRecord | null {
    const { store, userId } = this.#options;
    const sources = type === 'calendar' ? [this.#calendars, ...this.#formerCalendars] : [this.#source, ...this.#former];
    for (const source of sources) {
      const record = store.maybeRecord({ userId, source, type, sourceId });
      if (record?.hash === elsewhere) break;
      if (record !== null) return record;
    }
    return type === 'note' ? (this.#moved.get(sourceId) ?? null) : null;
  }

  /** All notes that came in under the name of this archive, some at a time. */
  *knownNotes(): Generator<readonly KnownNote[]> {
    const { store, userId } = this.#options;
    for (const source of [this.#source, ...this.#former]) {
      const pageAfter = (sourceId: string): ReturnType<ImportStore['page']> => store.page({ userId, source, type: 'note', sourceId });
      for (let page = pageAfter(''); page.length > 0; page = pageAfter(page.at(-1)?.sourceId ?? ''))
        yield page.map((note) => ({ ...note, source }));
    }
  }

  /** From here on, a note that has a new source id is known as the one that it was. */
  moved(sourceId: string, former: KnownNote): void {
    this.#moved.set(sourceId, former);
    this.#movedFrom.add(former);
  }

  isMoved(former: KnownNote): boolean {
    return this.#movedFrom.has(former);
  }

  /** How many notes or columns have come in under the name of this archive, those that came in beside others included. */
  count(type: 'note' | 'column'): number {
    const { store, userId } = this.#options;
    return [this.#source, ...this.#former].reduce((sum, source) => sum + store.count({ userId, source, type }), 0);
  }

  /** Inside the write of a record: what the item has become, and what it was like. */
  put(type: ImportedType, sourceId: string, record: ImportedRecord): void {
    this.#put(type, sourceId, record, this.#options.batchId);
  }

  /**
   * The same for a record that was here before: undone, it can come in once more, also where it was not known by its source id. A note that
   * has moved is known by where it lies now alone; undone, by where it lay.
   */
  putUpdated(type: ImportedType, sourceId: string, record: ImportedRecord): void {
    const { store, userId, batchId } = this.#options;
    const former = type === 'note' ? this.#moved.get(sourceId) : undefined;
    if (former !== undefined) store.put({ userId, type, ...former }, { ...record, hash: elsewhere }, batchId);
    this.#put(type, sourceId, record, batchId, former === undefined ? '' : elsewhere);
  }

  /** The same for a record that comes to another place, and else stays as it came in. */
  placed(type: ImportedType, sourceId: string, record: ImportedRecord & { readonly version: number }): void {
    const { store, userId, batchId } = this.#options;
    if (!store.placed({ userId, source: this.#source, type, sourceId }, record.version, batchId)) this.put(type, sourceId, record);
  }

  /** The same for a record that stays as it is. */
  putStanding(type: ImportedType, sourceId: string, record: ImportedRecord): void {
    this.#put(type, sourceId, record, null);
  }

  /** Whether an item has come in as a second record with this content; not where an undo has taken that back. */
  hasSecond(type: ImportedType, sourceId: string, hash: string): boolean {
    return this.maybeKnown(type, secondOf(sourceId, hash))?.hash === hash;
  }

  /** Inside the write of a second record. What is known of the item stays: that is what ours was made of. */
  putSecond(type: ImportedType, sourceId: string, second: { readonly id: string; readonly hash: string }): void {
    const { store, userId, batchId } = this.#options;
    const { id, hash } = second;
    store.putSecond({ userId, source: this.#source, type, sourceId: secondOf(sourceId, hash) }, { recordId: id, hash }, batchId);
  }

  #put(type: ImportedType, sourceId: string, record: ImportedRecord, batchId: string | null, formerHash: string | null = null): void {
    const { store, userId } = this.#options;
    const source = type === 'calendar' ? this.#calendars : this.#source;
    store.put({ userId, source, type, sourceId }, record, batchId, formerHash);
    this.is(type, sourceId, record.recordId);
  }

  /** A column that this run makes: its cards come one behind the other. */
  columnIsNew(sourceId: string): void {
    this.#newColumns.add(sourceId);
  }

  isNewColumn(sourceId: string): boolean {
    return this.#newColumns.has(sourceId);
  }

  /** The record of an item in this run. */
  is(type: ImportedType, sourceId: string, id: string): void {
    this.#ids.set(`${type} ${sourceId}`, id);
  }

  /** The id of the record of an item of this run; null for one that did not come in. */
  maybeId(type: ImportedType, sourceId: string | null): string | null {
    return sourceId === null ? null : (this.#ids.get(`${type} ${sourceId}`) ?? null);
  }

  /** The id that a record asks for, where no other has it; absent otherwise. */
  freeId(type: ImportedType, id: string | undefined): { readonly id?: string } {
    const { store, userId } = this.#options;
    if (id === undefined || store.isTaken(userId, type, id)) return {};
    return type === 'project' || uuid.test(id) ? { id } : {};
  }

  /** Inside the write that makes the record, before it does: tells of an id that is taken, as other programs can name it. */
  tellTaken(type: ImportedType, id: string | undefined, title: string): void {
    const { store, userId, warnings } = this.#options;
    if (id === undefined || !store.isTaken(userId, type, id)) return;
    const message =
      'Its id is taken here: it comes in under a new one, to which the links of this import lead; links from elsewhere do not';
    warnings.add({ path: title, kind: 'link', message });
  }
}

/** What a second record is known by: the content that it came in with is part of that. */
const secondOf = (sourceId: string, hash: string): string => `${sourceId}\n${hash}`;

/** Archives were told apart by their whole names, days and marks of copies among them. */
function formerSources({ store, userId }: ReferencesOptions, program: `${string}:`, space: string): readonly string[] {
  const nameOf = (source: string): string => source.slice(program.length);
  return store.sourcesOf(userId, program).filter((source) => nameOf(source) !== space && seriesName(nameOf(source)) === space);
}

// What is asked of records besides their words, as conditions for the statements of each kind.

import { nextDay } from '../../contract/days.ts';
import { foldName } from '../../contract/mentions.ts';
import type { SearchQuery, SearchType } from '../../contract/search.ts';
import { readBound, type TimeBound } from '../../lib/moment.ts';
import type { SearchRequest, DueCondition, SearchCondition } from './asked.ts';
import type { Conditions } from './hits-store.ts';
import { archivedNotes, eventsNotShown } from './kind-store.ts';
import type { PlaceStore } from './place-store.ts';

interface Narrowing extends Pick<SearchQuery, 'tag' | 'projectId' | 'from' | 'to' | 'visible'> {
  readonly asked: SearchRequest;
}

export interface ConditionsOptions {
  readonly places: PlaceStore;
  /** The IANA time zone of this machine. */
  readonly machineZone: () => string;
}

type Values = Record<string, string | number>;

/** Conditions of one kind while they are gathered. */
class Gathered {
  readonly lists: Conditions['lists'][number][] = [];
  readonly onEntry: string[] = [];
  readonly onRecord: string[] = [];
  readonly values: Values = {};
  isArchived = false;
  usesPlace = false;
  /** Set where no record of the kind can be meant. */
  isNone = false;

  value(value: string | number): string {
    const name = `v${Object.keys(this.values).length}`;
    this.values[name] = value;
    return `@${name}`;
  }

  /** What the kind does not have, all of it lacks. */
  lack(isExcluded: boolean): void {
    if (!isExcluded) this.isNone = true;
  }

  add(condition: string, isExcluded = false): void {
    this.onRecord.push(isExcluded ? `NOT coalesce(${condition}, 0)` : condition);
  }

  /** As `add`, for a condition that names the place of the record. */
  addOnPlace(condition: string, isExcluded = false): void {
    this.usesPlace = true;
    this.add(condition, isExcluded);
  }

  /** `entries`: a statement for the entries of all records that are meant. */
  addList(entries: string, isExcluded = false): void {
    this.lists.push({ entries, isExcluded });
  }
}

/** For each kind its conditions; null where none of its records can be meant. Throws 400 for a day that does not exist. */
export function conditionsFor(
  userId: string,
  { asked, tag, projectId, from, to, visible }: Narrowing,
  { places, machineZone }: ConditionsOptions,
): Readonly<Record<SearchType, Conditions | null>> {
  const tags = [...asked.tags, ...(tag === undefined ? [] : [{ value: tag.replace(/^#/, ''), isExcluded: false }])];
  const zone = machineZone();
  const bounds = { from: boundAt('from', from, zone), to: boundAt('to', to, zone) };
  const due = asked.due.map((wanted) => ({ ...wanted, value: dueBounds(wanted.value, zone) }));
  const named = new NamedPlaces(userId, places);
  const kinds = { note: new Gathered(), card: new Gathered(), event: new Gathered(), file: new Gathered() };
  for (const { value, isExcluded } of tags) addTag(kinds, named, value, isExcluded);
  for (const { value, isExcluded } of asked.places) addPlace(kinds, named, value, isExcluded);
  for (const { value, isExcluded } of asked.states) {
    for (const type of ['event', 'file'] as const) kinds[type].lack(isExcluded);
    if (value === 'archived') {
      if (isExcluded) continue;
      if (!kinds.note.isArchived) kinds.note.addList(archivedNotes);
      for (const type of ['note', 'card'] as const) kinds[type].isArchived = true;
      continue;
    }
    kinds.note.lack(isExcluded);
    kinds.card.add(`record.completed_at IS ${value === 'done' ? 'NOT ' : ''}NULL`, isExcluded);
  }
  for (const wanted of due) addDue(kinds, wanted);
  if (projectId !== undefined) addProject(kinds, projectId);
  addBounds(kinds, bounds);
  if (visible) kinds.event.addList(eventsNotShown, true);
  return {
    note: conditionsOf(kinds.note),
    card: conditionsOf(kinds.card),
    event: conditionsOf(kinds.event),
    file: conditionsOf(kinds.file),
  };
}

type Kinds = Readonly<Record<SearchType, Gathered>>;

const conditionsOf = ({ isNone, ...conditions }: Gathered): Conditions | null => (isNone ? null : conditions);

const ownerIs = (type: 'note' | 'card', condition: string): string =>
  type === 'note'
    ? `(record.owner_type = 'note' AND EXISTS (SELECT 1 FROM notes AS owner WHERE owner.id = record.owner_id AND ${condition}))`
    : `(record.owner_type = 'card' AND EXISTS (SELECT 1 FROM cards AS owner JOIN board_columns AS own ON own.id = owner.column_id
        WHERE owner.id = record.owner_id AND ${condition}))`;

const oneOf = (column: string, ids: string): string => `${column} IN (SELECT value FROM json_each(${ids}))`;

function addTag({ note, card, event, file }: Kinds, named: NamedPlaces, tag: string, isExcluded: boolean): void {
  const key = foldName(tag);
  note.addList(
    `SELECT entry.row FROM note_tags CROSS JOIN note_search AS entry ON entry.note_id = note_tags.note_id
      WHERE note_tags.user_id = @userId AND note_tags.tag = ${note.value(key)}`,
    isExcluded,
  );
  const labels = named.labels(key);
  if (labels.length === 0) card.lack(isExcluded);
  else {
    const ids = card.value(JSON.stringify(labels));
    card.addOnPlace(
      `EXISTS (SELECT 1 FROM json_each(record.label_ids) AS own WHERE ${oneOf("own.value || ' ' || place.project_id", ids)})`,
      isExcluded,
    );
  }
  for (const each of [event, file]) each.lack(isExcluded);
}

function addPlace({ note, card, event, file }: Kinds, named: NamedPlaces, name: string, isExcluded: boolean): void {
  const { notebooks, projects, calendars } = named.called(name);
  note.addList(
    `SELECT entry.row FROM json_each(${note.value(notebooks)}) AS own
      CROSS JOIN notes AS record ON record.user_id = @userId AND record.notebook_id = own.value
      CROSS JOIN note_search AS entry ON entry.note_id = record.id`,
    isExcluded,
  );
  card.addOnPlace(oneOf('place.project_id', card.value(projects)), isExcluded);
  event.add(oneOf('record.calendar_id', event.value(calendars)), isExcluded);
  const inNotebook = ownerIs('note', oneOf('owner.notebook_id', file.value(notebooks)));
  const inProject = ownerIs('card', oneOf('own.project_id', file.value(projects)));
  file.add(`(${inNotebook} OR ${inProject})`, isExcluded);
}

function addProject({ note, card, event, file }: Kinds, projectId: string): void {
  card.addOnPlace(`place.project_id = ${card.value(projectId)}`);
  file.add(ownerIs('card', `own.project_id = ${file.value(projectId)}`));
  for (const each of [note, event]) each.lack(false);
}

interface DueBounds {
  readonly comparison: '<' | '>=' | '=';
  readonly start: TimeBound;
  readonly end: TimeBound;
}

function addDue({ note, card, event, file }: Kinds, { value: { comparison, start, end }, isExcluded }: SearchCondition<DueBounds>): void {
  for (const each of [note, event, file]) each.lack(isExcluded);
  const compared = comparison === '=' ? [dueAt(card, '>=', start), dueAt(card, '<', end)] : [dueAt(card, comparison, start)];
  card.add(`record.due_at IS NOT NULL AND ${compared.join(' AND ')}`, isExcluded);
}

const dueAt = (card: Gathered, comparison: '<' | '>=', { instant, local }: TimeBound): string =>
  `record.due_at ${comparison} CASE record.due_is_local WHEN 1 THEN ${card.value(local)} ELSE ${card.value(instant)} END`;

function addBounds(
  { note, card, event, file }: Kinds,
  { from, to }: { readonly from: TimeBound | null; readonly to: TimeBound | null },
): void {
  for (const [bound, comparison] of [
    [from, '>='],
    [to, '<'],
  ] as const) {
    if (bound === null) continue;
    note.onEntry.push(`entry.changed_at ${comparison} ${note.value(bound.instant)}`);
    card.add(dueAt(card, comparison, bound));
    file.add(`record.created_at ${comparison} ${file.value(bound.instant)}`);
    // Of a series from its first occurrence to its last.
    const edge = comparison === '<' ? 'start_at <' : 'end_at >';
    const series = comparison === '<' ? 'first_at <' : 'last_at >';
    const at = event.value(bound.instant);
    event.add(`CASE record.is_series WHEN 0 THEN record.${edge} ${at}
      ELSE EXISTS (SELECT 1 FROM series WHERE event_id = record.id AND ${series} ${at}) END`);
  }
}

const boundAt = (path: string, text: string | undefined, zone: string): TimeBound | null =>
  text === undefined ? null : readBound(path, text, zone);

/** A day as it is compared: before it or a later one, from then on, or within it. */
function dueBounds({ comparison, day }: DueCondition, zone: string): DueBounds {
  const start = readBound('q', day, zone);
  const end = readBound('q', nextDay(day), zone);
  switch (comparison) {
    case '<':
    case '>=':
      return { comparison, start, end };
    case '=':
      return { comparison, start, end };
    case '<=':
      return { comparison: '<', start: end, end };
    default:
      return { comparison: '>=', start: end, end };
  }
}

/** Places and labels by their names, each read once and only when it is asked for. */
class NamedPlaces {
  readonly #userId: string;
  readonly #places: PlaceStore;

  constructor(userId: string, places: PlaceStore) {
    this.#userId = userId;
    this.#places = places;
  }

  /** The ids of what has this name, as JSON; of notebooks those in it, too. A project is also called by its id. */
  called(name: string): { readonly notebooks: string; readonly projects: string; readonly calendars: string } {
    const key = foldName(name);
    const isCalled = (record: { readonly name: string }): boolean => foldName(record.name) === key;
    const notebooks = this.#places.notebooks(this.#userId);
    const found = new Set(notebooks.filter(isCalled).map(({ id }) => id));
    for (let size = -1; size < found.size;) {
      size = found.size;
      for (const { id, parentId } of notebooks) if (parentId !== null && found.has(parentId)) found.add(id);
    }
    const idsOf = (records: readonly { readonly id: string }[]): string => JSON.stringify(records.map(({ id }) => id));
    return {
      notebooks: JSON.stringify([...found]),
      projects: idsOf(this.#places.projects(this.#userId).filter((each) => isCalled(each) || foldName(each.id) === key)),
      calendars: idsOf(this.#places.calendars(this.#userId).filter(isCalled)),
    };
  }

  /** Labels of this name, and below it, each with its project. */
  labels(key: string): string[] {
    return this.#places
      .labels(this.#userId)
      .filter(({ name }) => foldName(name) === key || foldName(name).startsWith(`${key}/`))
      .map(({ id, projectId }) => `${id} ${projectId}`);
  }
}

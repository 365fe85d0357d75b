// What changes have touched: record by record, in the order in which records are brought back.

import type { Change } from '../../lib/change.ts';
import type { FormerFields } from '../../lib/record-kinds.ts';
import { recordKey } from './large-batch.ts';
import type { UndoEntry } from './undo-store.ts';

/** What no undo brings back: it is told of as gone. */
const lasting = ['config', 'trash', 'reminder', 'run', 'job'] as const;

/** A type of records that an undo brings back as they were; links are made and deleted, and never change. */
export type RecordType = Exclude<Change['type'], (typeof lasting)[number] | 'link'>;

export const isRecord = (type: Change['type']): type is RecordType | 'link' => !lasting.some((each) => each === type);

/** The changes of one record, newest first. */
export interface TouchedRecord {
  readonly type: RecordType | 'link';
  readonly id: string;
  readonly entries: readonly UndoEntry[];
  readonly newest: UndoEntry;
  readonly oldest: UndoEntry;
}

/** Records, those that were touched last first. Entries of what no undo brings back, and of links that went along, touch none. */
export function touchedBy(entries: readonly UndoEntry[]): TouchedRecord[] {
  const newestFirst = entries.filter(({ isAlong }) => isAlong === 0).toSorted((a, b) => b.seq - a.seq);
  const groups = Map.groupBy(newestFirst, recordKey);
  return [...groups.values()].flatMap((own): TouchedRecord[] => {
    const [newest, oldest] = [own[0], own.at(-1)];
    if (newest === undefined || oldest === undefined || !isRecord(newest.type) || newest.id === null) return [];
    return [{ type: newest.type, id: newest.id, entries: own, newest, oldest }];
  });
}

/**
 * When a record has its turn: projects that were deleted first, then columns and calendars, as what is in them comes back with them.
 * Notebooks come back before the notes that were in them.
 */
function turnOf({ type, newest, oldest }: TouchedRecord): number {
  const isBack = newest.action === 'deleted';
  if (type === 'project') return isBack ? 0 : lastTurn;
  if (type === 'column') return 1;
  if (type === 'calendar' && isBack) return 2;
  if (type === 'notebook') return oldest.action === 'created' ? lastTurn : 3;
  return 4;
}

const lastTurn = 5;
/** Columns and notebooks: all of them are dealt with in one go, as their places depend on each other. */
const adjacentKinds: readonly number[] = [1, 3];

/** Groups of records that are dealt with together, in the order of their turns. */
export function inOrder(touched: readonly TouchedRecord[]): TouchedRecord[][] {
  const turns = [...Map.groupBy(touched, turnOf)].toSorted(([a], [b]) => a - b);
  return turns.flatMap(([turn, records]) => (adjacentKinds.includes(turn) ? [records] : records.map((each) => [each])));
}

/** What takes others along, from the outermost on: of what has come back from the trash it goes before these. */
const holders: readonly TouchedRecord['type'][] = ['project', 'column', 'calendar'];

/**
 * Records that go, in their order: those that an undo has brought back as they were deleted at first, by the `seq` of which, so that each
 * takes along what it took along then; others that have come back from the trash, what was along with it there after what took it along;
 * others the newest first, projects and notebooks after what was made in them.
 */
export function inLeavingOrder(leaving: readonly TouchedRecord[], deletedAt: (touched: TouchedRecord) => number | null): TouchedRecord[] {
  const known = leaving.map((touched) => ({ touched, at: deletedAt(touched) }));
  const again = known.filter(({ at }) => at !== null).toSorted((a, b) => (a.at ?? 0) - (b.at ?? 0));
  const others = known.filter(({ at }) => at === null).map(({ touched }) => touched);
  const [back, made] = [others.filter(({ oldest }) => oldest.isBack === 1), others.filter(({ oldest }) => oldest.isBack === 0)];
  const holdsBack = ({ type }: TouchedRecord): number => (holders.includes(type) ? holders.indexOf(type) : holders.length);
  const holds = ({ type }: TouchedRecord): number => (type === 'project' || type === 'notebook' ? 1 : 0);
  return [
    ...again.map(({ touched }) => touched),
    ...back.toSorted((a, b) => holdsBack(a) - holdsBack(b) || b.newest.seq - a.newest.seq),
    ...made.toSorted((a, b) => holds(a) - holds(b) || b.newest.seq - a.newest.seq),
  ];
}

/** Whether a card has but got or lost files: they go and come back by themselves, and what else was changed since stands. */
export const isOfFiles = ({ fileIds, before }: UndoEntry): boolean =>
  fileIds.length > 0 && before !== null && Object.keys(before).length === 0;

/** The fields that a record had before the oldest of these changes; null if none of them tells. */
export function formerFields(entries: readonly UndoEntry[]): FormerFields | null {
  const told = entries.flatMap(({ before, undoneBy }) => (before === null || undoneBy !== null ? [] : [before]));
  const id = entries[0]?.id ?? null;
  return told.length === 0 || id === null ? null : { id, fields: Object.assign({}, ...told) as FormerFields['fields'] };
}

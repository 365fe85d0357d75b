// What changes have touched: record by record, in the order in which records are brought back.

import type { Change } from '../../lib/change.ts';
import type { FormerFields } from '../../lib/record-kinds.ts';
import { recordOf } from './large-batch.ts';
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

/** Records, those that were touched last first. Entries of what no undo brings back touch none. */
export function touchedBy(entries: readonly UndoEntry[]): TouchedRecord[] {
  const newestFirst = entries.toSorted((a, b) => b.seq - a.seq);
  const groups = Map.groupBy(newestFirst, recordOf);
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
const together: readonly number[] = [1, 3];

/** Groups of records that are dealt with together, in the order of their turns. */
export function inOrder(touched: readonly TouchedRecord[]): TouchedRecord[][] {
  const turns = [...Map.groupBy(touched, turnOf)].toSorted(([a], [b]) => a - b);
  return turns.flatMap(([turn, records]) => (together.includes(turn) ? [records] : records.map((each) => [each])));
}

/** What takes others along goes before these; a notebook, which takes none along, after what was made in it. */
const leavingTurns: Readonly<Partial<Record<TouchedRecord['type'], number>>> = { project: 0, column: 1, calendar: 1, notebook: 3 };
const usualTurn = 2;

/**
 * Records that go, in their order: those that an undo has brought back as they were deleted at first, by the `seq` of which, so that each
 * takes along what it took along then; others the newest first, but for what one of them takes along, which follows it.
 */
export function inLeavingOrder(leaving: readonly TouchedRecord[], deletedAt: (touched: TouchedRecord) => number | null): TouchedRecord[] {
  const known = leaving.map((touched) => ({ touched, at: deletedAt(touched) }));
  const turnOf = ({ type }: TouchedRecord): number => leavingTurns[type] ?? usualTurn;
  const again = known.filter(({ at }) => at !== null).toSorted((a, b) => (a.at ?? 0) - (b.at ?? 0));
  const made = known.filter(({ at }) => at === null).map(({ touched }) => touched);
  return [...again.map(({ touched }) => touched), ...made.toSorted((a, b) => turnOf(a) - turnOf(b) || b.newest.seq - a.newest.seq)];
}

/** The fields that a record had before the oldest of these changes; null if none of them tells. */
export function formerFields(entries: readonly UndoEntry[]): FormerFields | null {
  const told = entries.flatMap(({ before, undoneBy }) => (before === null || undoneBy !== null ? [] : [before]));
  const id = entries[0]?.id ?? null;
  return told.length === 0 || id === null ? null : { id, fields: Object.assign({}, ...told) as FormerFields['fields'] };
}

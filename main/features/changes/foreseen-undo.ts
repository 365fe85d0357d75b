// What undoing a batch would do, without doing it: for those that have to decide on it.

import { notFound } from '../../lib/app-error.ts';
import type { ForeseenRecord, ForeseenUndo, UndoKind } from '../../lib/record-kinds.ts';
import { LaterChanges } from './later-changes.ts';
import { formerFields, touchedBy, type RecordType, type TouchedRecord } from './touched.ts';
import type { UndoStore } from './undo-store.ts';

/** Entries of a batch that are looked at, the newest. */
const maxEntries = 1_000;

interface UndoSight {
  readonly store: UndoStore;
  readonly kinds: Readonly<Record<RecordType, UndoKind>>;
}

/** Throws 404 for a batch that is not the user's, or not known any more. */
export function foreseeUndo({ store, kinds }: UndoSight, userId: string, batchId: string): ForeseenUndo {
  const page = store.pageOfBatch(userId, batchId, Number.MAX_SAFE_INTEGER, maxEntries + 1);
  if (page.length === 0) throw notFound('batch');
  const touched = touchedBy(page.slice(0, maxEntries));
  const later = new LaterChanges(store, userId, touched);
  const going = new Set(touched.filter(({ oldest }) => oldest.action === 'created').map(({ id }) => id));
  const actions = new Map<TouchedRecord, ForeseenRecord['action']>();
  for (const each of touched.toSorted((one, other) => rankOf(one) - rankOf(other))) {
    const action = actionOf(kinds, userId, each, { later, going });
    // What it is in stays as well.
    if (action !== 'trash') going.delete(each.id);
    actions.set(each, action);
  }
  const records = touched.map((each): ForeseenRecord => {
    const action = actions.get(each) ?? 'keep';
    const fields = action === 'keep' ? {} : (formerFields(each.entries)?.fields ?? {});
    return { type: each.type, id: each.id, action, fields };
  });
  return { records, hasMore: page.length > maxEntries };
}

/** What holds others, after these, which have the rank -1. */
const holders: readonly TouchedRecord['type'][] = ['calendar', 'column', 'project'];
const rankOf = ({ type }: TouchedRecord): number => holders.indexOf(type);

/** What an undo would come upon. */
interface Ahead {
  readonly later: LaterChanges;
  /** The ids of records that would go. */
  readonly going: ReadonlySet<string>;
}

function actionOf(kinds: UndoSight['kinds'], userId: string, touched: TouchedRecord, { later, going }: Ahead): ForeseenRecord['action'] {
  const { type, id, entries, newest, oldest } = touched;
  if (entries.every(({ undoneBy }) => undoneBy !== null)) return 'keep';
  if (type === 'link') return newest.action !== oldest.action ? 'keep' : newest.action === 'deleted' ? 'restore' : 'trash';
  const version = kinds[type].maybeVersion(userId, id);
  const isMade = oldest.action === 'created';
  if (later.standBetween(touched)) return 'keep';
  if (newest.action === 'deleted') {
    if (isMade) return version === null ? 'keep' : 'trash';
    if (version === null) return 'restore';
  } else if (version === null || (version !== newest.version && !later.areUndone(touched))) return 'keep';
  if (isMade) return kinds[type].isInUse?.(userId, id, { going, since: newest.at }) === true ? 'keep' : 'trash';
  return formerFields(entries) === null ? 'keep' : 'change';
}

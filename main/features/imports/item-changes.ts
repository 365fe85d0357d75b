// What is to be done with a record that may have come in before.

import { hash as hashOf } from 'node:crypto';
import type { ImportWarning } from '../../contract/imports.ts';
import type { Came } from './apply.ts';
import { AppError } from '../../lib/app-error.ts';
import type { Imported } from '../../lib/imported-record.ts';
import { isStorageFault } from '../../storage/storage-error.ts';
import type { ImportedRecord } from './import-store.ts';
import { nameOfItem } from './plan-writer.ts';
import type { PlanItem } from './plan.ts';
import type { ImportReferences } from './references.ts';
import type { CalendarCounts, GivenFile } from './targets.ts';

export type ItemDecision =
  /** It is there, and is the same there as it was. */
  | { readonly do: 'nothing'; readonly id: string }
  /** Changed there alone. */
  | { readonly do: 'update'; readonly id: string; readonly version: number }
  /** Changed on both sides: ours stays, theirs comes in as a second one. */
  | { readonly do: 'second'; readonly id: string }
  /** It came out of this Daybook, and is as it is here. `version` as `adopted` gives it. */
  | { readonly do: 'adopt'; readonly id: string; readonly version: number | null }
  | { readonly do: 'create' };

/** What comes of an item with which this is done. */
export const outcomeOf = {
  nothing: 'unchanged',
  adopt: 'unchanged',
  update: 'updated',
  second: 'kept',
  create: 'created',
} as const satisfies Record<ItemDecision['do'], Came>;

/** `version`: of the record now; null if it is gone. */
export function decide(known: ImportedRecord | null, version: number | null, hash: string): ItemDecision {
  if (known === null || version === null) return { do: 'create' };
  if (known.hash === hash) return { do: 'nothing', id: known.recordId };
  return version === known.version ? { do: 'update', id: known.recordId, version } : { do: 'second', id: known.recordId };
}

/** Theirs comes in as a second one once: the same content does not do so again. `hasCome`: whether it has. */
export function secondOnce(decision: ItemDecision, hasCome: () => boolean): ItemDecision {
  return decision.do === 'second' && hasCome() ? { do: 'nothing', id: decision.id } : decision;
}

/**
 * What is to be done with an item whose id a record of the user has, which came out of this Daybook: what was changed here since stays, and
 * what was changed there since comes in as a second one. `version`: of the record as it came in; null where it is another by now, so that a
 * later change there comes in as a second one as well.
 */
function adopted(
  standing: { readonly version: number; readonly updatedAt: number },
  { updatedAt = 0 }: { readonly updatedAt?: number },
): 'second' | { readonly version: number | null } {
  if (standing.updatedAt < updatedAt) return 'second';
  return { version: standing.updatedAt > updatedAt ? null : standing.version };
}

/** The same for a record under the id that an item asks for, null where the user has none: what was changed there alone is changed here. */
export function decideAsked(
  id: string | undefined,
  standing: { readonly version: number; readonly updatedAt: number } | null,
  item: { readonly updatedAt?: number; readonly updatedBefore?: number },
): ItemDecision {
  if (id === undefined || standing === null) return { do: 'create' };
  if (item.updatedBefore === standing.updatedAt) return { do: 'update', id, version: standing.version };
  if (item.updatedBefore !== undefined) return { do: 'second', id };
  const as = adopted(standing, item);
  return as === 'second' ? { do: 'second', id } : { do: 'adopt', id, version: as.version };
}

interface Deciding {
  readonly type: 'card' | 'event';
  /** Of what it is like there now. */
  readonly hash: string;
  readonly references: Pick<ImportReferences, 'maybeKnown' | 'hasSecond'>;
  /** The user's record of this type with an id; null for none. */
  readonly maybeState: (id: string) => { readonly version: number; readonly updatedAt: number } | null;
}

/** What is to be done with a card or an event as things are now. Changes nothing. */
export function decideItem(
  item: { readonly source: string; readonly id?: string; readonly updatedAt?: number; readonly updatedBefore?: number },
  { type, hash, references, maybeState }: Deciding,
): ItemDecision {
  const { source, id } = item;
  const known = references.maybeKnown(type, source);
  const decision = decide(known, known === null ? null : (maybeState(known.recordId)?.version ?? null), hash);
  return secondOnce(decision.do === 'create' ? decideAsked(id, id === undefined ? null : maybeState(id), item) : decision, () =>
    references.hasSecond(type, source, hash),
  );
}

/** A hash of what a record is like where it comes from. */
export function hashOfFields(fields: readonly unknown[]): string {
  return hashOf('sha256', JSON.stringify(fields));
}

/** The id and the times that an item brings along. */
export function broughtAlong({ createdAt, updatedAt }: Imported, id: { readonly id?: string } = {}): Imported {
  return { ...id, ...(createdAt === undefined ? {} : { createdAt }), ...(updatedAt === undefined ? {} : { updatedAt }) };
}

/** What is told where ours stays and theirs comes in as a second one. */
export function conflictOf(title: string, second: string): ImportWarning {
  return { path: title, kind: 'conflict', message: `It has changed here and there: yours stays, the other is "${second}"` };
}

/** What is told of it before anything comes in. */
export function foreseenConflictOf(title: string): ImportWarning {
  return { path: title, kind: 'conflict', message: 'It has changed here and there: yours stays, the other comes in as a second one' };
}

/** Whether two files of a record are the same one. */
export function isSameFile(a: Pick<GivenFile, 'sha256' | 'filename'>, b: Pick<GivenFile, 'sha256' | 'filename'>): boolean {
  return a.sha256 === b.sha256 && a.filename === b.filename;
}

/** What is told of files that a record has here and not there, such as a picture that was replaced there. */
export function filesLeft(path: string, files: number): ImportWarning {
  return { path, kind: 'file', message: `Files that it does not have there stay with it here (${files})` };
}

/** Whether an error is about one item alone, which then does not come in while the others do. */
export function isOfItem(error: unknown, signal: AbortSignal): error is AppError {
  if (!(error instanceof AppError) || signal.aborted || isStorageFault(error)) return false;
  return !['internal', 'insufficient_scope', 'unauthorized'].includes(error.code);
}

export function refusalOf(item: PlanItem, { message }: AppError): ImportWarning {
  return { path: item.source, kind: 'limit', message: `${nameOfItem(item)}: ${message}` };
}

/** What of the events of a file does not come in, or not whole, and what was changed here as well. */
export function warningsOfFile(path: string, counts: CalendarCounts, isForeseen: boolean): ImportWarning[] {
  const { skipped, lost, conflicts, silentAlarms } = counts;
  const silent =
    'It is kept and goes out again, but does not ring here: alarms, such as those after the beginning, by the end, or by e-mail';
  return [
    ...(silentAlarms === 0 ? [] : [{ path, kind: 'lost' as const, message: `${silent} (${silentAlarms})` }]),
    ...conflicts.map(({ title, second }) => (isForeseen ? foreseenConflictOf(title) : conflictOf(title, second))),
    ...skipped.map(({ path, message }) => ({ path, kind: 'skipped' as const, message })),
    ...lost.map(({ path, message }) => ({ path, kind: 'lost' as const, message })),
  ];
}

// The fields of a diff: what they are before and after, as texts that a person reads.

import { columnsApi } from '../../contract/boards.ts';
import type { CallDiff } from '../../contract/runs.ts';
import { cutText } from '../../contract/cut-text.ts';
import type { ToolContext } from '../../tools/tool.ts';
import { shownDifference } from './edit-diff.ts';

/** Characters of a text that are shown; the call's arguments hold the whole. */
const maxText = 8_000;

export type Field = CallDiff['changes'][number];
export type Ask = ToolContext['ask'];

/** As a text; null for nothing. */
function written(value: unknown): string | null {
  if (value === undefined || value === null || value === '') return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function shown(text: string | null): string | null {
  if (text === null || text.length <= maxText) return text;
  const kept = cutText(text, maxText);
  return `${kept} … (${text.length - kept.length} more characters)`;
}

/** Two values as they are, unless they are too long: of these the part that differs. */
export function field(name: string, before: unknown, after: unknown): Field {
  const [old, now] = [written(before), written(after)];
  const isLong = old !== null && now !== null && Math.max(old.length, now.length) > maxText;
  return isLong ? textDifference(name, old, now) : { field: name, before: shown(old), after: shown(now) };
}

/** The part in which two texts differ; of the same texts all. */
export function textDifference(name: string, before: string, after: string): Field {
  const part = shownDifference(before, after);
  // Where something comes into a text, or goes from it, the rest of the text is there all the same.
  const partOf = (whole: string, excerpt = whole): string | null => shown(written(whole === '' ? whole : excerpt || '…'));
  return { field: name, before: partOf(before, part?.before), after: partOf(after, part?.after) };
}

/** Of an argument that the tool's own schema has let through as a text. */
export const textOrEmpty = (value: unknown): string => (typeof value === 'string' ? value : '');

export const changed = ({ before, after }: Field): boolean => before !== after;

/** The first of them that are of no more than `length` characters together, and how many there are besides. */
export function fittingFields(changes: readonly Field[], length: number): Pick<CallDiff, 'changes' | 'changesLeftOut'> {
  let left = length;
  const kept: Field[] = [];
  for (const change of changes) {
    left -= (change.before?.length ?? 0) + (change.after?.length ?? 0);
    if (left < 0) break;
    kept.push(change);
  }
  return kept.length === changes.length ? { changes: kept } : { changes: kept, changesLeftOut: changes.length - kept.length };
}

interface Item {
  readonly text: string;
  readonly completed: boolean;
  readonly dueDate?: string | null;
}

/** A line for each item; one that says nothing of when it is due keeps that of the standing one with its text. */
export function listed(checklist: unknown, standing: readonly Item[] = []): string | null {
  if (!Array.isArray(checklist)) return null;
  const dueOf = ({ text, dueDate = standing.find((item) => item.text === text)?.dueDate }: Item): string => dueDate ?? '';
  return (checklist as Item[])
    .map((item) => `${item.completed ? '[x]' : '[ ]'} ${item.text}${dueOf(item) === '' ? '' : ` (due ${dueOf(item)})`}`)
    .join('\n');
}

/** Throws `not_found` for a column that is not there. */
export async function columnField(from: string | null, to: string, ask: Ask): Promise<Field> {
  const titleOf = async (id: string | null): Promise<string | null> =>
    id === null ? null : (await ask(columnsApi.readColumn, { params: { id } })).title;
  const after = await titleOf(to);
  // Two columns can have the same title.
  return { field: 'column', before: from === to ? after : await titleOf(from), after };
}

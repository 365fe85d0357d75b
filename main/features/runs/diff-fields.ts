// The fields of a diff: what they are before and after, as texts that a person reads.

import { columnsApi } from '../../contract/boards.ts';
import type { CallDiff } from '../../contract/runs.ts';
import type { ToolContext } from '../../tools/tool.ts';

/** Characters of a text in it; the call's arguments hold the whole. */
const maxText = 8_000;

export type Field = CallDiff['changes'][number];
export type Ask = ToolContext['ask'];

export function shown(value: unknown): string | null {
  if (value === undefined || value === null || value === '') return null;
  const written = typeof value === 'string' ? value : JSON.stringify(value);
  return written.length > maxText ? `${written.slice(0, maxText).toWellFormed()} …` : written;
}

export const field = (name: string, before: unknown, after: unknown): Field => ({
  field: name,
  before: shown(before),
  after: shown(after),
});

/** Of an argument that the tool's own schema has let through as a text. */
export const text = (value: unknown): string => (typeof value === 'string' ? value : '');

export const changed = ({ before, after }: Field): boolean => before !== after;

export function listed(checklist: unknown): string | null {
  if (!Array.isArray(checklist)) return null;
  return (checklist as { text: string; completed: boolean }[])
    .map(({ text, completed }) => `${completed ? '[x]' : '[ ]'} ${text}`)
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

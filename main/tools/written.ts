// How tools tell what they have written. Pure.

import { boardPath, recordPath } from '../contract/page-paths.ts';
import type { ToolContext, ToolResult } from './tool.ts';

/** What the answers to writes have in common. */
interface Answer {
  readonly id: string;
  /** Of an event; of one occurrence of a series its own. */
  readonly occurrenceId?: string;
  readonly version: number;
  readonly projectId?: string;
}

/** The last of a write's answers: the record as it is now. */
function lastOf(answers: readonly unknown[]): Answer {
  // Each write of a tool answers with its record.
  return answers.at(-1) as Answer;
}

/** By what `undo` names a write. */
export const batchLine = (batchId: string | null): string => (batchId === null ? 'nothing has changed' : `batch ${batchId}`);

/** `{ id, version, url }` and what `undo` takes, as text and structured. */
export function writtenAnswer(
  type: 'note' | 'card' | 'column' | 'event',
  { batchId, answers }: { readonly batchId: string | null; readonly answers: readonly unknown[] },
  { pageUrl }: ToolContext,
): ToolResult {
  const { id: recordId, occurrenceId, version, projectId = '' } = lastOf(answers);
  // What follows is about the same occurrence, not about its whole series.
  const id = occurrenceId ?? recordId;
  const url = pageUrl(type === 'column' ? boardPath(projectId) : recordPath(type, id, projectId));
  return { text: `${type} ${id} v${version}\n${url}\n${batchLine(batchId)}`, structured: { id, version, url, batchId } };
}

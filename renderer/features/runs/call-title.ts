// What a call is, in a few words. Pure.

import { shortened } from '../../../main/contract/cut-text.ts';
import type { CallDiff, RunCall } from '../../../main/contract/runs.ts';
import { strings } from './strings.ts';

/** Characters of what stands behind a tool's name. */
const maxTitle = 80;

/** As in “Change a note: Launch”. */
export function callTitle(call: Pick<RunCall, 'tool' | 'arguments' | 'diff'>): string {
  const about = aboutOf(call);
  return about === '' ? toolName(call.tool) : `${toolName(call.tool)}: ${about}`;
}

/** What people call a tool; its own name where that is all there is. */
export function toolName(tool: string): string {
  return Object.hasOwn(strings.calls, tool) ? (strings.calls[tool] ?? tool) : tool;
}

/** The arguments that say most, best first. */
const telling = ['query', 'path', 'title', 'what', 'type'] as const;

/** What it is about, cut to a line; empty where nothing tells. */
export function aboutOf({ arguments: given, diff }: Pick<RunCall, 'arguments' | 'diff'>): string {
  const values: Readonly<Record<string, unknown>> = typeof given === 'object' && given !== null ? { ...given } : {};
  // A batch of which nothing more is known is called by its id.
  const isNamed = diff !== null && (diff.type !== 'batch' || diff.records !== undefined);
  const about = !isNamed ? telling.map((name) => values[name]).find((value) => typeof value === 'string') : recordTitle(diff);
  const line = (typeof about === 'string' ? about : '').replace(/\s+/g, ' ').trim();
  return shortened(line, maxTitle);
}

export function recordTitle({ title, id, type }: Pick<CallDiff, 'title' | 'id'> & { readonly type: string }): string {
  if (type === 'file') return id ?? title;
  return title === '' ? strings.untitled : title;
}

/** The first line of a task that says something, cut to a line. */
export function taskTitle(task: string): string {
  const line =
    task
      .split('\n')
      .map((part) => part.trim())
      .find((part) => part !== '') ?? '';
  return shortened(line, maxTitle * 2);
}

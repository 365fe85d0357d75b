import type { Transaction } from 'prosemirror-state';
import type { Step } from 'prosemirror-transform';
import { deltaLimits } from '../../../../main/contract/limits.ts';
import { givenAs, insertedAs } from './edited-text.ts';
import type { StepBatch } from './note-api.ts';

/** Of the largest body that the service takes, some is left for what surrounds the steps. */
const maxBytes = deltaLimits.body * 0.9;
const encoder = new TextEncoder();

/** What the whole note was given as, or some blocks, and the step that brought it. */
export interface Given {
  readonly markdown: string;
  /** Of some blocks the first step that brought them; null for the whole note. */
  readonly first: Step | null;
  readonly last: Step;
}

/** What is to be sent with its bytes after a transaction, which brought those of the unsent `steps` that begin at `from`. */
export function nextGiven(given: Given | null, transaction: Transaction, steps: readonly Step[], from: number): Given | null {
  const whole = transaction.getMeta(givenAs) as string | undefined;
  const markdown = whole ?? (transaction.getMeta(insertedAs) as string | undefined);
  const [first, last] = [steps[from], steps.at(-1)];
  if (markdown === undefined || last === undefined) return given;
  if (whole !== undefined) return { markdown, first: null, last };
  // What is yet to be sent with its bytes goes before what comes into it.
  const isAwaited = given !== null && steps.includes(given.last);
  return first === undefined || isAwaited ? given : { markdown, first, last };
}

/**
 * The first steps, as many as the service takes at once; at least one. Those of what was given as markdown go up to there, with its bytes.
 * Those of blocks go apart from the steps before them, which have changed other blocks.
 */
export function makeBatch(version: number, clientID: string, all: readonly Step[], given: Given | null = null): StepBatch {
  const last = given === null ? -1 : all.indexOf(given.last);
  if (given !== null && last >= 0) {
    const first = given.first === null ? 0 : all.indexOf(given.first);
    if (first > 0) return makeBatch(version, clientID, all.slice(0, first));
    const upTo = makeBatch(version, clientID, all.slice(0, last + 1));
    const isWhole = upTo.steps.length === last + 1 && encoder.encode(JSON.stringify([upTo.steps, given.markdown])).length <= maxBytes;
    if (!isWhole || first < 0) return upTo;
    return { ...upTo, ...(given.first === null ? { markdown: given.markdown } : { inserted: given.markdown }) };
  }
  const steps: unknown[] = [];
  let bytes = 0;
  for (const step of all.slice(0, deltaLimits.steps)) {
    const json = step.toJSON() as unknown;
    bytes += encoder.encode(JSON.stringify(json)).length;
    if (steps.length > 0 && bytes > maxBytes) break;
    steps.push(json);
  }
  return { version, clientID, deltaId: crypto.randomUUID(), steps };
}

import type { Step } from 'prosemirror-transform';
import { deltaLimits } from '../../../../main/contract/note-delta.ts';
import type { Batch } from './note-api.ts';

/** Of the largest body that the service takes, some is left for what surrounds the steps. */
const maxBytes = deltaLimits.body * 0.9;
const encoder = new TextEncoder();

/** The first steps, as many as the service takes at once; at least one. */
export function makeBatch(version: number, clientID: string, all: readonly Step[]): Batch {
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

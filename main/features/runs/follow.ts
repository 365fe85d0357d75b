// Follows a run: everything since its start, then what happens, until it ends.

import type { RunEvent } from '../../contract/runs.ts';
import type { EventSink } from '../../lib/answer.ts';
import { follow } from '../../lib/follow.ts';
import { callOf, runMessage, runSummary } from './reply.ts';
import type { RunFeed } from './run-feed.ts';
import type { RunStore } from './store.ts';
import type { RunStepStore } from './step-store.ts';

/** A reader that is this many events behind is dropped: it can come back, and is told all of it anew. */
const maxWaiting = 20_000;

const hasEnded = (event: RunEvent): boolean => event.type === 'run' && !['running', 'waiting'].includes(event.run.status);

/** Settles when the run has ended, is deleted, or the reader has left. The run is there, and the reader may see it. */
export async function streamRun(
  runId: string,
  { runs, steps, feed }: { runs: RunStore; steps: RunStepStore; feed: RunFeed },
  reader: EventSink,
): Promise<void> {
  // Nothing comes in between this and `subscribe`.
  const waiting = stored(runId, { runs, steps, feed });
  let isOver = false;
  let id = 0;
  await follow(
    reader,
    (wake) =>
      feed.subscribe(runId, (event) => {
        if (event === null || waiting.length >= maxWaiting) isOver = true;
        else waiting.push(event);
        wake();
      }),
    async () => {
      if (isOver) return 'nothing';
      const event = waiting.shift();
      if (event === undefined) return 'news';
      if (!reader.send({ id: (id += 1), data: event })) await reader.drained();
      // What was told before it is of the past; a run that goes on again is told of in a stream of its own.
      return hasEnded(event) && waiting.length === 0 ? 'nothing' : 'more';
    },
  );
}

/** All that is known of a run now, its state at the end: that ends the stream of one that has ended. */
function stored(runId: string, { runs, steps, feed }: { runs: RunStore; steps: RunStepStore; feed: RunFeed }): RunEvent[] {
  const run = runs.maybeRun(runId);
  if (run === null) return [];
  const byStep = Map.groupBy(steps.calls(runId), ({ stepId }) => stepId);
  const partial = feed.maybePartial(runId);
  const head: RunEvent = { type: 'run', run: runSummary(run) };
  return [
    { ...head, run: { ...head.run } },
    ...steps
      .steps(runId)
      .flatMap((step): RunEvent[] => [
        { type: 'message', message: runMessage(step.id === partial?.messageId ? { ...step, content: '' } : step) },
        ...(byStep.get(step.id) ?? []).map((call): RunEvent => ({ type: 'call', call: callOf(call) })),
      ]),
    ...(partial === null ? [] : [{ type: 'text' as const, ...partial }]),
    ...(hasEnded(head) ? [head] : []),
  ];
}

// Follows a run: everything since its start, then what happens, until it ends.

import type { RunEvent } from '../../contract/runs.ts';
import type { EventSink } from '../../lib/answer.ts';
import { follow } from '../../lib/follow.ts';
import { callOf, runMessage, runSummary } from './reply.ts';
import { endIdOf, tellsEnd, type RunFeed, type ToldRunEvent } from './run-feed.ts';
import type { RunStore } from './store.ts';
import type { RunStepStore } from './step-store.ts';

/** A reader that is this many events behind is dropped: it can come back, and is told all of it anew. */
const maxWaiting = 20_000;

interface FollowedRuns {
  readonly runs: RunStore;
  readonly steps: RunStepStore;
  readonly feed: RunFeed;
}

/** Settles when the run has ended, is deleted, or the reader has left. The run is there, and the reader may see it. */
export async function streamRun(runId: string, from: FollowedRuns, reader: EventSink): Promise<void> {
  // Nothing comes in between this and `subscribe`.
  const waiting = news(runId, from, reader.lastEventId);
  if (waiting === null) {
    reader.nothing();
    return;
  }
  let isOver = false;
  await follow(
    reader,
    (wake) =>
      from.feed.subscribe(runId, (told) => {
        if (told === null || waiting.length >= maxWaiting) isOver = true;
        else waiting.push(told);
        wake();
      }),
    async () => {
      if (isOver) return 'nothing';
      const told = waiting.shift();
      if (told === undefined) return 'news';
      if (!reader.send({ id: told.id, data: told.event })) await reader.drained();
      // What was told before it is of the past; a run that goes on again is told of in a stream of its own.
      return tellsEnd(told.event) && waiting.length === 0 ? 'nothing' : 'more';
    },
  );
}

/** What a reader that was told of the event with the id `last` has not been told; null if it was told the end. */
function news(runId: string, from: FollowedRuns, last: number | null): ToldRunEvent[] | null {
  const events = stored(runId, from);
  const end = events.at(-1);
  if (end !== undefined && tellsEnd(end)) {
    const endId = endIdOf(end);
    if (last !== null && last >= endId) return null;
    const first = endId - events.length + 1;
    const missed = last === null ? null : from.feed.maybeSince(runId, last);
    return (
      missed ?? events.map((event, index) => ({ id: first + index, event })).filter(({ id }) => last === null || last < first || id > last)
    );
  }
  // Until all of it was told, a reader that comes back begins anew.
  const newest = from.feed.newestId(runId);
  const missed = last === null ? null : from.feed.maybeSince(runId, last);
  return missed ?? events.map((event, index) => ({ id: index === events.length - 1 ? newest : 0, event }));
}

/** All that is known of a run now, its state at the end: that ends the stream of one that has ended. */
function stored(runId: string, { runs, steps, feed }: FollowedRuns): RunEvent[] {
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
    ...(tellsEnd(head) ? [head] : []),
  ];
}

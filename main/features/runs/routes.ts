import { runsApi } from '../../contract/runs.ts';
import { command, eventStream, preparedCommand, query, type Endpoint } from '../../invoke/endpoint.ts';
import type { EventSink } from '../../lib/answer.ts';
import type { Runs } from './runs.ts';

/** `follow` is called for a run that the caller may read. */
export function runRoutes(runs: Runs, follow: (id: string, sink: EventSink) => Promise<void>): Endpoint[] {
  return [
    preparedCommand(
      runsApi.createRun,
      ({ caller, body }) => runs.prepare(caller, body),
      ({ caller, body }, prepared) => runs.create(caller, body, prepared),
    ),
    query(runsApi.listRuns, ({ caller, query }) => runs.list(caller, query)),
    eventStream(
      runsApi.readRun,
      ({ caller, params }) => runs.read(caller, params.id),
      ({ caller, params }, sink) => {
        runs.read(caller, params.id);
        return follow(params.id, sink);
      },
    ),
    command(runsApi.decideCall, ({ caller, params, body }) => runs.decide(caller, params.id, params.callId, body)),
    command(runsApi.addRunMessage, ({ caller, params, body }) => runs.say(caller, params.id, body.content)),
    command(runsApi.cancelRun, ({ caller, params }) => runs.cancel(caller, params.id)),
    command(runsApi.resumeRun, ({ caller, params }) => runs.resume(caller, params.id)),
    // Its writes are those of an undo, which go their own way.
    query(runsApi.undoRun, ({ caller, params }) => runs.undo(caller, params.id)),
    command(runsApi.deleteRun, ({ caller, params }) => runs.remove(caller, params.id)),
  ];
}

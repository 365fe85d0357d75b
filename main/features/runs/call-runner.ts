// Carries out the calls of a run, each once: what a call writes and that it has written are one transaction.

import { cutText } from '../../contract/cut-text.ts';
import type { RunEvent } from '../../contract/runs.ts';
import { AppError } from '../../lib/app-error.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Log } from '../../lib/log.ts';
import { showsMoreThanVersion } from './call-diff.ts';
import { told } from './received-calls.ts';
import { callOf, readArguments } from './reply.ts';
import type { RunStore, StoredRun } from './store.ts';
import { unknownResult, type RunStepStore, type StoredCall } from './step-store.ts';
import type { RunTools } from './tools.ts';

interface CallRunnerOptions {
  readonly runs: RunStore;
  readonly steps: RunStepStore;
  readonly write: <T>(work: () => T) => Promise<T>;
  readonly clock: Clock;
  readonly log: Log;
  readonly publish: (runId: string, event: RunEvent) => void;
}

/** Characters of a result: a little more than any tool answers. */
const maxResult = 64 * 1024;

/** The call has written before the service stopped. */
class AlreadyWritten extends AppError {
  constructor() {
    super('conflict', 'This call has written already');
  }
}

type Outcome = Pick<StoredCall, 'status' | 'result' | 'recordId' | 'recordVersion'>;

export class CallRunner {
  readonly #options: CallRunnerOptions;

  constructor(options: CallRunnerOptions) {
    this.#options = options;
  }

  /** Settles when the result is on the disk. Throws `unauthorized`, and what is no answer to a call. */
  async perform(run: StoredRun, call: StoredCall, tools: RunTools): Promise<void> {
    const begun = await this.#begin(run, call, tools);
    if (begun === null) return;
    const outcome = await this.#outcome(run, begun, tools);
    await this.#update({ ...begun, ...outcome });
  }

  /** Compares the first of the calls that wait anew. */
  async refreshDiff(run: StoredRun, tools: RunTools): Promise<void> {
    const { steps } = this.#options;
    const [call] = steps.openCalls(run.id);
    if (call?.status !== 'pending' || call.diff === null || call.diff.id === null) return;
    try {
      const version = await tools.versionOf(call.diff);
      if (version === call.diff.version && !showsMoreThanVersion(call.diff)) return;
      const diff = await tools.diff(call.tool, readArguments(call.arguments) ?? {});
      await this.#update(call, (now) => (now.status === 'pending' ? { ...now, diff } : now));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      if (error.code !== 'not_found') return;
      await this.#update(call, (now) => (now.status === 'pending' ? { ...now, status: 'failed', result: told(error) } : now));
    }
  }

  /** The call as it is carried out; null where it is not, as in a run that was cancelled meanwhile. */
  async #begin(run: StoredRun, call: StoredCall, tools: RunTools): Promise<StoredCall | null> {
    const running: StoredCall = { ...call, status: 'running' };
    const { diff } = call;
    const become = async (next: StoredCall): Promise<StoredCall | null> => {
      const now = await this.#update(call, (stored) => (stored.status === call.status ? next : stored));
      return now?.status === next.status ? next : null;
    };
    if (diff === null || call.hasWritten || call.decision === null) return become(running);
    const version = await this.#versionNow(run, call, tools);
    if (version === 'other') {
      const result = `stale_version: ${diff.type} ${diff.id ?? ''} was changed after the user was asked; read it again`;
      await become({ ...call, status: 'failed', result });
      return null;
    }
    // What a person has approved, also along with others of the run, is done to what was shown, and to nothing else.
    return become({ ...running, diff: { ...diff, version } });
  }

  /** The version of the record if a person has seen it so, or the run itself has brought it there since. */
  async #versionNow(run: StoredRun, { tool, arguments: written, diff }: StoredCall, tools: RunTools): Promise<number | null | 'other'> {
    if (diff === null || diff.id === null) return null;
    try {
      const version = await tools.versionOf(diff);
      if (diff.type !== 'file' && showsMoreThanVersion(diff)) {
        const now = await tools.diff(tool, readArguments(written) ?? {});
        if (shownIn(now) !== shownIn(diff)) return 'other';
      }
      if (version === diff.version || (version !== null && this.#options.steps.hasLedTo(run.id, diff.id, version))) return version;
      return 'other';
    } catch (error) {
      // That it is gone, the tool itself tells.
      if (error instanceof AppError) return diff.version;
      throw error;
    }
  }

  async #outcome(run: StoredRun, call: StoredCall, tools: RunTools): Promise<Outcome> {
    const failed = (result: string): Outcome => ({ status: 'failed', result, recordId: null, recordVersion: null });
    const args = readArguments(call.arguments) ?? {};
    try {
      const { text, ...record } = await tools.run(call, boundTo(call, args), () => {
        this.#beforeWrite(run, call);
      });
      return { status: 'done', result: cutText(text, maxResult), ...record };
    } catch (error) {
      // What was answered is remembered for a day; that it was done, for good.
      if (error instanceof AlreadyWritten || (call.hasWritten && error instanceof AppError && error.code === 'idempotency_mismatch'))
        return { status: 'done', result: unknownResult, recordId: null, recordVersion: null };
      if (!(error instanceof AppError)) {
        this.#options.log.error({ err: error }, 'a tool of a run failed');
        return failed('internal: Something went wrong inside Daybook');
      }
      if (error.code === 'unauthorized') throw error;
      return failed(told(error));
    }
  }

  /** Inside the transaction of what a call writes. Throws where the run was cancelled, or the call has written before. */
  #beforeWrite(run: StoredRun, call: StoredCall): void {
    const { runs, steps } = this.#options;
    if (runs.maybeRun(run.id)?.status !== 'running') throw new AppError('conflict', 'The run was cancelled');
    if (!steps.markWritten(call.id)) throw new AlreadyWritten();
  }

  /** The call as it is stored then; null once its run is deleted. */
  async #update(call: StoredCall, change: (now: StoredCall) => StoredCall = () => call): Promise<StoredCall | null> {
    const { runs, steps, write, clock, publish } = this.#options;
    const after = await write(() => {
      const now = steps.maybeCall(call.runId, call.id);
      if (now === null) return null;
      const changed = { ...change(now), updatedAt: clock() };
      steps.updateCall(changed);
      if (changed.result !== null && now.result === null) runs.grow(call.runId, changed.result.length);
      return changed;
    });
    if (after !== null) publish(call.runId, { type: 'call', call: callOf(after) });
    return after;
  }
}

/** All that a person has seen of it, and which records go along. */
const shownIn = (diff: StoredCall['diff']): string => JSON.stringify([diff?.changes, diff?.changesLeftOut, diff?.records, diff?.sha256]);

/** A change of a record that a person has seen in some version is one of that version, also where the model named none. */
function boundTo({ diff, decision, tool }: StoredCall, args: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const isBound =
    decision !== null && diff?.action === 'change' && diff.version !== null && (tool === 'save_card' || tool === 'save_event');
  return isBound && args['version'] === undefined ? { ...args, version: diff.version } : args;
}

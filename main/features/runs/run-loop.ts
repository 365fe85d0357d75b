// The loop of a run: the model is asked, its calls are decided on and carried out, and so on until it calls no more. Each turn begins with
// what is stored, so that a run goes on after a stop of the service where it was.

import { cutMessage } from '../../contract/completion-piece.ts';
import type { RunEvent } from '../../contract/runs.ts';
import { AppError } from '../../lib/app-error.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Log } from '../../lib/log.ts';
import type { StreamAnswer } from '../../lib/answer.ts';
import { CallRunner } from './call-runner.ts';
import { maxMalformed, receiveCalls } from './received-calls.ts';
import { readCompletion, type ModelCompletion } from './completion.ts';
import { promptMessages, type PromptFacts } from './prompt.ts';
import { callOf, runMessage, runSummary } from './reply.ts';
import { Pace } from './pace.ts';
import type { RunFeed } from './run-feed.ts';
import type { RunState, RunStore, StoredRun } from './store.ts';
import type { RunStepStore, StoredRunStep } from './step-store.ts';
import type { OpenRunTools, RunTools } from './tools.ts';

export interface LoopOptions {
  readonly runs: RunStore;
  readonly steps: RunStepStore;
  readonly write: <T>(work: () => T) => Promise<T>;
  /** Tells the change feed that the run is in another state. Inside a write. */
  readonly recordState: (run: StoredRun) => void;
  readonly clock: Clock;
  readonly newId: () => string;
  readonly log: Log;
  readonly feed: RunFeed;
  readonly openTools: OpenRunTools;
  /** Does `work`, which asks this provider and reads its answer, when it is its turn. */
  readonly inTurn: <T>(provider: string | null, work: () => Promise<T>, signal: AbortSignal) => Promise<T>;
  /** Asks a model for a chat completion. */
  readonly ask: (provider: string | null, body: Readonly<Record<string, unknown>>, signal: AbortSignal) => Promise<StreamAnswer>;
  readonly facts: (run: StoredRun) => PromptFacts;
}

/** Characters of all steps and calls of a run. */
const maxStored = 4 * 1024 * 1024;

/** Characters of a token, where the provider does not count. */
const tokenLength = 4;

/** Why a run ends that has not done its task. */
class RunFailure extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.name = 'RunFailure';
    this.code = code;
  }
}

export class RunLoop {
  readonly #options: LoopOptions;
  readonly #caller: CallRunner;
  readonly #pace = new Pace();

  constructor(options: LoopOptions) {
    this.#options = options;
    this.#caller = new CallRunner({ ...options, publish: (...told) => options.feed.publish(...told) });
  }

  /** Works on the run until it ends, waits, or `signal` is aborted. Never throws. */
  async drive(id: string, signal: AbortSignal): Promise<void> {
    try {
      do await this.#pace.next();
      while (await this.#turn(id, signal));
    } catch (error) {
      if (!signal.aborted) await this.#fail(id, error);
    } finally {
      await this.#keepText(id);
    }
  }

  /** What the model has written of an answer that was cut off. */
  async #keepText(id: string): Promise<void> {
    const { steps, write, feed, log } = this.#options;
    const partial = feed.maybePartial(id);
    if (partial === null) return;
    try {
      await write(() => {
        steps.keepText(partial.messageId, partial.text);
      });
    } catch (error) {
      log.error({ err: error }, 'what a model has written could not be kept');
    }
    feed.forgetText(id);
  }

  /** False when there is nothing more to do for now. */
  async #turn(id: string, signal: AbortSignal): Promise<boolean> {
    const { runs, steps, openTools } = this.#options;
    const run = runs.maybeRun(id);
    if (run === null || run.status !== 'running' || signal.aborted) return false;
    const tools = openTools(run, signal);
    // Also before a person is asked about what else the model wanted.
    if (run.malformed >= maxMalformed)
      throw new RunFailure('malformed_calls', `The model called tools ${maxMalformed} times in a row in a way that cannot be read`);
    const [next] = steps.openCalls(id);
    if (next?.status === 'pending') return this.#wait(run, tools);
    if (next !== undefined) {
      await this.#caller.perform(run, next, tools);
      return true;
    }
    const last = steps.maybeLastStep(id);
    if (last?.role === 'assistant' && last.isWhole && !steps.calls(id).some(({ stepId }) => stepId === last.id))
      return this.#finish(id, last);
    checkLimits(run);
    await this.#think(run, last, tools, signal);
    return true;
  }

  /** The first call that has no result waits for a person. It is compared anew: what went before can have changed its record. */
  async #wait(run: StoredRun, tools: RunTools): Promise<boolean> {
    const { steps } = this.#options;
    await this.#caller.refreshDiff(run, tools);
    // A decision can have come meanwhile.
    const after = await this.#change(run.id, () => (steps.openCalls(run.id)[0]?.status === 'pending' ? { status: 'waiting' } : null));
    return after?.status === 'running';
  }

  async #finish(id: string, last: StoredRunStep): Promise<boolean> {
    const { steps, clock } = this.#options;
    // The user can have said something meanwhile.
    const after = await this.#change(id, () => (steps.maybeLastStep(id)?.id === last.id ? { status: 'done', endedAt: clock() } : null));
    return after?.status === 'running';
  }

  async #think(run: StoredRun, last: StoredRunStep | null, tools: RunTools, signal: AbortSignal): Promise<void> {
    const { steps, write, clock, newId, feed, ask, inTurn, facts } = this.#options;
    // One that a stop has cut off is written anew.
    const begun = last?.isWhole === false ? last : null;
    const step = { id: begun?.id ?? newId(), runId: run.id, role: 'assistant' as const, content: '', isWhole: false, createdAt: clock() };
    await write(() => {
      if (begun === null) steps.insertStep(step);
      else steps.keepText(begun.id, '');
    });
    feed.publish(run.id, { type: 'message', message: runMessage(step) });
    await this.#pace.next();
    const messages = promptMessages(run, steps.steps(run.id), steps.calls(run.id), facts(run));
    const functions = tools.tools.map(({ name, description, parameters }) => ({
      type: 'function',
      function: { name, description, parameters },
    }));
    const body = {
      ...(run.model === null ? {} : { model: run.model }),
      messages,
      ...(functions.length === 0 ? {} : { tools: functions }),
      stream: true,
      stream_options: { include_usage: true },
    };
    const told = (text: string): void => {
      feed.addText(run.id, step.id, text);
    };
    const work = async (): Promise<ModelCompletion> => readCompletion(await ask(run.provider, body, signal), told);
    const completion = await inTurn(run.provider, work, signal);
    await this.#pace.next();
    signal.throwIfAborted();
    await this.#keep(run, step, completion, tools, () => Math.ceil(JSON.stringify(body).length / tokenLength));
  }

  async #keep(
    run: StoredRun,
    step: Omit<StoredRunStep, 'seq'>,
    { content, calls: called, cut, usage }: ModelCompletion,
    tools: RunTools,
    estimate: () => number,
  ): Promise<void> {
    const { steps, clock, newId, feed } = this.#options;
    const received = await receiveCalls(run, step.id, called, tools, { newId, clock });
    const length = content.length + received.calls.reduce((sum, call) => sum + sizeOf(call), 0);
    const written = called.reduce((sum, call) => sum + call.arguments.length, content.length);
    const counted = usage ?? { promptTokens: estimate(), completionTokens: Math.ceil(written / tokenLength) };
    // Calls that were cut are told to the model as others that cannot be read.
    const part = called.length === 0 ? cut : null;
    let isKept = false;
    await this.#change(run.id, (now) => {
      // Cancelled meanwhile: then nothing of it counts.
      if (now.status !== 'running') return null;
      isKept = true;
      if (part !== null) steps.keepText(step.id, content);
      else steps.finishStep(step.id, content);
      for (const call of received.calls) steps.insertCall(call);
      return {
        steps: now.steps + 1,
        promptTokens: now.promptTokens + counted.promptTokens,
        completionTokens: now.completionTokens + counted.completionTokens,
        isEstimate: now.isEstimate || usage === null,
        malformed: received.malformed,
        stored: now.stored + length,
      };
    });
    if (!isKept) return;
    feed.publish(run.id, { type: 'message', message: runMessage({ ...step, content, isWhole: part === null }) });
    if (part !== null) throw new AppError('upstream_failed', cutMessage(part));
    for (const call of received.calls) feed.publish(run.id, { type: 'call', call: callOf(call) });
  }

  async #fail(id: string, error: unknown): Promise<void> {
    const { steps, log, clock } = this.#options;
    const known = error instanceof AppError || error instanceof RunFailure;
    if (!known) log.error({ err: error }, 'a run of an agent failed');
    const { code, message } = known ? error : { code: 'internal', message: 'Something went wrong inside Daybook; its log knows more' };
    const told = steps.openCalls(id);
    try {
      await this.#change(id, ({ status }) => {
        if (status !== 'running') return null;
        steps.denyOpen(id, 'The run has ended.', clock());
        return { status: 'failed', error: { code, message: message.slice(0, 2_000) + whenAgain(error) }, endedAt: clock() };
      });
      this.#tellAgain(
        id,
        told.map((call) => call.id),
      );
    } catch (cause) {
      // A full disk, say, or the service stops: the next start finds it interrupted.
      log.error({ err: cause }, 'how a run of an agent ended could not be written');
    }
  }

  #tellAgain(runId: string, callIds: readonly string[]): void {
    const { steps, feed } = this.#options;
    for (const id of callIds) {
      const call = steps.maybeCall(runId, id);
      if (call !== null) feed.publish(runId, { type: 'call', call: callOf(call) });
    }
  }

  /** Changes what is stored of a run, in one write, and tells of it. Null once it is deleted; as it was where `patch` gives null. */
  async #change(id: string, patch: (run: StoredRun) => Partial<RunState> | null): Promise<StoredRun | null> {
    const { runs, write, recordState, clock, feed } = this.#options;
    const after = await write(() => {
      const run = runs.maybeRun(id);
      if (run === null) return null;
      const changes = patch(run);
      if (changes === null) return run;
      const changed = { ...run, ...changes, updatedAt: clock() };
      runs.update(changed);
      if (changed.status !== run.status) recordState(changed);
      return changed;
    });
    if (after !== null) feed.publish(id, { type: 'run', run: runSummary(after) } satisfies RunEvent);
    return after;
  }
}

/** Throws a `RunFailure` when the next answer of the model would be one too many. */
function checkLimits({ steps, maxSteps, promptTokens, completionTokens, maxTokens, stored }: StoredRun): void {
  if (steps >= maxSteps) throw new RunFailure('max_steps', `It was not done after ${maxSteps} steps`);
  if (promptTokens + completionTokens >= maxTokens) throw new RunFailure('max_tokens', `It was not done after ${maxTokens} tokens`);
  if (stored >= maxStored) throw new RunFailure('max_size', `It has become too long: more than ${maxStored} characters`);
}

/** When a model can be asked again that has refused for now. */
function whenAgain(error: unknown): string {
  const seconds = error instanceof AppError ? error.headers['Retry-After'] : undefined;
  return seconds === undefined ? '' : ` (it can be asked again in ${seconds} s)`;
}

function sizeOf({ arguments: written, diff, result }: { arguments: string; diff: object | null; result: string | null }): number {
  return written.length + (diff === null ? 0 : JSON.stringify(diff).length) + (result?.length ?? 0);
}

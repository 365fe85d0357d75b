// The rules of runs: who may start, see, steer and end them. The work itself is the loop's, which is loaded with the first of them.

import { runDefaults } from '../../contract/limits.ts';
import {
  type CreateRun,
  type Decision,
  type Run,
  type RunQuery,
  type RunStatus,
  type RunSummary,
  type RunUndone,
} from '../../contract/runs.ts';
import { AppError, notFound, unavailable } from '../../lib/app-error.ts';
import { delegationOf, lackingScopes, requireScope, requireScopes, type Caller } from '../../lib/caller.ts';
import type { Change, RecordChange } from '../../lib/change.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Log } from '../../lib/log.ts';
import { ActiveRuns, type Drive } from './active-runs.ts';
import { prepareRun, type PreparationOptions, type PreparedRun } from './prepared-run.ts';
import { callOf, runMessage, runOf, runSummary } from './reply.ts';
import type { RunFeed } from './run-feed.ts';
import type { RunState, RunStore, StoredRun } from './store.ts';
import type { RunStepStore } from './step-store.ts';

interface RunsOptions extends PreparationOptions {
  readonly runs: RunStore;
  readonly steps: RunStepStore;
  readonly write: <T>(work: () => T) => Promise<T>;
  readonly record: RecordChange;
  readonly clock: Clock;
  readonly newId: () => string;
  readonly log: Log;
  readonly feed: RunFeed;
  /** Made when the first run works. */
  readonly loop: () => Promise<Drive>;
  /** Why a run may not work any more, as once its user or its token is not there; null while it may. */
  readonly refusal: (run: StoredRun) => AppError | null;
  /** Whether the program's token that started it is not there any more. */
  readonly isRevoked: (run: StoredRun) => boolean;
  /** Undoes the changes of a batch as the caller. Throws 404 where there are none. */
  readonly undoBatch: (caller: Caller, batchId: string) => Promise<Omit<RunUndone, 'files'>>;
  readonly undoFiles: (run: StoredRun) => Promise<RunUndone['files']>;
}

/** How many runs of a user are kept, and how many of them may work or wait. */
const keptRuns = 200;
const maxUnfinished = 100;
const removedAtOnce = 5;
/** Runs of all users that work at the same time. */
const maxActive = 100;

/** States of runs that can go on. */
const unfinished: readonly RunStatus[] = ['running', 'waiting', 'interrupted'];

export class Runs {
  readonly #options: RunsOptions;
  readonly #active: ActiveRuns;
  /** Runs that a write has changed that is not committed yet. */
  readonly #touched = new Set<string>();

  constructor(options: RunsOptions) {
    this.#options = options;
    this.#active = new ActiveRuns({
      ...options,
      expired: (id) => {
        this.#endRefused(id);
      },
      ended: (id) => {
        this.#settle(id);
      },
    });
  }

  /** Those that worked when the service stopped. To be called inside a write, at the start. */
  recover(): void {
    for (const run of this.#options.runs.interruptAll(this.#options.clock())) this.#record(run, 'updated');
  }

  /** Throws `validation_failed`, and what a chat would throw that cannot be asked. */
  prepare(caller: Caller, body: CreateRun): Promise<PreparedRun> {
    return prepareRun(this.#options, caller, body);
  }

  /** Inside a write; it begins after the commit. Throws `unavailable`, `conflict`. */
  create(caller: Caller, body: CreateRun, { workspaceRoot, tools, scopes }: PreparedRun): Run {
    const { runs, steps, clock, newId } = this.#options;
    const { userId } = caller;
    this.#checkRoom(userId);
    for (const id of runs.removeSurplus(userId, keptRuns - 1, removedAtOnce)) this.#record({ id, userId }, 'deleted');
    const now = clock();
    const run: StoredRun = {
      id: newId(),
      ...delegationOf(caller, scopes),
      task: body.task,
      provider: body.provider ?? null,
      model: body.model ?? null,
      tools,
      allowed: [],
      approval: body.approval ?? 'ask',
      workspaceRoot,
      maxSteps: body.maxSteps ?? runDefaults.steps,
      maxTokens: body.maxTokens ?? runDefaults.tokens,
      status: 'running',
      error: null,
      steps: 0,
      promptTokens: 0,
      completionTokens: 0,
      isEstimate: false,
      malformed: 0,
      stored: body.task.length,
      createdAt: now,
      updatedAt: now,
      endedAt: null,
    };
    runs.insert(run);
    this.#record(run, 'created');
    steps.insertStep({ id: newId(), runId: run.id, role: 'user', content: body.task, isWhole: true, createdAt: now });
    this.#touched.add(run.id);
    return this.#reply(run);
  }

  /** Those that the caller may read, newest first. */
  list(
    caller: Caller,
    { status, limit, offset = 0 }: RunQuery,
  ): { items: RunSummary[]; total: number; limit: number | null; offset: number } {
    const all = this.#options.runs
      .runsOf(caller.userId)
      .filter((run) => lackingScopes(caller, run.scopes).length === 0 && (status === undefined || run.status === status));
    const items = all.slice(offset, limit === undefined ? undefined : offset + limit).map(runSummary);
    return { items, total: all.length, limit: limit ?? null, offset };
  }

  /** Throws 404, `insufficient_scope`. */
  read(caller: Caller, id: string): Run {
    return this.#reply(this.#run(caller, id));
  }

  /** Inside a write. Throws 404, `insufficient_scope`, `conflict`. */
  decide(caller: Caller, id: string, callId: string, { decision, reason }: Decision): Run {
    const { steps, clock } = this.#options;
    const run = this.#run(caller, id);
    const call = steps.maybeCall(run.id, callId);
    if (call === null) throw notFound('call');
    if (call.status !== 'pending' || !unfinished.includes(run.status))
      throw new AppError('conflict', 'This call does not wait for a decision');
    const now = clock();
    if (decision === 'deny') {
      const result = `The user denied this${reason === undefined ? '.' : `: ${reason}`}`;
      steps.updateCall({ ...call, status: 'denied', decision, reason: reason ?? null, result, updatedAt: now });
    } else {
      const others =
        decision === 'run' ? steps.openCalls(id).filter(({ tool, status }) => tool === call.tool && status === 'pending') : [call];
      for (const each of others)
        steps.updateCall({ ...each, status: 'approved', decision, reason: each.id === callId ? (reason ?? null) : null, updatedAt: now });
    }
    const allowed = decision === 'run' ? [...new Set([...run.allowed, call.tool])] : run.allowed;
    const goesOn = run.status === 'waiting' && steps.openCalls(id)[0]?.status !== 'pending';
    return this.#update(run, { allowed, status: goesOn ? 'running' : run.status });
  }

  /** Inside a write. Throws 404, `insufficient_scope`, `conflict`, `unavailable`. */
  say(caller: Caller, id: string, content: string): Run {
    const { steps, clock, newId } = this.#options;
    const run = this.#run(caller, id);
    if (run.status === 'failed' || run.status === 'cancelled')
      throw new AppError('conflict', `The run has ${run.status === 'failed' ? 'failed' : 'been cancelled'}`);
    if (run.status === 'done') this.#checkRoom(caller.userId);
    steps.insertStep({ id: newId(), runId: id, role: 'user', content, isWhole: true, createdAt: clock() });
    const goesOn = run.status === 'done' ? ({ status: 'running', endedAt: null } as const) : {};
    return this.#update(run, { ...goesOn, stored: run.stored + content.length });
  }

  /** Inside a write. What the model has written of its answer until now is kept. Throws 404. */
  cancel({ userId }: Caller, id: string): RunSummary {
    const { runs, steps, feed, clock } = this.#options;
    const run = runs.maybeRunOf(userId, id);
    if (run === null) throw notFound('run');
    if (!unfinished.includes(run.status)) return runSummary(run);
    steps.denyOpen(id, 'The run was cancelled.', clock());
    if (!this.#active.has(id)) steps.settleRunning(id, clock());
    const partial = feed.maybePartial(id);
    if (partial !== null) steps.keepText(partial.messageId, partial.text);
    const { messages: _, calls: __, ...summary } = this.#update(run, { status: 'cancelled', endedAt: clock() });
    return summary;
  }

  /** Inside a write. Throws 404, `insufficient_scope`, `conflict`, `unavailable`. */
  resume(caller: Caller, id: string): Run {
    const run = this.#run(caller, id);
    if (run.status !== 'interrupted' && run.status !== 'failed')
      throw new AppError('conflict', 'Only a run that was interrupted or has failed can go on');
    this.#checkRoom(caller.userId);
    return this.#update(run, { status: 'running', error: null, malformed: 0, endedAt: null });
  }

  /** Inside a write. Throws 404. */
  remove({ userId }: Caller, id: string): undefined {
    if (this.#options.runs.maybeRunOf(userId, id) === null) throw notFound('run');
    this.#options.runs.remove(userId, id);
    this.#record({ id, userId }, 'deleted');
    this.#touched.add(id);
  }

  /** Throws 404, `insufficient_scope`, `conflict`. */
  async undo(caller: Caller, id: string): Promise<RunUndone> {
    const run = this.#run(caller, id);
    if (run.status === 'running') throw new AppError('conflict', 'The run works: cancel it first');
    if (run.workspaceRoot !== null) requireScope(caller, 'files:write');
    const files = await this.#options.undoFiles(run);
    try {
      return { ...(await this.#options.undoBatch(caller, id)), files };
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'not_found') throw error;
      return { batchId: null, restored: [], skipped: [], files };
    }
  }

  /** After each commit: tells of what was changed, and sets to work what is to work. */
  committed(): void {
    if (this.#touched.size === 0) return;
    const touched = [...this.#touched];
    this.#touched.clear();
    for (const id of touched) {
      const run = this.#options.runs.maybeRun(id);
      if (run?.status === 'running') this.#active.start(id);
      else this.#active.cutOff(id, new AppError('conflict', 'The run has ended'));
      if (run === null) this.#options.feed.end(id);
      else this.#tell(run);
    }
  }

  /** Ends what works for a user or a token that is not there any more, and what waits of a token that was revoked. */
  accessChanged(): void {
    const { runs, isRevoked } = this.#options;
    for (const id of this.#active.ids) this.#endRefused(id);
    const revoked = runs.waitingOfTokens().filter(isRevoked);
    if (revoked.length > 0) this.#endAll(revoked, 'The token was revoked');
  }

  #endRefused(id: string): void {
    const run = this.#options.runs.maybeRun(id);
    const refusal = run === null ? null : this.#options.refusal(run);
    if (run === null || refusal === null) return;
    this.#active.cutOff(id, refusal);
    this.#endAll([run], refusal.message);
  }

  #endAll(ended: readonly StoredRun[], message: string): void {
    const work = (): void => {
      for (const { id } of ended) this.#end(id, message);
    };
    void this.#options.write(work).catch(() => undefined);
  }

  /** Cuts off what works, which is interrupted. To be called before the database is closed. */
  async stop(): Promise<void> {
    const haveWorked = await this.#active.stop(unavailable('The service is stopping'));
    if (haveWorked) await this.#options.write(() => this.recover());
  }

  #end(id: string, message: string): void {
    const { runs, steps, clock } = this.#options;
    const run = runs.maybeRun(id);
    if (run === null || !unfinished.includes(run.status)) return;
    steps.denyOpen(id, 'The run has ended.', clock());
    if (!this.#active.has(id)) steps.settleRunning(id, clock());
    this.#update(run, { status: 'failed', error: { code: 'unauthorized', message }, endedAt: clock() });
  }

  /** What was cut off inside a call leaves it as it was, in a run that has ended: no work comes back to it. */
  #settle(id: string): void {
    const { runs, steps, write, clock } = this.#options;
    const status = runs.maybeRun(id)?.status;
    if (status !== 'cancelled' && status !== 'failed') return;
    if (!steps.openCalls(id).some(({ status }) => status === 'running')) return;
    const work = (): void => {
      if (this.#active.has(id)) return;
      steps.settleRunning(id, clock());
      this.#touched.add(id);
    };
    void write(work).catch(() => undefined);
  }

  /** Throws `conflict` for a user with very many runs, `unavailable` when very many work. */
  #checkRoom(userId: string): void {
    if (this.#options.runs.countUnfinished(userId) >= maxUnfinished)
      throw new AppError('conflict', `There are ${maxUnfinished} runs that work or wait: end some of them first`);
    if (this.#active.size >= maxActive) throw unavailable('Too many runs work at the same time');
  }

  #run(caller: Caller, id: string): StoredRun {
    const run = this.#options.runs.maybeRunOf(caller.userId, id);
    if (run === null) throw notFound('run');
    // Who steers a run does with it what it may do.
    requireScopes(caller, run.scopes);
    return run;
  }

  #update(run: StoredRun, changes: Partial<RunState>): Run {
    const changed = { ...run, ...changes, updatedAt: this.#options.clock() };
    this.#options.runs.update(changed);
    if (changed.status !== run.status) this.#record(run, 'updated');
    this.#touched.add(run.id);
    return this.#reply(changed);
  }

  #record({ id, userId }: Pick<StoredRun, 'id' | 'userId'>, action: Change['action']): void {
    this.#options.record({ userId, type: 'run', action, id, version: null });
  }

  #reply(run: StoredRun): Run {
    const { steps, feed } = this.#options;
    const partial = feed.maybePartial(run.id);
    const all = steps.steps(run.id).map((step) => (step.id === partial?.messageId ? { ...step, content: partial.text } : step));
    return runOf(run, all, steps.calls(run.id));
  }

  /** What a request has changed: messages and calls are told again as they are. */
  #tell(run: StoredRun): void {
    const { steps, feed } = this.#options;
    const last = steps.maybeLastStep(run.id);
    if (last?.isWhole === true) feed.publish(run.id, { type: 'message', message: runMessage(last) });
    const calls = steps.calls(run.id);
    // Those of earlier answers have ended.
    for (const call of calls.filter(({ stepId }) => stepId === calls.at(-1)?.stepId))
      feed.publish(run.id, { type: 'call', call: callOf(call) });
    feed.publish(run.id, { type: 'run', run: runSummary(run) });
  }
}

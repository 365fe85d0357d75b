import type { CallDiff, RunCall } from '../../contract/runs.ts';
import type { Database } from '../../storage/database.ts';

/** What the user or the model said. */
export interface StoredRunStep {
  readonly seq: number;
  readonly id: string;
  readonly runId: string;
  readonly role: 'user' | 'assistant';
  readonly content: string;
  /** False while the model still writes it, and where that was cut off. */
  readonly isWhole: boolean;
  readonly createdAt: number;
}

/** A tool that the model uses; times in milliseconds since the Unix epoch. */
export interface StoredCall {
  readonly id: string;
  readonly runId: string;
  readonly stepId: string;
  /** How the model calls it. */
  readonly name: string;
  readonly tool: string;
  /** As the model wrote them. */
  readonly arguments: string;
  readonly status: RunCall['status'];
  readonly diff: CallDiff | null;
  readonly decision: RunCall['decision'];
  readonly reason: string | null;
  readonly result: string | null;
  /** Set in the transaction of what it writes. */
  readonly hasWritten: boolean;
  readonly recordId: string | null;
  readonly recordVersion: number | null;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** What a call has answered that wrote before the service stopped. */
export const unknownResult =
  'This was carried out before the service stopped, and what it answered is not known any more. Read the records to see how they are.';

type StepRow = Omit<StoredRunStep, 'isWhole'> & { readonly isWhole: 0 | 1 };
type CallRow = Omit<StoredCall, 'diff' | 'hasWritten'> & { readonly diff: string | null; readonly hasWritten: 0 | 1 };

const stepColumns = 'seq, id, run_id AS runId, role, content, is_whole AS isWhole, created_at AS createdAt';
const callColumns = `id, run_id AS runId, step_id AS stepId, name, tool, arguments, status, diff, decision, reason, result,
  has_written AS hasWritten, record_id AS recordId, record_version AS recordVersion, created_at AS createdAt, updated_at AS updatedAt`;

/** Steps and calls of runs; who has a run has all of it. */
export class RunStepStore {
  readonly #insertStep;
  readonly #finishStep;
  readonly #keepText;
  readonly #steps;
  readonly #lastStep;
  readonly #insertCall;
  readonly #updateCall;
  readonly #calls;
  readonly #call;
  readonly #open;
  readonly #markWritten;
  readonly #hasLedTo;
  readonly #denyOpen;
  readonly #settleRunning;

  constructor(database: Database) {
    this.#insertStep = database.prepare<Omit<StepRow, 'seq'>>(`
      INSERT INTO run_steps (id, run_id, role, content, is_whole, created_at)
      VALUES (@id, @runId, @role, @content, @isWhole, @createdAt)`);
    this.#finishStep = database.prepare<[string, string]>('UPDATE run_steps SET content = ?, is_whole = 1 WHERE id = ?');
    this.#keepText = database.prepare<[string, string]>('UPDATE run_steps SET content = ? WHERE id = ? AND is_whole = 0');
    this.#steps = database.prepare<[string], StepRow>(`SELECT ${stepColumns} FROM run_steps WHERE run_id = ? ORDER BY seq`);
    this.#lastStep = database.prepare<[string], StepRow>(`SELECT ${stepColumns} FROM run_steps WHERE run_id = ? ORDER BY seq DESC LIMIT 1`);
    this.#insertCall = database.prepare<CallRow>(`
      INSERT INTO run_calls (id, run_id, step_id, name, tool, arguments, status, diff, decision, reason, result, has_written, record_id,
        record_version, created_at, updated_at)
      VALUES (@id, @runId, @stepId, @name, @tool, @arguments, @status, @diff, @decision, @reason, @result, @hasWritten, @recordId,
        @recordVersion, @createdAt, @updatedAt)`);
    this.#updateCall = database.prepare<
      Pick<CallRow, 'id' | 'status' | 'diff' | 'decision' | 'reason' | 'result' | 'recordId' | 'recordVersion' | 'updatedAt'>
    >(`
      UPDATE run_calls SET status = @status, diff = @diff, decision = @decision, reason = @reason, result = @result,
        record_id = @recordId, record_version = @recordVersion, updated_at = @updatedAt
      WHERE id = @id`);
    this.#calls = database.prepare<[string], CallRow>(`SELECT ${callColumns} FROM run_calls WHERE run_id = ? ORDER BY seq`);
    this.#call = database.prepare<[string, string], CallRow>(`SELECT ${callColumns} FROM run_calls WHERE id = ? AND run_id = ?`);
    this.#open = database.prepare<[string], CallRow>(
      `SELECT ${callColumns} FROM run_calls WHERE run_id = ? AND status IN ('pending', 'approved', 'running') ORDER BY seq`,
    );
    this.#markWritten = database.prepare<[string]>('UPDATE run_calls SET has_written = 1 WHERE id = ? AND has_written = 0');
    this.#hasLedTo = database
      .prepare<[string, string, number], 1>('SELECT 1 FROM run_calls WHERE run_id = ? AND record_id = ? AND record_version = ? LIMIT 1')
      .pluck();
    this.#denyOpen = database.prepare<[string, number, string]>(
      "UPDATE run_calls SET status = 'denied', result = ?, updated_at = ? WHERE run_id = ? AND status IN ('pending', 'approved')",
    );
    this.#settleRunning = database.prepare<[string, number, string]>(`
      UPDATE run_calls SET status = CASE has_written WHEN 1 THEN 'done' ELSE 'failed' END,
        result = CASE has_written WHEN 1 THEN ? ELSE 'The run ended before this was carried out.' END, updated_at = ?
      WHERE run_id = ? AND status = 'running'`);
  }

  insertStep(step: Omit<StoredRunStep, 'seq'>): void {
    this.#insertStep.run({ ...step, isWhole: step.isWhole ? 1 : 0 });
  }

  /** What there is of a step that is not whole. */
  keepText(id: string, content: string): void {
    this.#keepText.run(content, id);
  }

  finishStep(id: string, content: string): void {
    this.#finishStep.run(content, id);
  }

  /** In their order. */
  steps(runId: string): StoredRunStep[] {
    return this.#steps.all(runId).map(toStep);
  }

  maybeLastStep(runId: string): StoredRunStep | null {
    const row = this.#lastStep.get(runId);
    return row === undefined ? null : toStep(row);
  }

  insertCall(call: StoredCall): void {
    this.#insertCall.run(fromCall(call));
  }

  updateCall(call: StoredCall): void {
    const { id, status, diff, decision, reason, result, recordId, recordVersion, updatedAt } = fromCall(call);
    this.#updateCall.run({ id, status, diff, decision, reason, result, recordId, recordVersion, updatedAt });
  }

  /** In their order. */
  calls(runId: string): StoredCall[] {
    return this.#calls.all(runId).map(toCall);
  }

  maybeCall(runId: string, id: string): StoredCall | null {
    const row = this.#call.get(id, runId);
    return row === undefined ? null : toCall(row);
  }

  /** Those that have no result yet, in their order. */
  openCalls(runId: string): StoredCall[] {
    return this.#open.all(runId).map(toCall);
  }

  /** False if the call has written already. To be called inside the transaction of what it writes. */
  markWritten(id: string): boolean {
    return this.#markWritten.run(id).changes === 1;
  }

  /** Whether a call of the run has brought the record to this version. */
  hasLedTo(runId: string, recordId: string, version: number): boolean {
    return this.#hasLedTo.get(runId, recordId, version) !== undefined;
  }

  /** Calls whose work was cut off, as by a kill, are as far as they came. */
  settleRunning(runId: string, now: number): void {
    this.#settleRunning.run(unknownResult, now, runId);
  }

  /** Calls that are not begun get no further. */
  denyOpen(runId: string, result: string, now: number): void {
    this.#denyOpen.run(result, now, runId);
  }
}

function toStep({ isWhole, ...row }: StepRow): StoredRunStep {
  return { ...row, isWhole: isWhole === 1 };
}

function toCall({ diff, hasWritten, ...row }: CallRow): StoredCall {
  return { ...row, diff: diff === null ? null : (JSON.parse(diff) as CallDiff), hasWritten: hasWritten === 1 };
}

function fromCall({ diff, hasWritten, ...call }: StoredCall): CallRow {
  return { ...call, diff: diff === null ? null : JSON.stringify(diff), hasWritten: hasWritten ? 1 : 0 };
}

import type { RunStatus, RunSummary } from '../../contract/runs.ts';
import { parseScopes, type Delegation } from '../../lib/caller.ts';
import type { Database } from '../../storage/database.ts';

/** A run as it is stored; times in milliseconds since the Unix epoch. */
export interface StoredRun extends Delegation {
  readonly id: string;
  readonly task: string;
  readonly provider: string | null;
  readonly model: string | null;
  readonly tools: readonly string[];
  /** Tools that need no decision any more. */
  readonly allowed: readonly string[];
  readonly approval: RunSummary['approval'];
  readonly workspaceRoot: string | null;
  readonly maxSteps: number;
  readonly maxTokens: number;
  readonly status: RunStatus;
  readonly error: RunSummary['error'];
  readonly steps: number;
  readonly promptTokens: number;
  readonly completionTokens: number;
  readonly isEstimate: boolean;
  /** Calls in a row that could not be read. */
  readonly malformed: number;
  /** Characters of its steps and calls. */
  readonly stored: number;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly endedAt: number | null;
}

/** What changes while a run works. */
export type RunState = Pick<
  StoredRun,
  | 'id'
  | 'allowed'
  | 'status'
  | 'error'
  | 'steps'
  | 'promptTokens'
  | 'completionTokens'
  | 'isEstimate'
  | 'malformed'
  | 'stored'
  | 'updatedAt'
  | 'endedAt'
>;

interface RunRow extends Omit<StoredRun, 'scopes' | 'tools' | 'allowed' | 'error' | 'isEstimate'> {
  readonly scopes: string;
  readonly tools: string;
  readonly allowed: string;
  readonly error: string | null;
  readonly isEstimate: 0 | 1;
}

const runColumns = `id, user_id AS userId, token_id AS tokenId, token_ends_at AS tokenEndsAt, scopes, task, provider, model, tools, allowed,
  approval, workspace_root AS workspaceRoot, max_steps AS maxSteps, max_tokens AS maxTokens, status, error, steps,
  prompt_tokens AS promptTokens, completion_tokens AS completionTokens, is_estimate AS isEstimate, malformed, stored,
  created_at AS createdAt, updated_at AS updatedAt, ended_at AS endedAt`;

/** The runs of every user: each statement but that of the start and of the loop names the user. */
export class RunStore {
  readonly #insert;
  readonly #byId;
  readonly #ofUser;
  readonly #list;
  readonly #update;
  readonly #remove;
  readonly #surplus;
  readonly #unfinished;
  readonly #waiting;
  readonly #interrupt;
  readonly #grow;

  constructor(database: Database) {
    this.#insert = database.prepare<RunRow>(`
      INSERT INTO runs (id, user_id, token_id, token_ends_at, scopes, task, provider, model, tools, allowed, approval, workspace_root,
        max_steps, max_tokens, status, error, steps, prompt_tokens, completion_tokens, is_estimate, malformed, stored, created_at,
        updated_at, ended_at)
      VALUES (@id, @userId, @tokenId, @tokenEndsAt, @scopes, @task, @provider, @model, @tools, @allowed, @approval, @workspaceRoot,
        @maxSteps, @maxTokens, @status, @error, @steps, @promptTokens, @completionTokens, @isEstimate, @malformed, @stored, @createdAt,
        @updatedAt, @endedAt)`);
    this.#byId = database.prepare<[string], RunRow>(`SELECT ${runColumns} FROM runs WHERE id = ?`);
    this.#ofUser = database.prepare<[string, string], RunRow>(`SELECT ${runColumns} FROM runs WHERE id = ? AND user_id = ?`);
    this.#list = database.prepare<[string], RunRow>(`SELECT ${runColumns} FROM runs WHERE user_id = ? ORDER BY created_at DESC, id DESC`);
    this.#update = database.prepare<Omit<RunState, 'allowed' | 'error' | 'isEstimate'> & Pick<RunRow, 'allowed' | 'error' | 'isEstimate'>>(`
      UPDATE runs SET allowed = @allowed, status = @status, error = @error, steps = @steps, prompt_tokens = @promptTokens,
        completion_tokens = @completionTokens, is_estimate = @isEstimate, malformed = @malformed, stored = @stored,
        updated_at = @updatedAt, ended_at = @endedAt
      WHERE id = @id`);
    this.#remove = database.prepare<[string, string]>('DELETE FROM runs WHERE id = ? AND user_id = ?');
    this.#surplus = database
      .prepare<[string, number, number], string>(
        `DELETE FROM runs WHERE id IN (
          SELECT id FROM (SELECT id, status FROM runs WHERE user_id = ? ORDER BY created_at DESC, id DESC LIMIT -1 OFFSET ?)
          WHERE status NOT IN ('running', 'waiting') LIMIT ?)
        RETURNING id`,
      )
      .pluck();
    this.#unfinished = database
      .prepare<[string], number>("SELECT count(*) FROM runs WHERE user_id = ? AND status IN ('running', 'waiting')")
      .pluck();
    this.#waiting = database.prepare<[], RunRow>(
      `SELECT ${runColumns} FROM runs WHERE status IN ('waiting', 'interrupted') AND token_id IS NOT NULL`,
    );
    this.#interrupt = database.prepare<[number], { id: string; userId: string }>(
      "UPDATE runs SET status = 'interrupted', updated_at = ? WHERE status = 'running' RETURNING id, user_id AS userId",
    );
    this.#grow = database.prepare<[number, string]>('UPDATE runs SET stored = stored + ? WHERE id = ?');
  }

  insert(run: StoredRun): void {
    this.#insert.run({
      ...run,
      scopes: run.scopes.join(' '),
      tools: JSON.stringify(run.tools),
      allowed: JSON.stringify(run.allowed),
      error: run.error === null ? null : JSON.stringify(run.error),
      isEstimate: run.isEstimate ? 1 : 0,
    });
  }

  /** Of any user; null once it is deleted. For the loop. */
  maybeRun(id: string): StoredRun | null {
    const row = this.#byId.get(id);
    return row === undefined ? null : toRun(row);
  }

  /** Null if the user has no such run. */
  maybeRunOf(userId: string, id: string): StoredRun | null {
    const row = this.#ofUser.get(id, userId);
    return row === undefined ? null : toRun(row);
  }

  /** All of the user's, newest first. */
  runsOf(userId: string): StoredRun[] {
    return this.#list.all(userId).map(toRun);
  }

  update({
    id,
    allowed,
    status,
    error,
    steps,
    promptTokens,
    completionTokens,
    isEstimate,
    malformed,
    stored,
    updatedAt,
    endedAt,
  }: RunState): void {
    const counted = { steps, promptTokens, completionTokens, malformed, stored };
    this.#update.run({
      id,
      ...counted,
      status,
      updatedAt,
      endedAt,
      allowed: JSON.stringify(allowed),
      error: error === null ? null : JSON.stringify(error),
      isEstimate: isEstimate ? 1 : 0,
    });
  }

  remove(userId: string, id: string): void {
    this.#remove.run(id, userId);
  }

  /** Removes some of the user's oldest runs that have ended, until `kept` are left. Gives the ids of those. */
  removeSurplus(userId: string, kept: number, limit: number): string[] {
    return this.#surplus.all(userId, kept, limit);
  }

  /** How many of the user's runs work or wait. */
  countUnfinished(userId: string): number {
    return this.#unfinished.get(userId) ?? 0;
  }

  /** Those of any user that a program's token has started, and that wait or were interrupted. */
  waitingOfTokens(): StoredRun[] {
    return this.#waiting.all().map(toRun);
  }

  /** `length` characters more are stored of the run. */
  grow(id: string, length: number): void {
    this.#grow.run(length, id);
  }

  /** Those that worked when the service stopped; gives them. */
  interruptAll(now: number): { readonly id: string; readonly userId: string }[] {
    return this.#interrupt.all(now);
  }
}

function toRun({ scopes, tools, allowed, error, isEstimate, ...row }: RunRow): StoredRun {
  return {
    ...row,
    scopes: parseScopes(scopes),
    tools: JSON.parse(tools) as string[],
    allowed: JSON.parse(allowed) as string[],
    error: error === null ? null : (JSON.parse(error) as StoredRun['error']),
    isEstimate: isEstimate === 1,
  };
}

import type { Job, JobProgress, JobStatus } from '../../contract/jobs.ts';
import { parseScopes, type Delegation } from '../../lib/caller.ts';
import type { Database } from '../../storage/database.ts';

/** A job as it is stored; times in milliseconds since the Unix epoch. */
export interface StoredJob extends Delegation {
  readonly id: string;
  readonly kind: string;
  readonly title: string | null;
  readonly status: JobStatus;
  readonly progress: JobProgress;
  readonly input: unknown;
  readonly result: unknown;
  readonly error: Job['error'];
  readonly batchId: string | null;
  readonly cancelAt: number | null;
  readonly createdAt: number;
  readonly startedAt: number | null;
  readonly endedAt: number | null;
}

/** How a job ends. */
export interface StoredJobEnd {
  readonly status: Exclude<JobStatus, 'queued' | 'running'>;
  readonly progress: JobProgress;
  /** undefined leaves what was kept. */
  readonly result: unknown;
  readonly error: Job['error'];
}

interface JobRow extends Omit<StoredJob, 'scopes' | 'progress' | 'input' | 'result' | 'error'>, JobProgress {
  readonly scopes: string;
  readonly input: string;
  readonly result: string | null;
  readonly error: string | null;
}

const jobColumns = `id, user_id AS userId, token_id AS tokenId, token_ends_at AS tokenEndsAt, scopes, kind, title, status, done, total,
  unit, input, result, error, batch_id AS batchId, cancel_at AS cancelAt, created_at AS createdAt, started_at AS startedAt,
  ended_at AS endedAt`;

/** In these words, else SQLite does not see that the index `jobs_unfinished` holds all of them. */
const unfinished = "status IN ('queued', 'running')";

/** The jobs of every user: each statement but those of the start and of the work itself names the user. */
export class JobStore {
  readonly #insert;
  readonly #byId;
  readonly #ofUser;
  readonly #list;
  readonly #begin;
  readonly #progress;
  readonly #keep;
  readonly #end;
  readonly #cancel;
  readonly #remove;
  readonly #surplus;
  readonly #unfinished;
  readonly #queued;
  readonly #running;

  constructor(database: Pick<Database, 'prepare'>) {
    this.#insert = database.prepare<JobRow>(`
      INSERT INTO jobs (id, user_id, token_id, token_ends_at, scopes, kind, title, status, done, total, unit, input, result, error,
        batch_id, cancel_at, created_at, started_at, ended_at)
      VALUES (@id, @userId, @tokenId, @tokenEndsAt, @scopes, @kind, @title, @status, @done, @total, @unit, @input, @result, @error,
        @batchId, @cancelAt, @createdAt, @startedAt, @endedAt)`);
    this.#byId = database.prepare<[string], JobRow>(`SELECT ${jobColumns} FROM jobs WHERE id = ?`);
    this.#ofUser = database.prepare<[string, string], JobRow>(`SELECT ${jobColumns} FROM jobs WHERE id = ? AND user_id = ?`);
    this.#list = database.prepare<[string], JobRow>(`SELECT ${jobColumns} FROM jobs WHERE user_id = ? ORDER BY created_at DESC, id DESC`);
    this.#begin = database.prepare<[number, string]>(
      "UPDATE jobs SET status = 'running', started_at = ? WHERE id = ? AND status = 'queued'",
    );
    this.#progress = database.prepare<JobProgress & { readonly id: string }>(
      "UPDATE jobs SET done = @done, total = @total, unit = @unit WHERE id = @id AND status = 'running'",
    );
    this.#keep = database.prepare<[string, string]>('UPDATE jobs SET result = ? WHERE id = ?');
    this.#end = database.prepare<
      JobProgress & {
        readonly id: string;
        readonly status: JobStatus;
        readonly result: string | null;
        readonly error: string | null;
        readonly endedAt: number;
      }
    >(`
      UPDATE jobs SET status = @status, done = @done, total = @total, unit = @unit, result = coalesce(@result, result), error = @error,
        ended_at = @endedAt, cancel_at = NULL,
        batch_id = iif(EXISTS (SELECT 1 FROM changes WHERE changes.user_id = jobs.user_id
          AND changes.batch_id = jobs.batch_id), batch_id, NULL)
      WHERE id = @id`);
    this.#cancel = database.prepare<[number, string, string]>(
      "UPDATE jobs SET cancel_at = coalesce(cancel_at, ?) WHERE id = ? AND user_id = ? AND status = 'running'",
    );
    this.#remove = database.prepare<[string, string]>('DELETE FROM jobs WHERE id = ? AND user_id = ?');
    this.#surplus = database.prepare<[string, string, number], { readonly id: string }>(`
      DELETE FROM jobs WHERE id IN (
        SELECT id FROM jobs WHERE user_id = ? AND kind = ? AND NOT ${unfinished}
        ORDER BY created_at DESC, id DESC LIMIT -1 OFFSET ?)
      RETURNING id`);
    this.#unfinished = database.prepare<[string], number>(`SELECT count(*) FROM jobs WHERE user_id = ? AND ${unfinished}`).pluck();
    this.#queued = database.prepare<[number], Pick<StoredJob, 'id' | 'userId'>>(
      `SELECT id, user_id AS userId FROM jobs WHERE ${unfinished} AND status = 'queued' ORDER BY created_at, id LIMIT ?`,
    );
    this.#running = database.prepare<[], JobRow>(`SELECT ${jobColumns} FROM jobs WHERE ${unfinished} AND status = 'running'`);
  }

  insert({ scopes, progress, input, result, error, ...job }: StoredJob): void {
    this.#insert.run({
      ...job,
      ...progress,
      scopes: scopes.join(' '),
      input: JSON.stringify(input ?? null),
      result: toJson(result),
      error: toJson(error),
    });
  }

  /** Of any user; null once it is removed. For the work itself. */
  maybeJob(id: string): StoredJob | null {
    const row = this.#byId.get(id);
    return row === undefined ? null : toJob(row);
  }

  /** Null if the user has no such job. */
  maybeJobOf(userId: string, id: string): StoredJob | null {
    const row = this.#ofUser.get(id, userId);
    return row === undefined ? null : toJob(row);
  }

  /** All of the user's, newest first. */
  jobsOf(userId: string): StoredJob[] {
    return this.#list.all(userId).map(toJob);
  }

  /** Null if it does not wait any more. */
  maybeBegin(id: string, now: number): StoredJob | null {
    return this.#begin.run(now, id).changes === 0 ? null : this.maybeJob(id);
  }

  progress(id: string, progress: JobProgress): void {
    this.#progress.run({ ...progress, id });
  }

  /** `result` is JSON. */
  keep(id: string, result: string): void {
    this.#keep.run(result, id);
  }

  /** Its batch stays where it has changes. */
  end(id: string, { status, progress, result, error }: StoredJobEnd, now: number): void {
    this.#end.run({ ...progress, id, status, result: toJson(result), error: toJson(error), endedAt: now });
  }

  /** Notes that a running one is to end. */
  cancel(userId: string, id: string, now: number): void {
    this.#cancel.run(now, id, userId);
  }

  remove(userId: string, id: string): void {
    this.#remove.run(id, userId);
  }

  /** Removes the user's oldest ended jobs of a kind until `kept` are left. Gives the ids of those. */
  removeSurplus(userId: string, kind: string, kept: number): string[] {
    return this.#surplus.all(userId, kind, kept).map(({ id }) => id);
  }

  /** How many of the user's jobs wait or run. */
  countUnfinished(userId: string): number {
    return this.#unfinished.get(userId) ?? 0;
  }

  /** Those that wait, of all users, the oldest first. */
  queued(limit: number): Pick<StoredJob, 'id' | 'userId'>[] {
    return this.#queued.all(limit);
  }

  /** Those that ran when the service was killed. */
  running(): StoredJob[] {
    return this.#running.all().map(toJob);
  }
}

const toJson = (value: unknown): string | null => (value === undefined || value === null ? null : JSON.stringify(value));

function toJob({ scopes, done, total, unit, input, result, error, ...row }: JobRow): StoredJob {
  return {
    ...row,
    scopes: parseScopes(scopes),
    progress: { done, total, unit },
    input: JSON.parse(input),
    result: result === null ? null : JSON.parse(result),
    error: error === null ? null : (JSON.parse(error) as Job['error']),
  };
}

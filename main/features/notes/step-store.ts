// The SQL of steps, and of the deltas whose ids are remembered.

import { unpackedText, unpackedInThread } from '../../lib/packed-text.ts';
import type { Database } from '../../storage/database.ts';
import type { NewStep, StoredStep } from './live-note.ts';
import { ofIds, type NoteIds, type NoteKey } from './note-store.ts';

/** Who made a delta, and when (milliseconds since the Unix epoch). */
interface DeltaOrigin {
  readonly at: number;
  /** The id of a user. */
  readonly author: string;
  readonly clientID: string | number | null;
}

/** The version that one delta led to. */
export interface DeltaMark extends DeltaOrigin {
  readonly version: number;
}

/** An answer that can be given again: the steps after `since`, up to `version`. */
export interface RememberedDelta {
  readonly since: number;
  readonly version: number;
  readonly title: string;
  readonly updatedAt: number;
}

type StepRow = Omit<StoredStep, 'clientID'> & { readonly clientId: string | null; readonly packed: Uint8Array | null };
type MarkRow = Omit<DeltaMark, 'clientID'> & { readonly clientId: string | null };
type Versions = NoteKey & { readonly after: number; readonly until: number };

const owned = 'JOIN notes ON notes.id = note_id WHERE notes.id = @id AND notes.user_id = @userId';
/** For statements on a table that is not joined. */
const ownedId = '(SELECT id FROM notes WHERE id = @id AND user_id = @userId)';
const version = 'note_steps.version';
const mark = `${version}, at, author, client_id AS clientId`;
/**
 * The last step of each delta. All steps of a note are looked through, of which no more are kept than that takes a few milliseconds for: an
 * index of these would be written with each delta.
 */
const marks = `FROM note_steps ${owned} AND ${version} = delta`;
const latest = Number.MAX_SAFE_INTEGER;

export class StepStore {
  readonly #insert;
  readonly #insertInEach;
  readonly #between;
  readonly #boundary;
  readonly #marks;
  readonly #mark;
  readonly #time;
  readonly #countMarks;
  readonly #drop;
  readonly #remember;
  readonly #remembered;
  readonly #neededFrom;
  readonly #forget;

  constructor(database: Database) {
    this.#insert = database.prepare<object>(`
      INSERT INTO note_steps (note_id, version, delta, at, author, client_id, step, step_packed, splices)
      SELECT id, @version, @delta, @at, @author, @clientId, @step, @packed, @splices FROM notes WHERE id = @id AND user_id = @userId`);
    this.#insertInEach = database.prepare<NoteIds & { step: string; at: number; author: string }>(`
      INSERT INTO note_steps (note_id, version, delta, at, author, step)
      SELECT id, version + 1, version + 1, @at, @author, @step FROM notes WHERE ${ofIds}`);
    this.#between = database.prepare<Versions, StepRow>(`
      SELECT note_steps.version, delta, step, step_packed AS packed, splices, client_id AS clientId
      FROM note_steps ${owned} AND note_steps.version > @after AND note_steps.version <= @until ORDER BY note_steps.version`);
    this.#boundary = database.prepare<NoteKey & { after: number; deltas: number }, { version: number | null }>(
      `SELECT max(version) AS version FROM (SELECT ${version} ${marks} AND ${version} > @after ORDER BY ${version} LIMIT @deltas)`,
    );
    this.#marks = database.prepare<NoteKey & { after: number; limit: number; offset: number }, MarkRow>(
      `SELECT ${mark} ${marks} AND ${version} > @after ORDER BY ${version} DESC LIMIT @limit OFFSET @offset`,
    );
    this.#mark = database.prepare<NoteKey & { version: number }, MarkRow>(`SELECT ${mark} ${marks} AND ${version} = @version`);
    this.#time = database.prepare<NoteKey & { version: number }, { at: number }>(
      `SELECT at FROM note_steps ${owned} AND note_steps.version = @version`,
    );
    this.#countMarks = database.prepare<NoteKey & { after: number }, { deltas: number }>(
      `SELECT count(*) AS deltas ${marks} AND ${version} > @after`,
    );
    this.#drop = database.prepare<NoteKey & { version: number; limit: number }>(`
      DELETE FROM note_steps WHERE note_id = ${ownedId}
        AND version IN (SELECT version FROM note_steps WHERE note_id = ${ownedId} AND version < @version ORDER BY version LIMIT @limit)`);
    this.#remember = database.prepare<NoteKey & RememberedDelta & { deltaId: string }>(`
      INSERT INTO note_deltas (note_id, delta_id, since, version, title, updated_at)
      SELECT id, @deltaId, @since, @version, @title, @updatedAt FROM notes WHERE id = @id AND user_id = @userId`);
    this.#remembered = database.prepare<NoteKey & { deltaId: string }, RememberedDelta>(`
      SELECT since, note_deltas.version, note_deltas.title, note_deltas.updated_at AS updatedAt FROM note_deltas ${owned} AND delta_id =
        @deltaId`);
    this.#neededFrom = database.prepare<NoteKey & { version: number; at: number }, { since: number | null }>(
      `SELECT min(since) AS since FROM note_deltas ${owned} AND note_deltas.version > @version AND note_deltas.updated_at >= @at`,
    );
    this.#forget = database.prepare<NoteKey & { version: number; at: number }>(
      `DELETE FROM note_deltas WHERE note_id = ${ownedId} AND version < @version AND updated_at < @at`,
    );
  }

  /** Appends the steps of one delta after `version`; gives their size in characters. */
  append({ userId, id }: NoteKey, version: number, steps: readonly NewStep[], { at, author, clientID }: DeltaOrigin): number {
    const delta = version + steps.length;
    const clientId = clientID === null ? null : JSON.stringify(clientID);
    let size = 0;
    for (const [index, { step, text, packed = null, splices }] of steps.entries()) {
      const json = packed === null ? (text ?? JSON.stringify(step)) : '';
      size += (packed?.length ?? json.length) + (splices?.length ?? 0);
      const stored = { step: json, packed: packed?.bytes ?? null };
      this.#insert.run({ userId, id, version: version + index + 1, delta, at, author, clientId, ...stored, splices });
    }
    return size;
  }

  /** Appends one step to each of these notes, after its version; gives its size in characters. */
  appendToEach(notes: NoteIds, step: object, { at, author }: Pick<DeltaOrigin, 'at' | 'author'>): number {
    const json = JSON.stringify(step);
    this.#insertInEach.run({ ...notes, step: json, at, author });
    return json.length;
  }

  /** The steps after one version up to another, oldest first. */
  between({ userId, id }: NoteKey, after: number, until = latest): StoredStep[] {
    return this.#between
      .all({ userId, id, after, until })
      .map((row) => storedStep(row, row.packed === null ? row.step : unpackedText(row.packed)));
  }

  /** The same, of the moment of the call; long ones are inflated in a thread. */
  async read({ userId, id }: NoteKey, after: number, until: number): Promise<StoredStep[]> {
    const steps: StoredStep[] = [];
    for (const row of this.#between.all({ userId, id, after, until }))
      steps.push(storedStep(row, row.packed === null ? row.step : await unpackedInThread(row.packed)));
    return steps;
  }

  /** The version to which the next deltas after `after` lead, at most that number of them; null if there is none. */
  maybeBoundary({ userId, id }: NoteKey, after: number, deltas: number): number | null {
    return this.#boundary.get({ userId, id, after, deltas })?.version ?? null;
  }

  /** What each delta after `after` led to, newest first. */
  deltas({ userId, id }: NoteKey, after: number, { limit, offset }: { readonly limit: number; readonly offset: number }): DeltaMark[] {
    return this.#marks.all({ userId, id, after, limit, offset }).map(toMark);
  }

  countDeltas({ userId, id }: NoteKey, after: number): number {
    return this.#countMarks.get({ userId, id, after })?.deltas ?? 0;
  }

  /** Null if no delta led to just this version. */
  maybeDelta({ userId, id }: NoteKey, version: number): DeltaMark | null {
    const row = this.#mark.get({ userId, id, version });
    return row === undefined ? null : toMark(row);
  }

  /** When the step to this version came, in milliseconds since the Unix epoch; null where it is not kept. */
  maybeTime({ userId, id }: NoteKey, version: number): number | null {
    return this.#time.get({ userId, id, version })?.at ?? null;
  }

  /** Removes the oldest steps before `version`, at most `limit` of them; gives how many. */
  dropBefore({ userId, id }: NoteKey, version: number, limit: number): number {
    return this.#drop.run({ userId, id, version, limit }).changes;
  }

  remember({ userId, id }: NoteKey, deltaId: string, { since, version, title, updatedAt }: RememberedDelta): void {
    this.#remember.run({ userId, id, deltaId, since, version, title, updatedAt });
  }

  /** Null if no delta with this id was accepted, or long ago. */
  maybeRemembered({ userId, id }: NoteKey, deltaId: string): RememberedDelta | null {
    return this.#remembered.get({ userId, id, deltaId }) ?? null;
  }

  /**
   * The version after which steps are needed to answer the deltas after `version` again that came at `at` or later; null if there are none.
   */
  maybeNeededFrom({ userId, id }: NoteKey, version: number, at: number): number | null {
    return this.#neededFrom.get({ userId, id, version, at })?.since ?? null;
  }

  /** Forgets the ids of deltas that led to versions before `version` and came before `at`. */
  forgetBefore({ userId, id }: NoteKey, version: number, at: number): void {
    this.#forget.run({ userId, id, version, at });
  }
}

function toMark({ clientId, ...row }: MarkRow): DeltaMark {
  return { ...row, clientID: readClientID(clientId) };
}

function readClientID(json: string | null): string | number | null {
  return json === null ? null : (JSON.parse(json) as string | number);
}

function storedStep({ version, delta, splices, clientId }: StepRow, step: string): StoredStep {
  return { version, delta, step, splices, clientID: readClientID(clientId) };
}

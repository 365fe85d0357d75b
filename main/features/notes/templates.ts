// Notes that are made from a template: one of the caller's choice, or the one of daily notes.

import { Temporal } from 'temporal-polyfill';
import type { CreateNote, Note } from '../../contract/notes.ts';
import { AppError, invalid, notFound, RetryableConflict } from '../../lib/app-error.ts';
import type { Clock } from '../../lib/clock.ts';
import { readDate } from '../../lib/moment.ts';
import type { NoteStore } from './note-store.ts';
import type { Notes, PreparedNote } from './notes.ts';
import type { NotesInWrite } from './notes-in-write.ts';

interface TemplatesOptions {
  readonly store: NoteStore;
  readonly notes: Notes;
  readonly inWrite: NotesInWrite;
  readonly clock: Clock;
  /** The zone of this machine. */
  readonly machineZone: () => string;
}

/** The note of a day, or what is to be one; `note` is null in the latter case. */
interface PreparedDaily {
  readonly note: Note | null;
  readonly created: PreparedNote | null;
}

/** What the template of daily notes is called, or tagged with. */
const dailyTemplate = 'daily';

const placeholder = /\{\{\s*(date|title|cursor)\s*\}\}/gi;

/** `cursor`: where the first `{{cursor}}` stood, in UTF-16 code units of `content`; null without one. */
function fillTemplate(
  template: string,
  { date, title }: { readonly date: string; readonly title: string },
): { readonly content: string; readonly cursor: number | null } {
  let content = '';
  let cursor: number | null = null;
  let end = 0;
  for (const { 0: whole, 1: name = '', index } of template.matchAll(placeholder)) {
    content += template.slice(end, index);
    end = index + whole.length;
    const key = name.toLowerCase();
    if (key === 'cursor') cursor ??= content.length;
    else content += key === 'date' ? date : title;
  }
  return { content: content + template.slice(end), cursor };
}

export class Templates {
  readonly #options: TemplatesOptions;

  constructor(options: TemplatesOptions) {
    this.#options = options;
  }

  /** Before a note is created. Throws 400 for a template that is none, `unavailable`. */
  async prepare(userId: string, body: CreateNote): Promise<PreparedNote> {
    const { notes } = this.#options;
    if (body.templateId === undefined) return notes.prepareCreate(body);
    const { content } = await orInvalid(() => notes.read(userId, body.templateId ?? '', {}));
    return this.#filled(content, { date: this.#today(), title: body.title });
  }

  /** The same at once, inside a write. Throws `too_large` as well. */
  prepareNow(userId: string, body: CreateNote): PreparedNote {
    const { notes, inWrite } = this.#options;
    const { templateId } = body;
    if (templateId === undefined) return notes.prepareCreateNow(body);
    const { content } = orInvalidNow(() => inWrite.read(userId, templateId, {}));
    const filled = fillTemplate(content, { date: this.#today(), title: body.title });
    return { ...notes.prepareCreateNow(filled), filled };
  }

  /** Reads the note of a day, or prepares it where there is none. Throws 400, 404 unless it may be created, `unavailable`. */
  async prepareDaily(userId: string, date: string, mayCreate: boolean): Promise<PreparedDaily> {
    const { store, notes } = this.#options;
    checkDate(date);
    const id = store.maybeIdOfTitle(userId, date);
    if (id !== null) return { note: await notes.read(userId, id, {}), created: null };
    if (!mayCreate) throw notFound('note');
    const templateId = store.maybeTemplate(userId, dailyTemplate);
    if (templateId === null) return { note: null, created: await notes.prepareCreate({ title: date }) };
    const { content } = await notes.read(userId, templateId, {});
    return { note: null, created: await this.#filled(content, { date, title: date }) };
  }

  /** The same at once, inside a write. Throws `too_large` as well. */
  prepareDailyNow(userId: string, date: string, mayCreate: boolean): PreparedDaily {
    const { store, notes, inWrite } = this.#options;
    checkDate(date);
    const id = store.maybeIdOfTitle(userId, date);
    if (id !== null) return { note: inWrite.read(userId, id, {}), created: null };
    if (!mayCreate) throw notFound('note');
    const templateId = store.maybeTemplate(userId, dailyTemplate);
    if (templateId === null) return { note: null, created: notes.prepareCreateNow({}) };
    const filled = fillTemplate(inWrite.read(userId, templateId, {}).content, { date, title: date });
    return { note: null, created: { ...notes.prepareCreateNow(filled), filled } };
  }

  /** Inside a write. Throws `RetryableConflict` where there is a note of this day by now. */
  daily(userId: string, date: string, { note, created }: PreparedDaily): Note {
    const { store, notes } = this.#options;
    if (note !== null || created === null) return note ?? missing();
    if (store.maybeIdOfTitle(userId, date) !== null) throw new RetryableConflict('The note of this day is being made');
    return notes.create(userId, { title: date }, created);
  }

  async #filled(template: string, values: Parameters<typeof fillTemplate>[1]): Promise<PreparedNote> {
    const filled = fillTemplate(template, values);
    return { ...(await this.#options.notes.prepareCreate({ title: values.title, content: filled.content })), filled };
  }

  #today(): string {
    const { clock, machineZone } = this.#options;
    return Temporal.Instant.fromEpochMilliseconds(clock()).toZonedDateTimeISO(machineZone()).toPlainDate().toString();
  }
}

function missing(): never {
  throw notFound('note');
}

function checkDate(date: string): void {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) throw invalid({ path: 'date', message: 'must be a day such as 2026-11-22' });
  readDate('date', date);
}

async function orInvalid(read: () => Promise<Note>): Promise<Note> {
  try {
    return await read();
  } catch (error) {
    throw asInvalid(error);
  }
}

function orInvalidNow(read: () => Note): Note {
  try {
    return read();
  } catch (error) {
    throw asInvalid(error);
  }
}

function asInvalid(error: unknown): unknown {
  const isMissing = error instanceof AppError && error.code === 'not_found';
  return isMissing ? invalid({ path: 'templateId', message: 'is not the id of a note' }) : error;
}

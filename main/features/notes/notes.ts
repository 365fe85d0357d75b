// One note: created, read, changed, deleted. Knows no HTTP and no SQL; what changes anything is called inside a write transaction.

import type { Node } from 'prosemirror-model';
import type { Step } from 'prosemirror-transform';
import { maxNoteBytes } from '../../contract/limits.ts';
import type { NoteDelta } from '../../contract/note-delta.ts';
import type { CreateNote, Note, NoteDeltaReply, NoteQuery } from '../../contract/notes.ts';
import { AppError, notFound, RetryableConflict } from '../../lib/app-error.ts';
import type { RecordChange } from '../../lib/change.ts';
import type { NoteWatcher, NamedFiles } from '../../lib/text-watchers.ts';
import { toInstant, type Clock } from '../../lib/clock.ts';
import type { Precondition } from '../../lib/precondition.ts';
import { applyDelta, isOfSteps, maybeNextContent, preparingSteps, type PreparedSteps } from './delta/apply.ts';
import { sourceAfterSteps } from './delta/replay.ts';
import { areHeavy, prepareJson } from './delta/step-json.ts';
import type { ContentStore } from './content-store.ts';
import { excerptOf } from './excerpt.ts';
import type { LiveNote, StepHistory } from './live-note.ts';
import { NoteParser, parsedAtOnce } from './note-parser.ts';
import type { NoteCache } from './note-cache.ts';
import type { NoteChanges } from './note-changes.ts';
import type { NoteReading } from './note-reading.ts';
import { NotPreparsed, type PreparedRewrite } from './note-source.ts';
import { attributesReply, type AttributeChanges } from './attribute-changes.ts';
import type { NoteListStore } from './note-list-store.ts';
import type { NoteKey, NoteStore, StoredNote } from './note-store.ts';
import type { FlushScheduler } from './flush-scheduler.ts';
import type { Parsed } from './source/reparse.ts';
import { CooperativeScheduler } from '../../lib/cooperative-scheduler.ts';

interface NotesOptions {
  readonly store: NoteStore;
  readonly lists: NoteListStore;
  readonly contents: ContentStore;
  readonly cache: NoteCache;
  readonly parser: NoteParser;
  readonly changes: NoteChanges;
  readonly reading: NoteReading;
  readonly attributes: AttributeChanges;
  readonly flushScheduler: FlushScheduler;
  readonly namedFiles: NamedFiles;
  readonly record: RecordChange;
  readonly watcher: NoteWatcher;
  readonly clock: Clock;
  readonly newId: () => string;
}

/** What a change needs that takes long to get. */
export interface PreparedChange {
  /** Null where the text stays as it is. */
  readonly note: LiveNote | null;
  /** What the markdown that the delta asks for is read as; null if it asks for none. */
  readonly preparsed: Parsed | null;
  /** What comes of that if the note is still the same; null for a small note, where it takes no time. */
  readonly rewrite: PreparedRewrite | null;
  /** What steps alone come to if the note is still the same; null for another delta, and for steps that cannot be accepted. */
  readonly stepped: PreparedSteps | null;
}

/** A change of which nothing takes long. */
export const unprepared: PreparedChange = { note: null, preparsed: null, rewrite: null, stepped: null };

export interface PreparedNote {
  /** The blocks of a new note; null where they take too long to be read. */
  readonly blocks: readonly Node[] | null;
  readonly excerpt: string;
  /** What comes of its template; absent without one. */
  readonly filled?: { readonly content: string; readonly cursor: number | null };
}

/** Whether a delta changes more than attributes. */
export function changesText({ steps, edits, content, title }: NoteDelta): boolean {
  return [steps, edits, content, title].some((each) => each !== undefined);
}

/** What markdown can have between letters that a reader sees side by side. */
const signsBetween = String.raw`[\\*_~]*`;

/** What begins a link of markdown that may be one to a note: to no scheme, path from the root, section or file of the note. */
const mayLead = String.raw`\][(:]\s*(?!<?(?:[a-z][a-z\d+.-]*:|[/#]|attachments/))[^\s)]`;

/** Markdown without any of these holds neither tags nor links; a character reference can stand for each. */
const mayMention = new RegExp(
  String.raw`#[^\s#]|\[${signsBetween}\[|&#?\w|\.md|${mayLead}|${'daybook:'.split('').join(signsBetween)}|^\uFEFF?---`,
  'i',
);

export class Notes {
  readonly #options: NotesOptions;

  constructor(options: NotesOptions) {
    this.#options = options;
  }

  /** Before a note is created: its first words, and what it says besides its words. Throws `unavailable`. */
  async prepareCreate({ content = '' }: CreateNote): Promise<PreparedNote> {
    const { parser, watcher } = this.#options;
    const { blocks, excerpt } = this.prepareCreateNow({ content });
    if (blocks === null && Buffer.byteLength(content) > maxNoteBytes) return { blocks, excerpt };
    const nodes = blocks ?? (await parser.parse(content)).blocks.map(({ node }) => node);
    await watcher.prepare(nodes);
    return { blocks: nodes, excerpt };
  }

  /** The same at once: without the blocks of a large note. */
  prepareCreateNow({ content = '' }: Pick<CreateNote, 'content'>): PreparedNote {
    // Made here, where the content is at hand: a list then reads the row alone.
    return { blocks: mayMention.test(content) ? NoteParser.maybeParse(content) : [], excerpt: excerptOf(content) };
  }

  /** The content is kept as it is sent; `prepared` is what `prepareCreate` gave. Throws `too_large`. */
  create(userId: string, { title, content: given = '', ...asked }: CreateNote, { blocks, excerpt, filled }: PreparedNote): Note {
    const content = filled?.content ?? given;
    if (Buffer.byteLength(content) > maxNoteBytes) throw new AppError('too_large', `A note is at most ${maxNoteBytes} bytes long`);
    const { store, contents, flushScheduler, namedFiles, record, watcher, clock, newId } = this.#options;
    const id = newId();
    const key = { userId, id };
    const now = clock();
    const attributes = this.#options.attributes.asked(userId, asked);
    if (attributes.isArchived === 1) this.#options.lists.mayArchive(userId);
    store.insert(key, { title, excerpt, at: now, ...attributes });
    contents.put(key, { version: 0, stepBytes: 0, title, content, state: null });
    namedFiles.created(userId, id, content);
    record({ userId, type: 'note', action: 'created', id, version: 0 });
    watcher.created(userId, id, blocks);
    flushScheduler.markDirty(key);
    const at = toInstant(now);
    const cursor = filled?.cursor ?? null;
    return {
      id,
      title,
      ...attributesReply(attributes),
      content,
      version: 0,
      createdAt: at,
      updatedAt: at,
      ...(cursor === null ? {} : { cursor }),
    };
  }

  /** The document as it is now; null if the user has no such note. Throws `unavailable`. */
  async maybeDocument(userId: string, id: string): Promise<{ readonly version: number; readonly doc: Node } | null> {
    const note = await this.#options.cache.fetch({ userId, id });
    return note === null ? null : { version: note.version, doc: note.source.doc };
  }

  /** Throws 404, `stale_version` or `history_gone` for `since`, and `unavailable` when a large note cannot be read in time. */
  read(userId: string, id: string, query: NoteQuery): Promise<Note> {
    return this.#options.reading.read({ userId, id }, query);
  }

  /** Throws 404, 412. */
  remove(userId: string, id: string, precondition: Precondition): undefined {
    const key = { userId, id };
    const { version } = this.#note(key);
    precondition.check(version);
    const { store, cache, record } = this.#options;
    store.remove(key);
    cache.drop(id);
    record({ userId, type: 'note', action: 'deleted', id, version });
  }

  /**
   * Before a change: the note as it is now, and what the delta makes of it, so that neither need be parsed inside the write. Throws 404,
   * `unavailable`.
   */
  async prepareChange(userId: string, id: string, delta: NoteDelta): Promise<PreparedChange> {
    const { cache, parser } = this.#options;
    const key = { userId, id };
    if (!changesText(delta)) return unprepared;
    // Steps alone do without the content.
    const stepsAlone = isOfSteps(delta);
    const scheduler = new CooperativeScheduler();
    const note = await (stepsAlone ? cache.fetch(key) : cache.fetchWritten(key));
    if (note === null) throw notFound('note');
    await this.#options.watcher.prepare(note.source.doc.children);
    if (stepsAlone) return { ...unprepared, note, stepped: await this.#prepareSteps(key, note, delta) };
    const next = maybeNextContent(note, delta);
    if (next === null) return { ...unprepared, note };
    await scheduler.yieldIfDue();
    const preparsed = await note.source.preparse((markdown) => parser.parse(markdown), parsedAtOnce, next);
    await this.#options.watcher.prepare(preparsed.markdown.blocks.slice(0, 1).map(({ node }) => node));
    return { ...unprepared, note, preparsed, rewrite: await this.#prepareRewrite(note, preparsed, scheduler) };
  }

  /** Before the write, as the bytes that may have to be counted are those of a whole block. */
  async #prepareSteps(key: NoteKey, note: LiveNote, delta: NoteDelta): Promise<PreparedSteps | null> {
    const { changes, parser } = this.#options;
    if (note.sizeAtMost === undefined) await parser.prewrite(note.source);
    const history: StepHistory = {
      after: (version) => changes.history(key, { ...this.#note(key), version: note.version }).after(version),
    };
    const stepped = await new CooperativeScheduler().run(preparingSteps(note, delta, history));
    if (stepped !== null && (stepped.change.sizeAtMost ?? 0) > maxNoteBytes) await parser.prewrite(stepped.change.source);
    return stepped;
  }

  /**
   * Steps on a version of the note, in the form that `prepareChange` takes: as markdown where there is so much in them that they would be
   * read and checked for long. Throws 404, `unavailable`, and `RetryableConflict` if the note has another version.
   */
  async deltaOf(userId: string, id: string, version: number, steps: readonly Step[]): Promise<NoteDelta> {
    const { cache, parser } = this.#options;
    if (!areHeavy(steps)) return { version, steps: steps.map((step) => step.toJSON() as Record<string, unknown>) };
    const note = await cache.fetch({ userId, id });
    if (note === null) throw notFound('note');
    if (note.version !== version) throw new RetryableConflict('The note was changed meanwhile');
    const source = sourceAfterSteps(note.source, steps);
    await parser.prewrite(source);
    return { version, content: source.content() };
  }

  /** In slices: all that storing the new content takes. */
  async #prepareRewrite({ source }: LiveNote, preparsed: Parsed, scheduler: CooperativeScheduler): Promise<PreparedRewrite> {
    await scheduler.yieldIfDue();
    const next = preparsed.content;
    const rewrite = await scheduler.run(source.rewriting(next, { maxWeight: parsedAtOnce, preparsed }));
    if (rewrite !== null) await prepareJson(rewrite.steps, scheduler);
    return { source, next, rewrite };
  }

  /**
   * Applies a delta; `prepared` is what `prepareChange` gave. Throws 404, 412, what the contract says of deltas, and `RetryableConflict`
   * if the note was changed since, so that too much would have to be parsed.
   */
  change(
    userId: string,
    id: string,
    delta: NoteDelta,
    precondition: Precondition,
    { note, preparsed, rewrite, stepped }: PreparedChange,
  ): NoteDeltaReply {
    const { cache, changes } = this.#options;
    const key = { userId, id };
    const row = this.#note(key);
    const deltaId = delta.deltaId ?? null;
    const answered = deltaId === null ? null : changes.maybeAnswered(key, row, deltaId);
    if (answered !== null) return answered;
    precondition.check(row.version);
    const attributes = this.#options.attributes.asked(userId, delta, row);
    const request = { since: delta.version ?? null, clientID: delta.clientID ?? null, deltaId };
    if (!changesText(delta)) return changes.accept(key, row, { text: null, attributes }, request);
    try {
      const before = cache.getOrLoad(userId, row, note);
      const outcome = applyDelta(before, delta, changes.history(key, row), {
        maxWeight: parsedAtOnce,
        preparsed,
        prepared: rewrite,
        stepped,
      });
      return changes.accept(key, row, { text: { before, outcome }, attributes }, request);
    } catch (error) {
      throw error instanceof NotPreparsed ? new RetryableConflict('The note is being changed, and too large to be read in between') : error;
    }
  }

  #note(key: NoteKey): StoredNote {
    const row = this.#options.store.maybeNote(key);
    if (row === null) throw notFound('note');
    return row;
  }
}

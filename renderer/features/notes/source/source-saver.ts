// Saves the markdown of a note as it is typed, and brings in what others did. It never throws away what the user typed:
// where both changed the same lines, it stops and asks.

import type { ChangeEntry } from '../../../../main/contract/changes.ts';
import type { Note } from '../../../../main/contract/notes.ts';
import { isPassing, isSessionEnd, ServiceError, UnreachableError } from '../../../api/client.ts';
import { routes } from '../../../api/routes.ts';
import type { Service } from '../../../api/service.ts';
import { Listeners } from '../../../api/store.ts';
import { onLeaving } from '../session/sending.ts';
import { saved, saving, type SaveProgress } from '../session/edited-text.ts';
import { editsBetween } from './edits.ts';
import type { SourceText } from './code-view.ts';
import { keptSending, newSending, type Sending } from './on-its-way.ts';
import type { SourceDraft } from '../session/kept-form.ts';

/** Changes are sent when nothing was typed for this many milliseconds. */
const debounceMs = 700;
const retryAfter = 3_000;
const timeoutMs = 60_000;

interface SourceState {
  readonly progress: SaveProgress;
  /** The other version, where both have changed the same lines. */
  readonly dispute: Note | null;
}

interface SourceSaverOptions {
  readonly service: Service;
  readonly note: Note;
  readonly text: SourceText;
  /** Under which what is not saved is kept. */
  readonly draftName: string;
  /** What was read of `text` last, and sent; the rest of it was typed since. */
  readonly sending: Sending | null;
}

export class SourceSaver {
  readonly #service: Service;
  readonly #draftName: string;
  readonly #id: string;
  readonly #text: SourceText;
  readonly #listeners = new Listeners();
  #content: string;
  #version: number;
  #heardOf: number;
  #state: SourceState = { progress: saved, dispute: null };
  #sending: Sending | null;
  #working: Promise<void> | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor({ service, note: { id, content, version }, text, draftName, sending }: SourceSaverOptions) {
    this.#service = service;
    this.#draftName = draftName;
    this.#id = id;
    this.#content = content;
    this.#version = version;
    this.#heardOf = version;
    this.#text = text;
    this.#sending = sending;
  }

  readonly state = (): SourceState => this.#state;

  readonly subscribe = this.#listeners.subscribe;

  get isSaved(): boolean {
    return this.#sending === null && this.#text.read() === this.#content;
  }

  /** The version of the note that the text is based on. */
  get version(): number {
    return this.#version;
  }

  /** Follows the note; gives the function that ends this. */
  open(): () => void {
    const { connection } = this.#service;
    const heard = (change: ChangeEntry | null): void => {
      if (change === null) this.#heardOf = Number.MAX_SAFE_INTEGER;
      else if (change.type === 'note' && change.id === this.#id) this.#heardOf = Math.max(this.#heardOf, change.version ?? 0);
      if (this.#heardOf > this.#version) this.#schedule(0);
    };
    const ends = [
      connection.onChange(heard),
      connection.subscribe(() => {
        if (connection.status() === 'reachable') this.#schedule(0);
      }),
      onLeaving(() => !this.isSaved),
    ];
    return () => {
      for (const end of ends) end();
    };
  }

  /** The text has changed by the user's hand. */
  changed(): void {
    if (this.#state.progress.at !== 'waiting') this.#become({ progress: saving });
    else this.#keep();
    this.#schedule(debounceMs);
  }

  /** Saves now, and brings in what others did up to `version`; whether everything is saved. */
  async flush(version = 0): Promise<boolean> {
    this.#heardOf = Math.max(this.#heardOf, version);
    clearTimeout(this.#timer);
    await this.#working;
    await this.#work();
    return this.isSaved;
  }

  async keepMine(): Promise<void> {
    this.#take(this.#state.dispute);
    this.#become({ dispute: null });
    await this.#work();
  }

  takeTheirs(): void {
    const { dispute } = this.#state;
    if (dispute === null) return;
    this.#text.mark();
    this.#text.merge(this.#text.read(), dispute.content);
    this.#take(dispute);
    this.#become({ dispute: null, progress: saved });
  }

  #take(note: Pick<Note, 'content' | 'version'> | null): void {
    if (note === null) return;
    this.#content = note.content;
    this.#version = note.version;
    this.#heardOf = Math.max(this.#heardOf, note.version);
  }

  #schedule(delay: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#work(), delay);
  }

  #work(): Promise<void> {
    this.#working ??= this.#workOn().finally(() => {
      this.#working = null;
    });
    return this.#working;
  }

  async #workOn(): Promise<void> {
    try {
      while (this.#state.dispute === null) {
        if (!this.isSaved) await this.#save();
        else if (this.#heardOf > this.#version) await this.#fetch();
        else break;
      }
      if (this.#state.dispute === null) this.#become({ progress: saved });
    } catch (error) {
      this.#failed(error);
    }
  }

  async #save(): Promise<void> {
    this.#sending ??= newSending(this.#readLast(), null);
    const sending = this.#sending;
    const version = await this.#send(sending);
    if (version === null) return;
    if (sending.edits === null) this.#take({ content: sending.text, version });
    else {
      const note = await this.#read();
      this.#text.merge(sending.text, note.content);
      this.#take(note);
    }
    this.#sending = null;
  }

  #readLast(): string {
    this.#text.mark();
    return this.#text.read();
  }

  /** The version that the change has made; null where it cannot be made like this. */
  async #send({ text, edits, deltaId }: Sending): Promise<number | null> {
    this.#keep();
    try {
      const { version } = await this.#service.client.call(routes.changeNote, {
        params: { id: this.#id },
        body: { ...(edits === null ? { content: text, version: this.#version } : { edits: [...edits] }), deltaId },
        timeoutMs,
      });
      return version;
    } catch (error) {
      if (error instanceof UnreachableError) throw error;
      this.#sending = null;
      if (!(error instanceof ServiceError)) throw error;
      if (error.code === 'stale_version' || error.code === 'history_gone') {
        // Another client was faster: what changed here is put into the text as it is by now.
        this.#heardOf = Number.MAX_SAFE_INTEGER;
        const now = this.#readLast();
        if (now !== this.#content) this.#sending = newSending(now, editsBetween(this.#content, now));
      } else if (error.code === 'edit_conflict' || error.code === 'edit_ambiguous') {
        this.#become({ dispute: await this.#read(), progress: { at: 'refused', reason: error.message } });
      } else throw error;
      return null;
    }
  }

  async #fetch(): Promise<void> {
    const before = this.#readLast();
    const note = await this.#read();
    this.#text.merge(before, note.content);
    this.#take(note);
  }

  async #read(): Promise<Note> {
    const heardOf = this.#heardOf;
    // What is heard of from now on may be newer than the answer.
    this.#heardOf = 0;
    try {
      return await this.#service.client.call(routes.readNote, { params: { id: this.#id }, timeoutMs });
    } catch (error) {
      this.#heardOf = Math.max(heardOf, this.#heardOf);
      throw error;
    }
  }

  #failed(error: unknown): void {
    if (isSessionEnd(error)) this.#service.connection.retry();
    if (error instanceof UnreachableError || isSessionEnd(error) || isPassing(error)) {
      this.#become({ progress: this.isSaved ? saved : { at: 'waiting', changes: 1 } });
      // After the end of a session the connection tells when there is another one.
      if (!isSessionEnd(error)) this.#schedule(retryAfter);
    } else if (error instanceof ServiceError)
      this.#become({ progress: error.status === 404 ? { at: 'gone' } : { at: 'refused', reason: error.message } });
    else throw error;
  }

  /** What the service does not have, or may not have, outlives the page. */
  #keep(): void {
    const { drafts } = this.#service;
    if (this.isSaved) drafts.drop(this.#draftName);
    else drafts.write(this.#draftName, this.#draft());
  }

  #draft(): SourceDraft {
    const draft = { text: this.#text.read(), base: this.#content, version: this.#version };
    return this.#sending === null ? draft : { ...draft, sending: keptSending(this.#sending, draft.base) };
  }

  #become(next: Partial<SourceState>): void {
    this.#state = { ...this.#state, ...next };
    this.#keep();
    this.#listeners.tell();
  }
}

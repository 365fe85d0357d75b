// Files on their way from a note to the service. They outlive the page: what it has not sent, the next one sends.

import type { NoteFile } from '../../../../main/contract/files.ts';
import { addressOfFile } from '../../../../main/contract/file-names.ts';
import { claim } from '../../../api/claims.ts';
import { isPassing, isSessionEnd, ServiceError, UnreachableError } from '../../../api/client.ts';
import { KeptFiles } from '../../../api/kept-files.ts';
import { routes } from '../../../api/routes.ts';
import type { Service } from '../../../api/service.ts';
import { Listeners } from '../../../api/store.ts';
import { notify } from '../../../ui/toasts.ts';
import { finalId, isNew } from '../new-note.ts';
import { onLeaving } from '../session/sending.ts';
import { sessionHere } from '../session/session-here.ts';
import { strings } from '../strings.ts';
import { addressOfUpload, unsentFile } from './addresses.ts';
import { renamed, withoutFile } from './in-text.ts';

/** After which time a file is sent again, if the connection does not say earlier that the service is back; milliseconds. */
const retryAfter = 3_000;

/** A file on its way, as it is shown. */
interface Upload {
  readonly key: string;
  readonly file: File;
  /** The share that has been sent, from 0 to 1; null while it waits for the service. */
  readonly share: number | null;
}

const ofServices = new WeakMap<Service, Uploads>();

/** The uploads of this page. */
export function uploadsOf(service: Service): Uploads {
  const known = ofServices.get(service) ?? new Uploads(service);
  ofServices.set(service, known);
  return known;
}

export class Uploads {
  readonly #service: Service;
  readonly #kept: KeptFiles;
  readonly #shares = new Map<string, number | null>();
  readonly #listeners = new Listeners<[key: string]>();
  /** What the service says of files that this page has sent. */
  readonly #made = new Map<string, NoteFile>();
  /** Those that another page sends, or whose note is gone. */
  readonly #elsewhere = new Set<string>();
  #working = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(service: Service) {
    this.#service = service;
    this.#kept = new KeptFiles(service.drafts.userId);
    service.connection.onChange((change) => {
      if (change === null) this.#work();
    });
    onLeaving(() => this.#kept.isFleeting);
  }

  /** Takes up what pages before this one have left. */
  async resume(): Promise<void> {
    await this.#kept.load();
    for (const { key } of this.#kept.all) this.#listeners.tell(key);
    this.#work();
  }

  /** Whether another file of that many bytes can wait. */
  hasRoom(bytes: number): boolean {
    return this.#kept.hasRoom(bytes);
  }

  /** Begins to send a file of this note, and gives the key by which the text knows it meanwhile. */
  begin(noteId: string, file: File): string {
    const key = crypto.randomUUID();
    void this.#kept.put({ key, noteId, file, name: null, at: Date.now() });
    this.#service.drafts.write(unsentFile + key, noteId);
    this.#service.drafts.flush();
    this.#work();
    return key;
  }

  /** A file that is on its way; null where this page knows of none. */
  maybe(key: string): Upload | null {
    const file = this.#kept.maybe(key)?.file ?? null;
    return file === null ? null : { key, file, share: this.#shares.get(key) ?? null };
  }

  /** The name that the file has got meanwhile. */
  maybeName(key: string): string | null {
    return this.#kept.maybe(key)?.name ?? null;
  }

  /** What the service has said of a file when this page sent it. */
  maybeMade(name: string): NoteFile | null {
    return this.#made.get(name) ?? null;
  }

  /** Calls `listener` with the key of each upload that gets on; gives the function that ends this. */
  readonly subscribe = this.#listeners.subscribe;

  /** The text of an open note names these uploads: those that have arrived get their names, the others are sent to this note. */
  adopt(noteId: string, keys: readonly string[]): void {
    for (const key of keys) {
      const kept = this.#kept.maybe(key);
      if (kept === null) continue;
      if (kept.name !== null) void this.#rename(noteId, key, kept.name);
      else if (kept.noteId !== noteId && !isNew(noteId)) void this.#kept.put({ ...kept, noteId });
    }
  }

  #work(): void {
    if (!this.#working) void this.#sendAll();
  }

  /** One after the other, so that the first is there soon. */
  async #sendAll(): Promise<void> {
    clearTimeout(this.#timer);
    this.#working = true;
    try {
      for (let key = this.#next(); key !== null; key = this.#next()) await this.#send(key);
    } catch (error) {
      // After the end of a session the connection tells when there is another one.
      if (isSessionEnd(error)) this.#service.connection.retry();
      else
        this.#timer = setTimeout(() => {
          this.#work();
        }, retryAfter);
    } finally {
      this.#working = false;
    }
  }

  /** Of those whose note is there. */
  #next(): string | null {
    const waiting = this.#kept.all.filter(({ key, file, noteId }) => file !== null && !this.#elsewhere.has(key) && !isNew(finalId(noteId)));
    if (waiting.length === 0 && this.#kept.all.some(({ file, noteId }) => file !== null && isNew(finalId(noteId))))
      this.#timer = setTimeout(() => {
        this.#work();
      }, retryAfter / 10);
    return waiting[0]?.key ?? null;
  }

  /** Throws what is passing: then it is sent again. */
  async #send(key: string): Promise<void> {
    const kept = this.#kept.maybe(key);
    if (kept === null || kept.file === null) return;
    const whenFree = (): void => {
      // That page has sent it.
      if (this.#service.drafts.read(unsentFile + key) === null) return;
      this.#elsewhere.delete(key);
      this.#work();
    };
    if (!(await claim(`upload.${key}`, whenFree))) {
      this.#elsewhere.add(key);
      return;
    }
    const noteId = finalId(kept.noteId);
    try {
      const { items } = await this.#service.client.upload(routes.addNoteFiles, {
        params: { id: noteId },
        files: [kept.file],
        idempotencyKey: key,
        onProgress: (share) => {
          this.#shares.set(key, share);
          this.#listeners.tell(key);
        },
      });
      const [made] = items;
      if (made === undefined) return;
      this.#made.set(made.name, made);
      // It is known by its key from now on: a text that is restored or an undo may bring that back.
      await this.#kept.put({ ...kept, noteId, file: null, name: made.name });
      this.#service.drafts.drop(unsentFile + key);
      await this.#rename(noteId, key, made.name);
      this.#listeners.tell(key);
    } catch (error) {
      this.#shares.set(key, null);
      this.#listeners.tell(key);
      if (error instanceof UnreachableError || isSessionEnd(error) || isPassing(error)) throw error;
      this.#refused(key, noteId, kept.file.name, error);
    }
  }

  #refused(key: string, noteId: string, filename: string, error: unknown): void {
    // A note that is gone may come back from the trash: the next page tries again.
    if (error instanceof ServiceError && error.status === 404) {
      this.#elsewhere.add(key);
      return;
    }
    this.#kept.drop(key);
    this.#service.drafts.drop(unsentFile + key);
    const session = sessionHere(this.#service, noteId);
    const transaction = session === undefined ? null : withoutFile(session.settled(), addressOfUpload(key));
    if (transaction !== null) session?.dispatch(transaction);
    notify({ title: strings.fileRefused(filename), text: error instanceof Error ? error.message : String(error), kind: 'problem' });
  }

  /** Gives the file its name in the text: in the note that is open here, else by a patch of what the service has. */
  async #rename(noteId: string, key: string, name: string): Promise<void> {
    const session = sessionHere(this.#service, noteId);
    const [from, to] = [addressOfUpload(key), addressOfFile(name)];
    const transaction = session === undefined ? null : renamed(session.settled(), from, to);
    if (session !== undefined) {
      if (transaction !== null) session.dispatch(transaction);
      return;
    }
    await this.#service.client
      .call(routes.changeNote, { params: { id: noteId }, body: { edits: [{ oldText: from, newText: to }] } })
      .catch((error: unknown) => {
        // What no longer stands there needs no name; the note gets it when it is opened otherwise.
        if (!(error instanceof ServiceError)) throw error;
      });
  }
}

// What is shown of the files of a note: what the service knows of them, and their contents.

import { LRUCache } from 'lru-cache';
import { maybeFileCalled } from '../../../../main/contract/embedded-files.ts';
import { maybeFileName } from '../../../../main/contract/file-names.ts';
import type { NoteFile } from '../../../../main/contract/files.ts';
import type { Client } from '../../../api/client.ts';
import { routes } from '../../../api/routes.ts';
import type { Service } from '../../../api/service.ts';
import type { EditedText } from '../session/edited-text.ts';
import { uploadsIn } from './in-text.ts';
import { isRemote, RemotePictures } from './remote-pictures.ts';
import { uploadsOf, type Uploads } from './uploads.ts';

/** Bytes of contents that are remembered of all notes. */
const cacheBytes = 64 * 1024 * 1024;
/** For sound and video of 10 MB over a slow line; milliseconds. */
const timeoutMs = 120_000;

/** Contents by name, which is unique over all notes: what was read through one note is shown in another at once. */
type Contents = LRUCache<string, Blob, () => Promise<Blob>>;

const newContents = (): Contents =>
  new LRUCache({
    maxSize: cacheBytes,
    // An empty file counts as well: nothing may weigh nothing there.
    sizeCalculation: ({ size }) => Math.max(size, 1),
    // Those who ask meanwhile wait for the same reading; one that fails is forgotten.
    fetchMethod: (_key, _former, { context: read }) => read(),
    ignoreFetchAbort: true,
  });

const contentsOf = new WeakMap<Client, Contents>();

/** The files of one note that is shown. */
export class ShownFiles {
  readonly uploads: Uploads;
  readonly remote: RemotePictures;
  readonly #service: Service;
  readonly #session: EditedText;
  readonly #contents: Contents;
  #listed: Promise<ReadonlyMap<string, NoteFile>> | null = null;
  /** Names that the list has not had, which is read again for each of them once all that was typed is saved. */
  readonly #missing = new Set<string>();

  constructor(service: Service, session: EditedText) {
    this.#service = service;
    this.#session = session;
    this.uploads = uploadsOf(service);
    this.remote = new RemotePictures(service.client, session.id);
    const contents = contentsOf.get(service.client) ?? newContents();
    contentsOf.set(service.client, contents);
    this.#contents = contents;
    void this.uploads.resume().then(() => {
      this.uploads.adopt(session.id, uploadsIn(session.state.doc));
    });
  }

  /** Begins to send a file of this note; see `Uploads.begin`. */
  begin(file: File): string {
    return this.uploads.begin(this.#session.id, file);
  }

  /** Calls `again` when the service is back, once, for what could not be read; gives the function that ends this. */
  onceBack(again: () => void): () => void {
    const end = this.#service.connection.onChange((change) => {
      if (change !== null) return;
      end();
      again();
    });
    return end;
  }

  /** As `onceBack`, also once a file came or went: the list of them is read anew then. */
  onceOthers(again: () => void): () => void {
    const end = this.#service.connection.onChange((change) => {
      if (change !== null && change.type !== 'file') return;
      end();
      this.#listed = null;
      again();
    });
    return end;
  }

  /** What is known of the file of this name; null where the note has none. */
  async info(name: string): Promise<NoteFile | null> {
    const made = this.uploads.maybeMade(name);
    if (made !== null) return made;
    const found = (await this.#list()).get(name);
    if (found !== undefined || this.#missing.has(name)) return found ?? null;
    this.#missing.add(name);
    await this.#saved();
    this.#listed = null;
    return (await this.#list()).get(name) ?? null;
  }

  /** The newest file of the note that was once called so, by the first of these names that one was; null where the note has none. */
  async maybeCalled(filenames: readonly string[]): Promise<NoteFile | null> {
    return maybeFileCalled([...(await this.#list()).values()], filenames);
  }

  /** A picture of another server, where the user has asked for them, or of a card of the user; null for any other address. */
  async maybePicture(address: string): Promise<Blob | null> {
    const ofCard = await this.maybeAttachment(address);
    if (ofCard !== null || !isRemote(address) || !this.remote.isAllowed) return ofCard;
    return this.#contents.forceFetch(address, { context: () => this.remote.content(address) });
  }

  /** The content of a file; of a picture, with `size`, a small one. Throws like `Client.call`. */
  async content(name: string, size?: '512'): Promise<Blob> {
    const read = async (): Promise<Blob> => {
      const params = { id: this.#session.id, name };
      const { blob } = await this.#service.client.file(routes.readNoteFile, {
        params,
        timeoutMs,
        ...(size === undefined ? {} : { query: { size } }),
      });
      const type = size === undefined ? (await this.info(name))?.mimeType : undefined;
      // The service gives a drawing no type of its own, lest a browser run it; as a picture it is only drawn.
      return type === undefined ? blob : new Blob([blob], { type });
    };
    try {
      return await this.#contents.forceFetch(`${name} ${size ?? ''}`, { context: read });
    } catch {
      // It was named a moment ago: the service learns of that with the text.
      await this.#saved();
      return this.#contents.forceFetch(`${name} ${size ?? ''}`, { context: read });
    }
  }

  /** A picture of a card of the user, which a note can show by its address; null for any other address. */
  async maybeAttachment(address: string): Promise<Blob | null> {
    const { client } = this.#service;
    const path = address.startsWith(client.baseUrl) ? address.slice(client.baseUrl.length) : address;
    const [, id, attachmentId] = /^\/api\/cards\/([\w-]+)\/attachments\/([\w-]+)$/.exec(path) ?? [];
    if (id === undefined || attachmentId === undefined) return null;
    const { blob } = await client.file(routes.readAttachment, { params: { id, attachmentId } });
    return blob.type.startsWith('image/') ? blob : null;
  }

  /** The file to which an address leads, to be saved. Throws like `Client.call`. */
  async download(address: string): Promise<File | null> {
    const name = maybeFileName(address);
    if (name === null) return null;
    const [blob, info] = await Promise.all([this.content(name), this.info(name)]);
    return new File([blob], info?.filename ?? name, { type: blob.type });
  }

  #list(): Promise<ReadonlyMap<string, NoteFile>> {
    // Only notes have files that their text names.
    if (this.#session.type !== 'note') return Promise.resolve(new Map());
    this.#listed ??= this.#service.client
      .call(routes.listNoteFiles, { params: { id: this.#session.id } })
      .then(({ items }) => new Map(items.map((file) => [file.name, file])))
      .catch((error: unknown) => {
        this.#listed = null;
        throw error;
      });
    return this.#listed;
  }

  /** Settles once the service has all that was typed. */
  async #saved(): Promise<void> {
    while (!this.#session.isSaved || this.#session.isNew)
      await new Promise<void>((resolve) => {
        const end = this.#session.subscribe(() => {
          end();
          resolve();
        });
      });
  }
}

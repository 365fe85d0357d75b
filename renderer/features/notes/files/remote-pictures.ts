// Pictures of other servers: shown in a note once its user has asked for it, which the browser remembers of the note.

import type { Client } from '../../../api/client.ts';
import { routes } from '../../../api/routes.ts';
import { readSetting, writeSetting } from '../../../api/remembered.ts';

const setting = 'remote-pictures';
/** How many notes are remembered; those that were asked for last. */
const maxNotes = 500;

function allowedHosts(): readonly string[] {
  return (readSetting(setting) ?? '').split(' ').filter((id) => id !== '');
}

export const isRemote = (address: string): boolean => /^https?:\/\//i.test(address);

export class RemotePictures {
  readonly #client: Client;
  readonly #noteId: string;
  readonly #told = new Set<() => void>();
  #isAllowed: boolean;

  constructor(client: Client, noteId: string) {
    this.#client = client;
    this.#noteId = noteId;
    this.#isAllowed = allowedHosts().includes(noteId);
  }

  get isAllowed(): boolean {
    return this.#isAllowed;
  }

  /** For all pictures of the note, now and whenever it is opened in this browser. */
  allow(): void {
    this.#isAllowed = true;
    const others = allowedHosts().filter((id) => id !== this.#noteId);
    writeSetting(setting, [...others, this.#noteId].slice(-maxNotes).join(' '));
    for (const tell of [...this.#told]) tell();
  }

  /** The service asks the other server, not this browser. Throws like `Client.call`. */
  async content(url: string): Promise<Blob> {
    return (await this.#client.file(routes.remotePicture, { body: { url } })).blob;
  }

  /** `tell` is called once they are allowed; call what this returns to end it. */
  subscribe(tell: () => void): () => void {
    this.#told.add(tell);
    return () => {
      this.#told.delete(tell);
    };
  }
}

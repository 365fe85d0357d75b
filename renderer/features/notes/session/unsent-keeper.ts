// Keeps what a session has not sent in the browser, so that a reload or a crash of the tab loses none of it, and sees to it that one
// page alone sends it: two that did would write the same words twice.

import type { Drafts } from '../../../api/drafts.ts';
import { unsentName, type Unsent } from './kept-form.ts';

/** How long a page that is being left may take to let go of its claim, in milliseconds. */
const patience = 400;

const claimed = new Set<string>();

/** Whether this page may go on for that client from now on; false if another page, which is still open, is that client. */
export async function claim(clientID: string): Promise<boolean> {
  if (claimed.has(clientID)) return true;
  return new Promise((resolve) => {
    const granted = async (): Promise<void> => {
      claimed.add(clientID);
      resolve(true);
      // Until this page is gone.
      await new Promise(() => undefined);
    };
    navigator.locks.request(`daybook.note.${clientID}`, { signal: AbortSignal.timeout(patience) }, granted).catch(() => {
      resolve(false);
    });
  });
}

export class UnsentKeeper {
  readonly #drafts: Drafts;
  readonly #clientID: string;
  #name: string | null = null;

  constructor(drafts: Drafts, clientID: string) {
    this.#drafts = drafts;
    this.#clientID = clientID;
  }

  /** `read` is asked when it is stored. What is kept under another note is kept under this one from now on. */
  keep(noteId: string, read: () => Unsent): void {
    const name = unsentName(noteId, this.#clientID);
    const before = this.#name;
    if (before === null) void claim(this.#clientID);
    this.#name = name;
    this.#drafts.write(name, read);
    if (before === null || before === name) return;
    this.#drafts.flush();
    this.#drafts.drop(before);
  }

  /** Nothing is left to be kept. */
  drop(): void {
    if (this.#name !== null) this.#drafts.drop(this.#name);
    this.#name = null;
  }
}

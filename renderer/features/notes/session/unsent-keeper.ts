// Keeps what a session has not sent in the browser, so that a reload or a crash of the tab loses none of it, and sees to it that one
// page alone sends it: two that did would write the same words twice.

import { claim } from '../../../api/claims.ts';
import type { Drafts } from '../../../api/drafts.ts';
import { unsentName, type Unsent } from './kept-form.ts';

/** What a page claims that goes on for a client. */
export function claimOf(clientID: string): string {
  return `note.${clientID}`;
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
    if (before === null) void claim(claimOf(this.#clientID));
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

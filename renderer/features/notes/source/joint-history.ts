// Undo and redo go on where the user has changed the same note in the other view: in the markdown with what was changed in the text before
// it was opened, and in the text with what was changed in the markdown.
//
// The session keeps its history while the markdown is shown, and takes back there what it is asked to. It comes into the markdown as what
// others do comes in, so that it leaves alone what they wrote.

import { getVersion } from 'prosemirror-collab';
import { redo, redoDepth, undo, undoDepth } from 'prosemirror-history';
import type { Node } from 'prosemirror-model';
import type { Command, EditorState } from 'prosemirror-state';
import { notify } from '../../../ui/toasts.ts';
import type { NoteSession } from '../session/note-session.ts';
import { strings } from '../strings.ts';
import type { SourceText } from './code-view.ts';
import { inMarkdown } from './cursor-place.ts';
import { documentsBeside } from './document-before.ts';
import type { SourceSaver } from './source-saver.ts';

/** How many characters are read to tell the changes of the markdown apart; what was changed before them is one change. */
const maxRead = 400_000;
const maxChanges = 50;

interface JointHistoryOptions {
  readonly session: NoteSession;
  readonly saver: SourceSaver;
  readonly text: SourceText;
}

export class JointHistory {
  readonly #session: NoteSession;
  readonly #saver: SourceSaver;
  readonly #text: SourceText;
  /** The state of the session since which only the markdown was changed, by the user. */
  #since: EditorState;
  /** How many changes redo brings back in the session before any of the markdown. */
  #redos: number;
  #working: Promise<void> = Promise.resolve();
  #waiting = 0;
  /** How often the user has written in the markdown. */
  #typed = 0;
  #isHandedOver = false;

  constructor({ session, saver, text }: JointHistoryOptions) {
    this.#session = session;
    this.#saver = saver;
    this.#text = text;
    this.#since = session.state;
    this.#redos = Number(redoDepth(session.state));
  }

  /** The user has written in the markdown: what was taken back in the text before is not brought back any more. */
  typed(): void {
    this.#typed += 1;
    this.#redos = 0;
  }

  /** Takes back the last change of the text. To be called where nothing of the markdown can be taken back. */
  undo(): void {
    if (this.#waiting > 0 || undoDepth(this.#session.state) > 0) this.#next(undo, 1);
  }

  /** Brings back what was taken back of the text; false where what was taken back of the markdown is next, if anything is. */
  redo(): boolean {
    if (this.#redos === 0) return false;
    this.#next(redo, -1);
    return true;
  }

  /** Resolves when all is done that was asked for. */
  async settled(): Promise<void> {
    // What has failed is told once, and holds nothing up.
    await this.#working.catch(() => undefined);
  }

  /** Has undo and redo in the text go on with what was changed in the markdown, once all of it is saved. Done once. */
  async handOver(): Promise<void> {
    if (!(await this.#meet()) || this.#isHandedOver) return;
    this.#isHandedOver = true;
    const session = this.#session;
    const markdown = this.#text.read();
    const most = Math.max(1, Math.min(maxChanges, Math.floor(maxRead / (markdown.length + 1))));
    const { before, after } = this.#text.changes(most);
    if (before.length + after.length === 0) return;
    const documentOf = documentsBeside(session.state.doc, markdown);
    const documents = (texts: readonly string[]): readonly Node[] => texts.map(documentOf).filter((doc) => doc !== null);
    // What redo brings back in the text comes before what it does in the markdown.
    session.madeElsewhere({ since: this.#since, before: documents(before), after: this.#redos > 0 ? [] : documents(after) });
  }

  /** Has the session do it once all that was asked for before is done; `redos` is how many more changes redo brings back there then. */
  #next(command: Command, redos: 1 | -1): void {
    const typed = this.#typed;
    const isNewest = (): boolean => typed === this.#typed;
    const work = async (): Promise<void> => {
      let isDone = false;
      try {
        isDone = await this.#have(command, isNewest);
      } finally {
        if (!isDone && isNewest()) this.#redos -= redos;
        this.#waiting -= 1;
      }
    };
    this.#redos += redos;
    this.#waiting += 1;
    this.#working = this.settled().then(work);
  }

  /** Whether there was anything to do; `isNewest` tells whether the user has written nothing in the markdown since it was asked for. */
  async #have(command: Command, isNewest: () => boolean): Promise<boolean> {
    const session = this.#session;
    if (!(await this.#meet())) {
      notify({ title: strings.sourceWaiting, kind: 'problem' });
      return false;
    }
    // What is in the markdown by now, and was not taken back there, comes as what others wrote.
    session.madeElsewhere({ since: this.#since, before: [], after: [] });
    if (!command(session.state, session.dispatch)) return false;
    await session.flush();
    this.#since = session.state;
    // Where the user goes on writing, the cursor stays.
    if ((await this.#meet()) && isNewest()) this.#text.show(inMarkdown(this.#text.read(), session.state.doc, session.state.selection.head));
    return true;
  }

  /** Saves both; whether they have the same version then. */
  async #meet(): Promise<boolean> {
    const [session, saver] = [this.#session, this.#saver];
    // Others may write meanwhile.
    for (let attempt = 0; attempt < 3; attempt++) {
      await saver.flush(getVersion(session.state));
      await session.flush(saver.version);
      if (saver.isSaved && session.isSaved && getVersion(session.state) === saver.version) return true;
    }
    return false;
  }
}

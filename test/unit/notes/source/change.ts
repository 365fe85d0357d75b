// Changes of a note that are told by its text, and the bytes that the note has then.

import type { Node } from 'prosemirror-model';
import { EditorState, TextSelection, type Command } from 'prosemirror-state';
import { Transform } from 'prosemirror-transform';
import { noteSchema } from '../../../../main/contract/note-schema.ts';
import { NoteSource } from '../../../../main/features/notes/note-source.ts';

export class Change {
  readonly tr: Transform;
  readonly #doc: Node;

  constructor(doc: Node) {
    this.#doc = doc;
    this.tr = new Transform(doc);
  }

  /** Where a text stands. */
  at(text: string): number {
    let found = -1;
    this.#doc.descendants((node, place) => {
      const index = node.isText ? (node.text ?? '').indexOf(text) : -1;
      if (found < 0 && index >= 0) found = place + index;
      return found < 0;
    });
    if (found < 0) throw new Error(`There is no ${text}`);
    return found;
  }

  /** The item or row, `up` levels above the text. */
  around(text: string, up = 1): { readonly from: number; readonly to: number } {
    const place = this.#doc.resolve(this.at(text));
    return { from: place.before(place.depth - up), to: place.after(place.depth - up) };
  }
}

/** The bytes after a change. */
export function after(markdown: string, change: (change: Change) => void): string {
  const source = NoteSource.parse(markdown, 'Note');
  const made = new Change(source.doc);
  change(made);
  return source.advance(made.tr.doc).content();
}

/** What a command of the editor does where a text stands. */
export const command =
  (text: string, make: Command) =>
  (change: Change): void => {
    const { tr } = change;
    const state = EditorState.create({ doc: tr.doc, selection: TextSelection.create(tr.doc, change.at(text)) });
    make(state, (made) => made.steps.forEach((step) => tr.step(step)));
  };

/** A change of `before`, and what comes of it. */
export type Case = readonly [name: string, before: string, change: (change: Change) => void, after: string];

export const bold = noteSchema.marks.strong.create({ depth: 1 });

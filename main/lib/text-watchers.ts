// How features tell of what a record's text says: handed to each that has texts. All of it is called inside the write that changes them.

import type { Node } from 'prosemirror-model';

export interface NoteWatcher {
  /** Before the write, of notes that `created` or `changed` is going to tell of: what takes long to be loaded. */
  prepare(blocks: readonly Node[]): Promise<void> | null;
  /** A new note; null where its text could not be read in the write. */
  created(userId: string, id: string, blocks: readonly Node[] | null): void;
  changed(userId: string, id: string, before: Node, after: Node): void;
  /** A note that has come back from the trash. */
  restored(userId: string, id: string): void;
}

/** What a card or an event says. */
export interface RecordText {
  readonly title: string;
  readonly description: string | null;
  /** Of the occurrences of an event that have another. */
  readonly ownDescriptions?: readonly string[];
  /** Besides, such as where an event takes place, and what some of its occurrences say. */
  readonly others: readonly string[];
}

/** All that is markdown in it. */
export function markdownIn({ description, ownDescriptions = [] }: Omit<RecordText, 'title' | 'others'>): readonly string[] {
  return description === null ? ownDescriptions : [description, ...ownDescriptions];
}

/** Told of what a card or an event says, as it was (null of a new one) and as it is now. */
export type DescriptionWatcher = (userId: string, id: string, before: RecordText | null, after: RecordText) => void;

/** How the names in a note differ from those of its version before the change. */
interface ChangedNames {
  /** The version before the change. */
  readonly version: number;
  readonly added: readonly string[];
  /** Those that the note does not name any more. */
  readonly removed: readonly string[];
}

/** What notes tell of the files that they name: a file stays as long as a version names it. Both throw `too_large`. */
export interface NamedFiles {
  created(userId: string, noteId: string, content: string): void;
  changed(userId: string, noteId: string, names: ChangedNames): void;
}

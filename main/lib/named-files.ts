// What notes tell of the files that they name: a file stays as long as a version names it.

/** How the names in a note differ from those of its version before the change. */
export interface ChangedNames {
  /** The version before the change. */
  readonly version: number;
  readonly added: readonly string[];
  /** Those that the note does not name any more. */
  readonly removed: readonly string[];
}

/** To be called inside the write that changes the note. Both throw `too_large`. */
export interface NamedFiles {
  created(userId: string, noteId: string, content: string): void;
  changed(userId: string, noteId: string, names: ChangedNames): void;
}

// The markdown of a note that could not be saved yet, as it is kept in the browser.

export interface SourceDraft {
  readonly text: string;
  /** The markdown that it was made of, and its version. */
  readonly base: string;
  readonly version: number;
}

/** The name under which it is kept. */
export function sourceDraft(noteId: string): string {
  return `note/${noteId}/source`;
}

// What a user typed and what fits its note no more, kept until it is a note of its own or discarded.

export interface Lost {
  readonly title: string;
  /** To be read, and what is made a note where there is no document. */
  readonly text: string;
  /** The document as it was typed, as JSON. */
  readonly doc: unknown;
}

/** The name under which it is kept. */
export function lostName(noteId: string): string {
  return `note/${noteId}/lost`;
}

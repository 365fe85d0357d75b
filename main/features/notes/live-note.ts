// A note as it is in memory, and the steps that bring it forward. Nothing here is ever changed in place.

import type { NoteSource } from './note-source.ts';

export interface LiveNote {
  readonly version: number;
  readonly source: NoteSource;
  /** The markdown has no more bytes of UTF-8 than this; absent when they were not counted yet. */
  readonly sizeAtMost?: number;
}

/** A step to be stored. */
export interface NewStep {
  /** As `Step.toJSON()` gives it. */
  readonly step: object;
  /** The same as JSON text, where that has been written already; */
  readonly text?: string;
  /** packed instead where it is long, with the length of the text. */
  readonly packed?: { readonly bytes: Uint8Array; readonly length: number };
  /** What replay needs besides the steps: on the last step of a delta that came as markdown or as a restore, null elsewhere. */
  readonly splices: string | null;
}

/** A stored step. */
export interface StoredStep {
  /** The version that it leads to. */
  readonly version: number;
  /** The version that its delta leads to. */
  readonly delta: number;
  /** JSON text. */
  readonly step: string;
  readonly splices: string | null;
  readonly clientID: string | number | null;
}

/** The steps that a note has taken. */
export interface StepHistory {
  /** Those after a version up to now, oldest first. Throws `history_gone`. */
  after(version: number): readonly StoredStep[];
}

/** What a change has come to. Without steps nothing changed: it is the same note at the same version. */
export interface NoteOutcome {
  readonly note: LiveNote;
  readonly steps: readonly NewStep[];
  /** The markdown before and after, where the change was made in it. */
  readonly texts?: readonly [string, string] | undefined;
}

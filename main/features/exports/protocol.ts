// What the service and the process that makes documents tell each other over the channel between the two.

import type { ExportFormat, ExportNote } from './export-note.ts';

/** A document to be made. */
export interface ExportJob {
  readonly format: ExportFormat;
  readonly note: ExportNote;
}

/** How documents are made. */
export interface ThreadSettings {
  /** The module that reads the markdown of notes, as a `file:` URL. */
  readonly parser: string;
  /** Processor time that one document may take, in milliseconds. What else the machine does meanwhile does not count. */
  readonly maxProcessorMs: number;
  /** Megabytes that a thread may use for one. */
  readonly memory: number;
  /** How long a thread is kept when there is nothing to do, in milliseconds. */
  readonly idle: number;
}

/** The first message to a new process, one for each document, and one for each that is given up. */
export type ToDocuments =
  | { readonly type: 'begin'; readonly settings: ThreadSettings }
  | { readonly type: 'make'; readonly id: number; readonly job: ExportJob }
  | { readonly type: 'cancel'; readonly id: number };

/** The document, or why there is none; `message` is for the log. `not started`: the system starts no process and no thread now. */
export type ExportOutcome =
  | { readonly made: Uint8Array<ArrayBuffer> }
  | {
      readonly made: null;
      readonly why: 'too much memory' | 'too much time' | 'given up' | 'not started' | 'failed';
      readonly message: string;
    };

/** Told once of each document; of one that was given up when the thread that made it has ended. */
export interface FromDocuments {
  readonly id: number;
  readonly outcome: ExportOutcome;
}

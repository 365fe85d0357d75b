// What a run needs of the tools: handed in, for records and for files alike.

import type { CallDiff } from '../../contract/runs.ts';
import type { StoredCall } from './step-store.ts';
import type { StoredRun } from './store.ts';

/** A tool as the model is told of it. */
export interface RunTool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema. */
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly readOnly: boolean;
  /** Throws `validation_failed` for arguments that it does not take. */
  check(args: unknown): void;
}

export interface RunToolResult {
  readonly text: string;
  /** The record that was written, and the version that it has now. */
  readonly recordId: string | null;
  readonly recordVersion: number | null;
}

type Arguments = Readonly<Record<string, unknown>>;

/** The tools of a run, as the user that started it is now. */
export interface RunTools {
  readonly tools: readonly RunTool[];
  /** What a call would change; null where that cannot be told. Throws `not_found`. */
  diff(tool: string, args: Arguments): Promise<CallDiff | null>;
  /** Tries a call that writes, and changes nothing. Throws `AppError` as carrying it out now would, where that can be tried. */
  rehearse(tool: string, args: Arguments): Promise<void>;
  /** The version of what a diff is about, now; null where it has none. Throws `not_found`. */
  versionOf(diff: CallDiff): Promise<number | null>;
  /**
   * Does it. `beforeWrite` is called inside the transaction of what it writes, and throws where that may not be. A call that has written
   * before gives what it gave then, or throws `conflict`. Throws `AppError` as the service would answer.
   */
  run(call: StoredCall, args: Arguments, beforeWrite: () => void): Promise<RunToolResult>;
}

/** Opens them. Throws `unauthorized` when the user or the token is not there any more. */
export type OpenRunTools = (run: StoredRun, signal: AbortSignal) => RunTools;

// What a tool for models is: a name, what it takes, and what it does with the calls that its caller may make.

import type { z } from 'zod';
import type { Operation } from '../contract/batch.ts';
import type { ReplyOf, Route } from '../contract/route.ts';
import type { Scope } from '../contract/scopes.ts';
import { validate } from '../invoke/validate.ts';
import { AppError } from '../lib/app-error.ts';
import type { Caller } from '../lib/caller.ts';

/** A call of a route, as a tool makes it. */
export interface ToolRequest {
  readonly params?: Readonly<Record<string, string>>;
  /** Undefined and null are left out. */
  readonly query?: Readonly<Record<string, string | number | null | undefined>>;
  readonly body?: unknown;
}

/** What tools stand on: everything else that they need, they ask the service for, as their caller. */
export interface ToolContext {
  readonly caller: Caller;
  /** Throws `AppError` as the route would answer. */
  ask<R extends Route>(route: R, request?: ToolRequest): Promise<ReplyOf<R>>;
  /**
   * All of these operations, whose paths hold ids that are escaped, or none: their answers, and what `undo` names them by; null where
   * nothing has changed. Throws `AppError` as the one that fails would answer.
   */
  write(...writes: readonly Operation[]): Promise<{ readonly batchId: string | null; readonly answers: readonly unknown[] }>;
  /** Where a path of the page is shown. */
  readonly pageUrl: (path: string) => string;
  /** Milliseconds since the Unix epoch. */
  readonly now: () => number;
  /** The zone of this machine. */
  readonly timeZone: () => string;
}

export interface ToolResult {
  /** Compact markdown, no longer than the cap. */
  readonly text: string;
  /** Ids, versions and cursors only: whatever is to be read stands in the text. */
  readonly structured: Readonly<Record<string, unknown>>;
}

/** How a tool behaves, in the words of MCP. */
interface ToolHints {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
}

export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** An object without a union at its root. */
  readonly input: z.ZodObject;
  readonly hints: ToolHints;
  /** A token needs at least one of them; what it does with a record needs that record's own. */
  readonly scopes: readonly Scope[];
  /** Validates the arguments and does it. Throws `AppError`. */
  run(args: unknown, context: ToolContext): Promise<ToolResult>;
}

interface ToolLine<Input extends z.ZodObject> extends Omit<Tool, 'run' | 'input'> {
  readonly input: Input;
  readonly run: (input: z.output<Input>, context: ToolContext) => Promise<ToolResult>;
}

/** A tool whose `run` gets what its `input` lets through. */
export function tool<Input extends z.ZodObject>({ run, ...line }: ToolLine<Input>): Tool {
  return { ...line, run: async (args, context) => run(validate(line.input, args, 'argument') as z.output<Input>, context) };
}

/** A refusal in the words of a tool: `own` says of each text of the interface, with the names of its fields, what that is. */
export function inOwnWords(error: unknown, own: (text: string) => string): unknown {
  if (!(error instanceof AppError) || error.code !== 'validation_failed') return error;
  const errors = error.errors.map(({ path, message }) => ({ path: own(path), message: own(message) }));
  return new AppError(error.code, own(error.message), { errors, cause: error });
}

/** For tools that change nothing. */
export const reads: ToolHints = { readOnlyHint: true, destructiveHint: false, idempotentHint: true };

// The tools that models get, in the order in which they are listed: what serves them, for MCP or for the runs of an agent, takes them here.

import { z } from 'zod';
import type { Call } from '../invoke/call.ts';
import { AppError } from '../lib/app-error.ts';
import type { Caller } from '../lib/caller.ts';
import { withIds } from './address.ts';
import { moveCard, saveCard, saveColumn } from './cards.ts';
import { contextsOf, type ToolServices, type ToolWay } from './context.ts';
import { saveEvent } from './events.ts';
import { findFreeTime } from './free-time.ts';
import { link } from './link.ts';
import { list } from './list.ts';
import { createNote, editNote } from './notes.ts';
import { read } from './read.ts';
import { search } from './search.ts';
import type { Tool, ToolContext, ToolResult } from './tool.ts';
import { trash } from './trash.ts';
import { undo } from './undo.ts';

/** Reading first, then writing; the order is fixed, so that what a client keeps of it stays true. */
export const tools: readonly Tool[] = [
  search,
  read,
  list,
  findFreeTime,
  createNote,
  editNote,
  saveCard,
  moveCard,
  saveColumn,
  saveEvent,
  link,
  trash,
  undo,
];

/** A tool's input as JSON Schema, without what says nothing to a model. */
export function inputSchema({ input }: Pick<Tool, 'input'>): Record<string, unknown> {
  const { $schema: _, ...schema } = z.toJSONSchema(input, { io: 'input' });
  return compact(schema) as Record<string, unknown>;
}

/** What no call comes near to, or whose refusal says as much: that of a text too long, of a negative number. */
const silent = new Set(['minLength', 'maxLength', 'pattern', 'minItems', 'maxItems', 'minimum']);

/** Above it no argument has a bound that a model could reach. */
const largestMaximum = 1_000;

/** Without bounds and empty values that say nothing to a model; that an object takes no other fields, it is told of the outermost. */
function compact(value: unknown, isOutermost = true): unknown {
  if (Array.isArray(value)) return value.filter((each) => each !== '').map((each) => compact(each, false));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(withoutNull(value))
      .filter(([key, inner]) => !saysNothing(key, inner, isOutermost))
      .map(([key, inner]) => [key, compact(inner, false)]),
  );
}

/** Without null where that is the one other value: some clients cannot give it, and each argument that takes it has another way. */
function withoutNull(schema: object): object {
  if (!('anyOf' in schema) || !Array.isArray(schema.anyOf)) return schema;
  const { anyOf, ...rest } = schema;
  const [only, ...others] = (anyOf as readonly { readonly type?: unknown }[]).filter(({ type }) => type !== 'null');
  return others.length === 0 ? { ...only, ...rest } : schema;
}

function saysNothing(key: string, inner: unknown, isOutermost: boolean): boolean {
  if (key === 'maximum') return Number(inner) > largestMaximum;
  // A property that is called so has a schema.
  return typeof inner !== 'object' && (silent.has(key) || (key === 'additionalProperties' && !isOutermost));
}

/** What one call may do with the tools. */
export interface ToolBox {
  /** The tools that the caller's scopes allow, in their order. */
  readonly tools: readonly Tool[];
  readonly context: ToolContext;
  /** Null if there is no such tool. Rejects with `AppError` as the service would answer, also for a tool that is not shown. */
  run(name: string, args: unknown): Promise<ToolResult> | null;
}

/** Opens the tools for a caller, on behalf of the call by which it came. */
export function toolsOf(services: ToolServices): (caller: Caller, asked: Call, way?: ToolWay) => ToolBox {
  const contextOf = contextsOf(services);
  return (caller, asked, way) => {
    const context = contextOf(caller, asked, way);
    const allows = ({ scopes }: Tool): boolean => scopes.some((scope) => caller.scopes.has(scope));
    return {
      tools: tools.filter(allows),
      context,
      run: (name, args) => {
        const found = tools.find((each) => each.name === name);
        if (found === undefined) return null;
        // Each of them would do.
        if (!allows(found))
          return Promise.reject(new AppError('insufficient_scope', `This token lacks the scope ${found.scopes.join(' or ')}`));
        return found.run(withIds(args, services.pageUrl), context);
      },
    };
  };
}

// The calls of an answer of the model as they come in: read strictly, compared with what is there, and judged whether they need a decision.

import { AppError } from '../../lib/app-error.ts';
import type { Clock } from '../../lib/clock.ts';
import type { CalledTool } from './completion.ts';
import { readArguments } from './reply.ts';
import type { StoredRun } from './store.ts';
import type { StoredCall } from './step-store.ts';
import type { RunTools } from './tools.ts';

interface ReceivedCalls {
  readonly calls: readonly StoredCall[];
  /** How many in a row could not be read by now; no fewer any more once it is `maxMalformed`. */
  readonly malformed: number;
}

/** Calls in a row that the model wrote so that they could not be read, which end a run. */
export const maxMalformed = 3;

/** Calls of one answer that are carried out: the model is told that the others were not. */
const maxAtOnce = 16;

/** Names of calls that any provider takes back. */
const usualName = /^[\w.:-]{1,64}$/;

export async function receiveCalls(
  run: StoredRun,
  stepId: string,
  called: readonly CalledTool[],
  tools: RunTools,
  { newId, clock }: { readonly newId: () => string; readonly clock: Clock },
): Promise<ReceivedCalls> {
  const calls: StoredCall[] = [];
  let { malformed } = run;
  let hasWrite = false;
  for (const each of called) {
    // What comes after a write that is not done yet can depend on it.
    const { fault, ...judged } = calls.length < maxAtOnce ? await judge(run, each, tools, !hasWrite) : tooMany;
    hasWrite ||= judged.status !== 'failed' && isWrite(each, tools);
    if (fault) malformed += 1;
    else if (malformed < maxMalformed) malformed = 0;
    const id = newId();
    const isUsual = usualName.test(each.id) && !calls.some(({ name }) => name === each.id);
    calls.push({
      id,
      runId: run.id,
      stepId,
      name: isUsual ? each.id : id,
      tool: each.tool,
      arguments: each.arguments,
      decision: null,
      reason: null,
      hasWritten: false,
      recordId: null,
      recordVersion: null,
      createdAt: clock(),
      updatedAt: clock(),
      ...judged,
    });
  }
  return { calls, malformed };
}

const isWrite = ({ tool }: CalledTool, { tools }: RunTools): boolean => tools.find(({ name }) => name === tool)?.readOnly === false;

type Judged = Pick<StoredCall, 'status' | 'diff' | 'result'> & { readonly fault: boolean };

const refused = (result: string, fault: boolean): Judged => ({ status: 'failed', diff: null, result, fault });

const tooMany = refused(`Not done: at most ${maxAtOnce} tools can be called at once. Ask for it again`, false);

async function judge(
  run: StoredRun,
  { tool: name, arguments: written }: CalledTool,
  tools: RunTools,
  canBeTried: boolean,
): Promise<Judged> {
  const tool = tools.tools.find((each) => each.name === name);
  if (tool === undefined)
    return refused(`There is no tool ${JSON.stringify(name)}. There are: ${tools.tools.map((each) => each.name).join(', ')}`, true);
  const args = readArguments(written);
  if (args === null) return refused('The arguments are not a JSON object, or are nested too deeply', true);
  try {
    tool.check(args);
  } catch (error) {
    if (error instanceof AppError) return refused(told(error), true);
    throw error;
  }
  if (tool.readOnly) return { status: 'approved', diff: null, result: null, fault: false };
  const status = needsApproval(run, tool, args) ? 'pending' : 'approved';
  try {
    const diff = await maybeDiff(tools, name, args);
    if (status === 'pending' && canBeTried) await tools.rehearse(name, args);
    return { status, diff, result: null, fault: false };
  } catch (error) {
    // A person need not decide on what cannot be done.
    if (error instanceof AppError) return refused(told(error), false);
    throw error;
  }
}

/** Null also where the run may change what it may not read. */
async function maybeDiff(tools: RunTools, name: string, args: Arguments): Promise<StoredCall['diff']> {
  try {
    return await tools.diff(name, args);
  } catch (error) {
    if (error instanceof AppError && error.code === 'insufficient_scope') return null;
    throw error;
  }
}

/** An error as the model is told of it. */
export function told({ code, message, errors }: AppError): string {
  const others = errors.slice(1, 10).map(({ path, message: fault }) => `\n- ${path} ${fault}`);
  return `${code}: ${message}${others.join('')}`;
}

type Arguments = Readonly<Record<string, unknown>>;

/** A record that is new, or is changed only if it is of the version that was read. */
const newOrVersioned = ({ id, version }: Arguments): boolean => id === undefined || version !== undefined;

/** What `auto-safe` lets through: one record, that is created or of a known version. Whatever is not here asks, also tools to come. */
const safe: Readonly<Record<string, (args: Arguments) => boolean>> = {
  create_note: () => true,
  edit_note: ({ version }) => version !== undefined,
  save_card: newOrVersioned,
  save_event: newOrVersioned,
};

/** Whether a well-formed call waits for a person's decision. Pure: what tools answer has no part in it. */
export function needsApproval(
  run: Pick<StoredRun, 'approval' | 'allowed'>,
  tool: { readonly name: string; readonly readOnly: boolean },
  args: Arguments,
): boolean {
  if (tool.readOnly || run.allowed.includes(tool.name)) return false;
  return run.approval === 'ask' || !(Object.hasOwn(safe, tool.name) && safe[tool.name]?.(args) === true);
}

// The tools for records as a run uses them: through the same way as requests, as the user that started it.

import type { CallDiff, RunUndone } from '../contract/runs.ts';
import type { Scope } from '../contract/scopes.ts';
import { undoApi, type Undone } from '../contract/undo.ts';
import { readEventId } from '../features/calendar/event-record.ts';
import { callDiff, versionOf, type DiffSource } from '../features/runs/call-diff.ts';
import { RunLoop, type LoopOptions } from '../features/runs/run-loop.ts';
import { RunFiles, type RunFilesOptions } from '../features/runs/workspace/run-files.ts';
import type { StoredRun } from '../features/runs/store.ts';
import type { OpenRunTools, RunTool, RunTools } from '../features/runs/tools.ts';
import { openFileTools } from './file-run-tools.ts';
import { validate } from '../invoke/validate.ts';
import { notFound } from '../lib/app-error.ts';
import type { Caller } from '../lib/caller.ts';
import { withIds } from '../tools/address.ts';
import { AgentCall } from '../tools/agent-call.ts';
import { contextsOf, type ToolServices } from '../tools/context.ts';
import { inputSchema, tools, toolsOf } from '../tools/registry.ts';
import type { Tool } from '../tools/tool.ts';

/** The schemas do not change while the service runs. */
const recordRunTools: ReadonlyMap<string, RunTool> = new Map(tools.map((tool) => [tool.name, asRunTool(tool)]));

function asRunTool(tool: Tool): RunTool {
  return {
    name: tool.name,
    description: tool.description,
    parameters: inputSchema(tool),
    readOnly: tool.hints.readOnlyHint,
    check: (args) => {
      validate(tool.input, args, 'argument');
    },
  };
}

/** The names of the tools that these scopes allow, and of all. */
export function toolNames(scopes: ReadonlySet<Scope>): { readonly allowed: readonly string[]; readonly all: readonly string[] } {
  const allowed = tools.filter((tool) => tool.scopes.some((scope) => scopes.has(scope)));
  return { allowed: allowed.map(({ name }) => name), all: tools.map(({ name }) => name) };
}

/** Undoes a batch, as `POST /api/undo` does. Throws as it answers. */
export function undoBatch(services: ToolServices, caller: Caller, batchId: string): Promise<Undone> {
  const asked = new AgentCall({ caller, key: null, signal: new AbortController().signal, beforeWrite: () => undefined });
  return contextsOf(services)(caller, asked).ask(undoApi.undoChanges, { body: { batchId } });
}

export interface LoopParts extends Omit<LoopOptions, 'openTools'> {
  readonly services: ToolServices;
  readonly files: RunFilesOptions;
  readonly callerOf: (run: StoredRun) => Caller;
  readonly foreseen: Foreseen;
}

/** What a call would change of the user's records, where no request tells it. */
type Foreseen = (userId: string) => Omit<DiffSource, 'ask'>;

/** Gives the files that a run has written their old bytes. */
export function undoFiles(files: RunFilesOptions, run: StoredRun): Promise<RunUndone['files']> {
  return new RunFiles(files).undo(run);
}

// Handed on, as a module that is fetched by itself would be a file of its own in the package.
export { workspaceRoot } from '../features/runs/workspace/root.ts';

export function makeLoop({ services, files, callerOf, foreseen, ...parts }: LoopParts): RunLoop {
  const openRecords = recordTools(services, callerOf, foreseen);
  const openFiles = openFileTools(new RunFiles(files), callerOf);
  return new RunLoop({ ...parts, openTools: (run, signal) => mergedTools(openRecords(run, signal), openFiles(run, signal)) });
}

/** The tools of both. */
function mergedTools(records: RunTools, files: RunTools): RunTools {
  const of = (tool: string): RunTools => (files.tools.some(({ name }) => name === tool) ? files : records);
  return {
    tools: [...records.tools, ...files.tools],
    diff: (tool, ...call) => of(tool).diff(tool, ...call),
    rehearse: (tool, args) => of(tool).rehearse(tool, args),
    versionOf: (diff) => (diff.type === 'file' ? files : records).versionOf(diff),
    run: (call, ...how) => of(call.tool).run(call, ...how),
  };
}

function recordTools(services: ToolServices, callerOf: (run: StoredRun) => Caller, foreseen: Foreseen): OpenRunTools {
  const open = toolsOf(services);
  return (run, signal) => {
    const caller = callerOf(run);
    const noWrite = (): void => {
      throw new Error('What is read for a diff writes nothing');
    };
    const { context, tools: allowed } = open(caller, new AgentCall({ caller, key: null, signal, beforeWrite: noWrite }));
    const source: DiffSource = { ...foreseen(caller.userId), ask: (...what) => context.ask(...what) };
    return {
      tools: allowed.flatMap(({ name }) => (run.tools.includes(name) ? (recordRunTools.get(name) ?? []) : [])),
      diff: (tool, args): Promise<CallDiff | null> => callDiff(tool, withIds(args, services.pageUrl), source),
      rehearse: async (tool, args) => {
        // An undo is no batch of writes that could be tried.
        if (tool === 'undo') return;
        const asked = new AgentCall({ caller, key: null, signal, beforeWrite: () => undefined });
        await open(caller, asked, { isRehearsal: true }).run(tool, args);
      },
      versionOf: (diff) => versionOf(diff, context),
      run: async ({ id, tool }, args, beforeWrite) => {
        const asked = new AgentCall({
          caller,
          key: id,
          signal,
          beforeWrite: () => {
            callerOf(run);
            beforeWrite();
          },
        });
        const running = run.tools.includes(tool) ? open(caller, asked).run(tool, args) : null;
        if (running === null) throw notFound('tool');
        const { text, structured } = await running;
        const { id: recordId, version } = structured;
        return {
          text,
          // The version of an occurrence is that of its series.
          recordId: typeof recordId === 'string' ? readEventId(recordId).id : null,
          recordVersion: typeof version === 'number' ? version : null,
        };
      },
    };
  };
}

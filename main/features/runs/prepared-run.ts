// What is looked up before a run is made: its folder, the tools that it may use, and whether there is a model for it.

import { workspaceToolNames, type CreateRun } from '../../contract/runs.ts';
import type { Scope } from '../../contract/scopes.ts';
import { invalid } from '../../lib/app-error.ts';
import type { Caller } from '../../lib/caller.ts';

export interface PreparationOptions {
  /** The names of the tools for records that these scopes allow, and of all of them. */
  readonly recordTools: (scopes: ReadonlySet<Scope>) => Promise<{ readonly allowed: readonly string[]; readonly all: readonly string[] }>;
  /** The folder of a run's files, checked; null for none. Throws `validation_failed`, `forbidden`, `insufficient_scope`. */
  readonly workspaceRoot: (caller: Caller, wanted: string | undefined) => Promise<string | null>;
  /** Throws what a chat would that finds no model. */
  readonly checkProvider: (provider: string | null) => Promise<void>;
}

export interface PreparedRun {
  readonly workspaceRoot: string | null;
  readonly tools: readonly string[];
  readonly scopes: readonly Scope[];
}

/** What tools can need; the rest of a token's scopes is nothing to a run. */
const toolAreas = ['notes', 'boards', 'calendar', 'files'] as const;

const isWorkspaceTool = (name: string): boolean => (workspaceToolNames as readonly string[]).includes(name);

/** Throws `validation_failed`, and what a chat would throw that cannot be asked. */
export async function prepareRun(
  options: PreparationOptions,
  caller: Caller,
  { provider, tools, workspaceRoot }: CreateRun,
): Promise<PreparedRun> {
  const root = await options.workspaceRoot(caller, workspaceRoot);
  const scopes = [...caller.scopes].filter((scope) => toolAreas.some((area) => scope.startsWith(`${area}:`)));
  const { allowed, all } = await options.recordTools(caller.scopes);
  const files = root === null ? [] : workspaceToolNames.filter((name) => caller.scopes.has(fileScope(name)));
  const unknown = tools?.find((name) => !all.includes(name) && !(root !== null && isWorkspaceTool(name)));
  if (unknown !== undefined) {
    const message = isWorkspaceTool(unknown) ? `names ${unknown}, which needs a workspaceRoot` : 'names a tool that there is not';
    throw invalid({ path: 'tools', message });
  }
  await options.checkProvider(provider ?? null);
  const usable = [...allowed, ...files];
  return { workspaceRoot: root, scopes, tools: tools === undefined ? usable : usable.filter((name) => tools.includes(name)) };
}

function fileScope(name: (typeof workspaceToolNames)[number]): Scope {
  return name === 'list_files' || name === 'read_file' ? 'files:read' : 'files:write';
}

// The tools for the files of a workspace as a run uses them.

import type { StoredRun } from '../features/runs/store.ts';
import type { OpenRunTools, RunTool, RunToolResult } from '../features/runs/tools.ts';
import { fileTools, planWrite, readWith } from '../features/runs/workspace/file-tools.ts';
import type { RunFiles } from '../features/runs/workspace/run-files.ts';
import { validate } from '../invoke/validate.ts';
import { notFound } from '../lib/app-error.ts';
import type { Caller } from '../lib/caller.ts';
import { inputSchema } from '../tools/registry.ts';

/** The schemas do not change while the service runs. */
const fileRunTools: readonly RunTool[] = fileTools.map((tool) => ({
  name: tool.name,
  description: tool.description,
  parameters: inputSchema(tool),
  readOnly: tool.readOnly,
  check: (args) => {
    validate(tool.input, args, 'argument');
  },
}));

/** None for a run without a workspace. Files of this machine are the owner's. */
export function openFileTools(runFiles: RunFiles, callerOf: (run: StoredRun) => Caller): OpenRunTools {
  return (run) => {
    const { isOwner, scopes } = callerOf(run);
    const files = isOwner ? runFiles.filesOf(run) : null;
    const allowed = ({ name, readOnly }: RunTool): boolean =>
      run.tools.includes(name) && scopes.has(readOnly ? 'files:read' : 'files:write');
    const tools = files === null ? [] : fileRunTools.filter(allowed);
    const maybeTool = (name: string): RunTool | undefined => tools.find((tool) => tool.name === name);
    return {
      tools,
      diff: async (name, args) => {
        if (files === null || maybeTool(name)?.readOnly !== false) return null;
        return (await planWrite(files, name, args)).diff;
      },
      // Its diff tells that already.
      rehearse: () => Promise.resolve(),
      versionOf: () => Promise.resolve(null),
      run: async (call, args, beforeWrite): Promise<RunToolResult> => {
        const tool = maybeTool(call.tool);
        if (files === null || tool === undefined) throw notFound('tool');
        const text = tool.readOnly
          ? await readWith(files, tool.name, args)
          : await runFiles.carryOut(run, call, args, () => {
              callerOf(run);
              beforeWrite();
            });
        return { text, recordId: null, recordVersion: null };
      },
    };
  };
}

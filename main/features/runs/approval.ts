// Which calls wait for a person. Pure: what tools answer has no part in it.

import type { StoredRun } from './store.ts';

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

/** Whether a well-formed call waits for a decision. */
export function needsApproval(
  run: Pick<StoredRun, 'approval' | 'allowed'>,
  tool: { readonly name: string; readonly readOnly: boolean },
  args: Arguments,
): boolean {
  if (tool.readOnly || run.allowed.includes(tool.name)) return false;
  return run.approval === 'ask' || !(Object.hasOwn(safe, tool.name) && safe[tool.name]?.(args) === true);
}

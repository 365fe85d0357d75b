import { z } from 'zod';
import { allScopes } from '../contract/scopes.ts';
import { undoApi } from '../contract/undo.ts';
import { fill } from './budget.ts';
import { tool } from './tool.ts';

export const undo = tool({
  name: 'undo',
  title: 'Undo',
  description: 'Undo all that the batch of a write did; leaves alone, and tells, what was changed since.',
  input: z.strictObject({ batchId: z.string() }),
  hints: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
  scopes: allScopes.filter((scope) => /^(?:notes|boards|calendar):(?:write|delete)$/.test(scope)),
  run: async (body, { ask }) => {
    const { batchId, restored, skipped } = await ask(undoApi.undoChanges, { body });
    const lines = [
      ...restored.map(
        ({ type, id, version }) => `- ${type} ${id} ${version === null ? 'is in the trash' : `is as before, now v${version}`}`,
      ),
      ...skipped.map(({ type, id, reason }) => `- ${type} ${id ?? ''} left alone: ${reason}`),
    ];
    const head = batchId === null ? 'Nothing was undone.' : `Undone as batch ${batchId}`;
    return { text: fill(head, lines).text, structured: { batchId, restored, skipped } };
  },
});

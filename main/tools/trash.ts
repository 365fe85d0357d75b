import { z } from 'zod';
import { trashTypes, type TrashEntry } from '../contract/trash.ts';
import { scopes } from '../contract/recurrence.ts';
import { titleOf } from './outline.ts';
import { tool } from './tool.ts';

export const trash = tool({
  name: 'trash',
  title: 'Put into the trash',
  description: 'Put a record into the trash, from which the user can bring it back. A column takes its cards along.',
  input: z.strictObject({
    type: z.enum(trashTypes),
    id: z.string(),
    scope: z.enum(scopes).optional().meta({ description: 'Of a series' }),
  }),
  hints: { readOnlyHint: false, destructiveHint: true, idempotentHint: false },
  scopes: ['notes:delete', 'boards:delete', 'calendar:delete'],
  run: async (body, { write }) => {
    const { batchId, answers } = await write({ method: 'POST', path: '/api/trash', body });
    // The one write answers with the entry.
    const { id: trashId, type, recordId: id, title, expiresAt } = answers[0] as TrashEntry;
    return {
      text: `${type} ${titleOf(title)} (${id}) is in the trash until ${expiresAt}\ntrash entry ${trashId}\nbatch ${batchId}`,
      structured: { id, trashId, batchId },
    };
  },
});

import { z } from 'zod';
import type { TrashEntry } from '../contract/trash.ts';
import { scopes } from '../contract/recurrence.ts';
import { outlineTitle } from './outline.ts';
import { trashPath } from '../contract/page-paths.ts';
import { tool } from './tool.ts';
import { batchLine } from './written.ts';

export const trash = tool({
  name: 'trash',
  title: 'Put into the trash',
  description: 'Put a record into the trash; the user can bring it back. A column takes its cards along, a calendar its events.',
  input: z.strictObject({
    type: z.enum(['note', 'card', 'column', 'project', 'event', 'calendar']),
    id: z.string(),
    scope: z.enum(scopes).optional().meta({ description: 'Of a series' }),
  }),
  hints: { readOnlyHint: false, destructiveHint: true, idempotentHint: false },
  scopes: ['notes:delete', 'boards:delete', 'calendar:delete'],
  run: async (body, { write, pageUrl }) => {
    const { batchId, answers } = await write({ method: 'POST', path: '/api/trash', body });
    // The one write answers with the entry.
    const { id: trashId, type, recordId: id, title, expiresAt } = answers[0] as TrashEntry;
    const url = pageUrl(trashPath);
    const sentence = `${type} ${outlineTitle(title)} (${id}) is in the trash until ${expiresAt}`;
    return {
      text: `${sentence}\n${url}\ntrash entry ${trashId}\n${batchLine(batchId)}`,
      // What is in the trash has no version until it is back.
      structured: { id, version: null, url, trashId, batchId },
    };
  },
});

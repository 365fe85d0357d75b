import { z } from 'zod';
import { linkedTypes } from '../contract/mentions.ts';
import type { Link } from '../contract/links.ts';
import { inOwnWords, tool } from './tool.ts';
import { batchLine } from './written.ts';

const type = z.enum(linkedTypes);

export const link = tool({
  name: 'link',
  title: 'Link',
  description: 'Link two records.',
  input: z.strictObject({ fromType: type, fromId: z.string(), toType: type, toId: z.string() }),
  hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
  scopes: ['notes:write', 'boards:write', 'calendar:write'],
  run: async ({ fromType, fromId, toType, toId }, { write }) => {
    const body = { from: { type: fromType, id: fromId }, to: { type: toType, id: toId } };
    const { batchId, answers } = await write({ method: 'POST', path: '/api/links', body }).catch((error: unknown) => {
      throw inOwnWords(error, ownWords);
    });
    // The one write answers with the link.
    const { id, from, to, duplicate } = answers[0] as Link;
    const state = duplicate === true ? 'were linked before' : 'are linked';
    return {
      text: `${from.type} ${from.id} and ${to.type} ${to.id} ${state}\nlink ${id}\n${batchLine(batchId)}`,
      structured: { id, batchId },
    };
  },
});

/** The names of the tool's arguments in a refusal, instead of the interface's fields. */
const ownWords = (text: string): string =>
  text.replace(/^(from|to)\.(type|id)\b/, (_, end: string, name: string) => `${end}${capital(name)}`);

const capital = (name: string): string => `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;

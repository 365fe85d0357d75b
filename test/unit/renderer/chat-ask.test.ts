import { expect, test } from 'vitest';
import type { Client } from '../../../renderer/api/client.ts';
import { askModel, type ChatChunk } from '../../../renderer/features/chat/ask.ts';

/** What the chat reads of a provider that answers with these documents, as a stream unless there is one. */
async function read(...documents: readonly object[]): Promise<ChatChunk[]> {
  const [whole, ...more] = documents.map((document) => JSON.stringify(document));
  const isStream = more.length > 0;
  const body = isStream ? [whole, ...more, '[DONE]'].map((data) => `data: ${data}\n\n`).join('') : whole;
  const headers = { 'Content-Type': isStream ? 'text/event-stream; charset=utf-8' : 'application/json' };
  const client = { open: () => Promise.resolve(new Response(body, { headers })) } as unknown as Client;
  const asked = { messages: [], provider: null, model: null, signal: new AbortController().signal };
  const chunks: ChatChunk[] = [];
  for await (const chunk of askModel(client, asked)) chunks.push(chunk);
  return chunks;
}

const piece = (delta: object, reason: string | null = null): object => ({ choices: [{ index: 0, delta, finish_reason: reason }] });

test('the text and the thoughts of a stream, piece by piece', async () => {
  expect(
    await read(
      piece({ role: 'assistant' }),
      piece({ reasoning_content: 'Hm' }),
      { choices: [], usage: {} },
      piece({ content: 'Yes' }, 'stop'),
    ),
  ).toEqual([
    { text: '', thoughts: '', finish: null },
    { text: '', thoughts: 'Hm', finish: null },
    { text: 'Yes', thoughts: '', finish: 'stop' },
  ]);
});

test('a text that comes as a list of parts is what those say that are text', async () => {
  const parts = [{ type: 'thinking', thinking: [{ type: 'text', text: 'Hm' }] }, { type: 'text', text: 'Ye' }, { text: 's' }];
  expect(await read(piece({ content: parts }), piece({ content: null }, 'length'))).toEqual([
    { text: 'Yes', thoughts: '', finish: null },
    { text: '', thoughts: '', finish: 'length' },
  ]);
  expect(await read({ choices: [{ message: { content: parts } }] })).toEqual([{ text: 'Yes', thoughts: '', finish: 'stop' }]);
});

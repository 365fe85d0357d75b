// The calls of an answer of the model: how many there can be, and what goes back to a provider that plays the model.

import { beforeAll, beforeEach, expect, test } from 'vitest';
import { says, waitingCall, type RunClient } from '../support/agent.ts';
import type { StandIn } from '../support/provider.ts';
import { withRuns } from '../support/runs.ts';

let provider: StandIn;
let runs: RunClient;

beforeAll(async () => {
  ({ provider, runs } = await withRuns());
});
beforeEach(() => {
  provider.asked.length = 0;
});

interface SentMessage {
  readonly role: string;
  readonly content: string | null;
  readonly tool_call_id?: string;
  readonly tool_calls?: readonly { readonly function: { readonly name: string } }[];
}

/** What the provider was sent last. */
const sent = (): readonly SentMessage[] => {
  const messages: unknown = provider.asked.at(-1)?.body.messages;
  return messages as readonly SentMessage[];
};

test('more than 16 calls in one answer › the first 16 are carried out, and the model is told that the others were not', async () => {
  const call = { name: 'list', args: { what: 'boards' } };
  const note = { name: 'create_note', args: { title: 'One of many' } };
  const calls = [...Array.from({ length: 15 }, () => call), note, ...Array.from({ length: 60 }, () => call)];
  provider.answer(says('Much at once', ...calls.map((each, index) => ({ ...each, id: `many_${index}` }))), says('Done.'));
  const waiting = await runs.until((await runs.start('Do much')).id, 'waiting', 'failed');
  await runs.decide(waiting.id, waitingCall(waiting), 'once');
  const done = await runs.until(waiting.id, 'done', 'failed');
  expect(done.calls.map(({ status }) => status)).toEqual(calls.map((_, index) => (index < 16 ? 'done' : 'failed')));
  const answers = sent().filter(({ role }) => role === 'tool');
  expect(answers.map((answer) => answer.tool_call_id)).toEqual(calls.map((_, index) => `many_${index}`));
  expect(answers.at(-1)?.content).toContain('at most 16 tools can be called at once');
  expect(done.messages.map(({ content }) => content)).toEqual(['Do much', 'Much at once', 'Done.']);
});

test.each(['', 'rm -rf /', 'x'.repeat(200), 'datei_öffnen', 'a.b:c'])(
  'the name of a tool that there is not › goes back to the provider in the letters that any takes: %j',
  async (name) => {
    provider.answer(says('', { name, args: {} }), says('Done.'));
    await runs.until((await runs.start('Do it')).id, 'done');
    const messages = sent();
    expect(messages.flatMap(({ tool_calls: calls = [] }) => calls.map((call) => call.function.name))).toEqual([
      expect.stringMatching(/^[a-zA-Z0-9_-]{1,64}$/),
    ]);
    expect(messages.at(-1)?.content).toMatch(/^<data [a-zA-Z0-9_-]{1,64} /);
  },
);

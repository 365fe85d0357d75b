import { describe, expect, test } from 'vitest';
import { readCompletion, type ModelCompletion } from '../../../main/features/runs/completion.ts';

async function* pieces(...texts: readonly string[]): AsyncGenerator<Uint8Array> {
  await Promise.resolve();
  for (const text of texts) yield Buffer.from(text);
}

const event = (delta: object): string => `data: ${JSON.stringify({ choices: [{ index: 0, delta }] })}\n\n`;

/** What is read of a stream that comes byte by byte, and what was told of it. */
async function streamed(text: string): Promise<{ completion: ModelCompletion; told: string }> {
  let told = '';
  const bytes = [...Buffer.from(text)].map((byte) => Buffer.from([byte]));
  async function* single(): AsyncGenerator<Uint8Array> {
    await Promise.resolve();
    yield* bytes;
  }
  const answer = { status: 200, headers: { 'Content-Type': 'text/event-stream; charset=utf-8' }, body: single() };
  const completion = await readCompletion(answer, (piece) => {
    told += piece;
  });
  return { completion, told };
}

describe('readCompletion', () => {
  test('text, also of several bytes a character, calls in pieces, usage', async () => {
    const text = [
      event({ role: 'assistant', content: '' }),
      event({ content: 'Grüße ' }),
      event({ content: '😀' }),
      event({ tool_calls: [{ index: 1, id: 'b', function: { name: 'second', arguments: '' } }] }),
      event({ tool_calls: [{ index: 0, id: 'a', function: { name: 'first', arguments: '{"x"' } }] }),
      event({ tool_calls: [{ index: 0, function: { name: 'first', arguments: ':1}' } }] }),
      'data: {"choices":[],"usage":{"prompt_tokens":3,"completion_tokens":4}}\n\n',
      'data: [DONE]\n\n',
    ].join('');
    expect(await streamed(text)).toEqual({
      completion: {
        content: 'Grüße 😀',
        calls: [
          { id: 'a', tool: 'first', arguments: '{"x":1}' },
          { id: 'b', tool: 'second', arguments: '' },
        ],
        cut: null,
        usage: { promptTokens: 3, completionTokens: 4 },
      },
      told: 'Grüße 😀',
    });
  });

  describe('calls that come one after the other', () => {
    const whole = (more: object, id: string | undefined, name: string, text: string): string =>
      event({ tool_calls: [{ ...more, ...(id === undefined ? {} : { id }), function: { name, arguments: text } }] });
    const two = [
      { id: 'a', tool: 'first', arguments: '{"x":1}' },
      { id: 'b', tool: 'second', arguments: '{"y":2}' },
    ];

    test.each<[string, string, typeof two]>([
      [
        'all of them of index 0, each with an id of its own',
        whole({ index: 0 }, 'a', 'first', '{"x":1}') + whole({ index: 0 }, 'b', 'second', '{"y":2}'),
        two,
      ],
      ['without an index', whole({}, 'a', 'first', '{"x":1}') + whole({}, 'b', 'second', '{"y":2}'), two],
      [
        'without an index and an id',
        whole({}, undefined, 'first', '{"x":1}') + whole({}, undefined, 'second', '{"y":2}'),
        two.map((call) => ({ ...call, id: '' })),
      ],
      [
        'in pieces: what follows belongs to the last one, or to the one that it names',
        whole({ index: 0 }, 'a', 'first', '{"x"') +
          whole({ index: 0 }, 'b', 'second', '{"y"') +
          event({ tool_calls: [{ index: 0, function: { arguments: ':2}' } }] }) +
          event({ tool_calls: [{ index: 0, id: 'a', function: { arguments: ':1}' } }] }),
        two,
      ],
      [
        'an id that comes late, or again with every piece, begins none',
        whole({ index: 0 }, '', 'first', '{"x"') +
          whole({ index: 0 }, 'a', 'first', ':1') +
          event({ tool_calls: [{ id: 'a', function: { name: 'first', arguments: '}' } }] }),
        two.slice(0, 1),
      ],
    ])('%s', async (_, text, calls) => {
      expect((await streamed(text)).completion.calls).toEqual(calls);
    });
  });

  test('an answer in one piece, of a provider that does not stream, with arguments that are no text', async () => {
    const message = { content: null, tool_calls: [{ id: 'a', function: { name: 'list', arguments: { what: 'today' } } }] };
    const body = JSON.stringify({ choices: [{ message }] });
    const answer = { status: 200, headers: { 'Content-Type': 'application/json; charset=utf-8' }, body: pieces(body) };
    expect(await readCompletion(answer, () => undefined)).toEqual({
      content: '',
      calls: [{ id: 'a', tool: 'list', arguments: '{"what":"today"}' }],
      cut: null,
      usage: null,
    });
  });

  test.each<[string, string, string]>([
    ['an error in the stream keeps its code', 'data: {"error":{"message":"stopped","code":"unavailable"}}\n\n', 'unavailable'],
    ['an error with a code of its own', 'data: {"error":{"message":"stopped","code":"odd"}}\n\n', 'upstream_failed'],
    ['no JSON', 'data: what\n\n', 'upstream_failed'],
    [
      'very many calls',
      Array.from({ length: 129 }, (_, index) => event({ tool_calls: [{ index, function: { name: 'a' } }] })).join(''),
      'upstream_failed',
    ],
    [
      'very long arguments',
      event({ tool_calls: [{ index: 0, function: { name: 'a', arguments: 'x'.repeat(1024 * 1024 + 1) } }] }),
      'upstream_failed',
    ],
  ])('%s', async (_, text, code) => {
    const answer = { status: 200, headers: { 'Content-Type': 'text/event-stream' }, body: pieces(text) };
    await expect(readCompletion(answer, () => undefined)).rejects.toMatchObject({ code });
  });

  test.each<[string, string, string]>([
    ['pieces without text', 'text/event-stream', event({ content: '', other: 'x'.repeat(2_000) }).repeat(100)],
    ['comments', 'text/event-stream', `: ${'still here '.repeat(20_000)}\n`],
    ['one piece', 'application/json', ' '.repeat(200_000)],
  ])('an answer that never ends is given up: %s', async (_, type, text) => {
    let sent = 0;
    async function* endless(): AsyncGenerator<Uint8Array> {
      await Promise.resolve();
      const chunk = Buffer.from(text);
      for (; sent < 100 * 1024 * 1024; sent += chunk.length) yield chunk;
    }
    const answer = { status: 200, headers: { 'Content-Type': type }, body: endless() };
    await expect(readCompletion(answer, () => undefined)).rejects.toThrow('The model answered with more than 64 MB');
    expect(sent).toBeLessThan(70 * 1024 * 1024);
  });

  test.each(['text/event-stream', 'application/json'])('a piece that holds too much is not parsed: %s', async (type) => {
    const text = `{"choices":[],"other":"${'x'.repeat(2 * 1024 * 1024)}"}`;
    const body = pieces(type === 'application/json' ? text : `data: ${text}\n\n`);
    const read = readCompletion({ status: 200, headers: { 'Content-Type': type }, body }, () => undefined);
    await expect(read).rejects.toThrow('The model answered with more than 1048576 characters');
  });

  test('what makes no sense is passed over', async () => {
    const { completion } = await streamed(
      'data: {"choices":[{"delta":{"content":7,"tool_calls":"x"}}],"usage":{"prompt_tokens":-1}}\n\ndata: null\n\n: comment\n\n',
    );
    expect(completion).toEqual({ content: '', calls: [], cut: null, usage: null });
  });
});

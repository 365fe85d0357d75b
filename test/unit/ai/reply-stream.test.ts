import { createParser } from 'eventsource-parser';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { KeyFilter } from '../../../main/features/ai/key-filter.ts';
import { ReplyStream } from '../../../main/features/ai/reply-stream.ts';
import { runAtOnce } from '../../../main/lib/cooperative-scheduler.ts';
import { full } from '../../support/tiers.ts';
import { runs } from '../../support/property.ts';

const key = 'sk-0123456789-abc';

function through(chunks: readonly (string | Buffer)[], secret: string | null = key): { pieces: string[]; isComplete: boolean } {
  const stream = new ReplyStream(new KeyFilter(secret));
  const pieces = chunks.map((chunk) => runAtOnce(stream.take(Buffer.from(chunk))).toString());
  return { pieces: [...pieces, runAtOnce(stream.end()).toString()], isComplete: stream.isComplete };
}

/** The events and comments of a text, read by the parser that browsers' clients use as well. */
function eventsOf(text: string): unknown[] {
  const events: unknown[] = [];
  const parser = createParser({
    onEvent: (event) => {
      events.push({ id: undefined, event: undefined, ...event });
    },
    onComment: (comment) => {
      events.push(comment);
    },
  });
  parser.feed(text);
  return events;
}

const said = (chunks: readonly string[]): string => through(chunks).pieces.join('');

describe('a stream without the key', () => {
  test('is the same events, however it is cut', () => {
    const part = fc.constantFrom('data: {"a":1}', 'data: x', 'data', ': comment', 'event: e', 'é', '\r', '\n', '\r\n', '\n\n', '\uFEFF');
    fc.assert(
      fc.property(fc.array(part, { maxLength: 20 }), fc.array(fc.nat(40), { maxLength: 8 }), (parts, cuts) => {
        const whole = Buffer.from(parts.join(''));
        const places = [0, ...cuts.map((cut) => Math.min(cut, whole.length)).toSorted((a, b) => a - b), whole.length];
        const chunks = places.slice(1).map((place, index) => whole.subarray(places[index], place));
        expect(eventsOf(through(chunks).pieces.join(''))).toEqual(eventsOf(`${whole.toString()}\n\n`));
      }),
      runs(500, 5),
    );
  });

  test.each([
    ['LF', ['data: 1\n\ndata: 2', '\n\n'], ['data: 1\n\n', 'data: 2\n\n', '']],
    ['CR LF, also cut in two', ['data: 1\r\n\r', '\ndata: 2\r\n\r\n'], ['data: 1\n\n', 'data: 2\n\n', '']],
    ['CR', ['data: 1\r\rda', 'ta: 2\r\r'], ['data: 1\n\n', 'data: 2\n\n', '']],
    ['a comment', [': wait\n\n', 'data: 1'], [': wait\n\n', '', 'data: 1\n\n']],
    ['a name, an id and two lines', ['id: 7\nevent: e\ndata: 1\ndata: 2\n\n'], ['event: e\nid: 7\ndata: 1\ndata: 2\n\n', '']],
    [
      'characters that are cut in two',
      [Buffer.from('data: é\n\n').subarray(0, 7), Buffer.from('data: é\n\n').subarray(7)],
      ['', 'data: é\n\n', ''],
    ],
  ])('goes on with each event that is whole: %s', (_, chunks, pieces) => {
    expect(through(chunks).pieces).toEqual(pieces);
  });
});

describe('a stream of a hostile provider', () => {
  const mebibyte = 1024 * 1024;

  test.each([
    ['one line', 'x'.repeat(mebibyte)],
    ['many lines', `data: ${'x'.repeat(1017)}\n`.repeat(1024)],
    ['a comment', `: ${'x'.repeat(mebibyte - 2)}`],
    ['a field that is ignored', `other: ${'x'.repeat(1016)}\n`.repeat(1024)],
  ])('an event of more than 8 MiB is given up: %s', full, (_, chunk) => {
    const stream = new ReplyStream(new KeyFilter(key));
    runAtOnce(stream.take(Buffer.from('data: ')));
    const bytes = Buffer.from(chunk);
    for (let taken = 0; taken < 7; taken += 1) runAtOnce(stream.take(bytes));
    expect(() => runAtOnce(stream.take(bytes))).toThrow('sent an event of more than 8388608 bytes');
  });

  test('an event of very many values is given up before it is parsed', () => {
    expect(() => through([`data: {"choices":[${'{},'.repeat(50_000)}{}]}\n\n`])).toThrow('sent an event of more than 50000 values');
  });

  test('a long event is passed on in small steps, with its escapes as they came', () => {
    const line = String.raw`\u0041 word\n `;
    const sent = `data: {"choices":[{"index":0,"delta":{"content":"${line.repeat(20_000)}"}}]}\n\n`;
    const work = new ReplyStream(new KeyFilter(key)).take(Buffer.from(sent));
    let steps = 0;
    let step = work.next();
    for (; step.done !== true; step = work.next()) steps += 1;
    expect(step.value.toString() === sent).toBe(true);
    // It is looked through by some ten thousand characters.
    expect(steps).toBeGreaterThan(sent.length / 40_000);
  });

  test('any number of smaller events is passed on', full, () => {
    const stream = new ReplyStream(new KeyFilter(key));
    const event = Buffer.from(`data: ${'x'.repeat(mebibyte)}\n\n`);
    for (let taken = 0; taken < 12; taken += 1) expect(runAtOnce(stream.take(event)).length).toBe(event.length);
  });
});

describe('a stream with the key', () => {
  test.each([
    ['a piece of it', `data: {"a":"x ${key.slice(2, 12)}"}\n\n`, 'data: {"a":"x [key]"}\n\n'],
    ['escapes', `data: {"a":"\\u0073k-0123456789-abc"}\n\n`, 'data: {"a":"[key]"}\n\n'],
    ['one document in several lines', `id: 7\ndata: {"a":\ndata: "\\u0073k-0123456789-abc"}\n\n`, 'id: 7\ndata: {"a":"[key]"}\n\n'],
    ['a field that is there twice', `data: {"a":"${key}","a":1}\n\n`, 'data: {"a":1}\n\n'],
    ['another field', `event: ${key}\ndata: {"a":1}\n\n`, 'event: [key]\ndata: {"a":1}\n\n'],
    ['a comment', `: ${key}\r\n\r\n`, ': [key]\n\n'],
    ['text that is no JSON', `data: ${key}\n\n`, 'data: [key]\n\n'],
    ['an event without an end', `data: {"a":"${key}"}`, 'data: {"a":"[key]"}\n\n'],
    ['a field that is not for clients', `retry: 1\nother: ${key}\ndata: 1\n\n`, 'data: 1\n\n'],
  ])('%s', (_, sent, result) => {
    expect(said([sent])).toBe(result);
    expect(said(Array.from(sent))).toBe(result);
  });

  test('an event that is too deep to look into is not passed on', () => {
    expect(() => through([`data: ${'['.repeat(100_000)}${']'.repeat(100_000)}\n\n`])).toThrow('too deep');
  });
});

describe('a stream with the key over several events', () => {
  const word = (content: string, more: object = {}): string =>
    `data: ${JSON.stringify({ id: 'c', choices: [{ index: 0, delta: { content }, finish_reason: null, ...more }] })}\n\n`;
  const finish = `data: ${JSON.stringify({ id: 'c', choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] })}\n\n`;
  const args = (index: number, text: string): string =>
    `data: ${JSON.stringify({ choices: [{ index: 0, delta: { tool_calls: [{ index, function: { arguments: text } }] } }] })}\n\n`;

  interface Delta {
    content?: string;
    tool_calls?: { index: number; function: { arguments: string } }[];
  }

  /** What a client puts together: the content, and the arguments of each call. */
  function received(text: string): { content: string; calls: Record<number, string> } {
    const calls: Record<number, string> = {};
    let content = '';
    for (const event of eventsOf(text) as { data: string }[]) {
      if (event.data === '[DONE]') continue;
      const { choices = [] } = JSON.parse(event.data) as { choices?: { delta: Delta }[] };
      for (const { delta } of choices) {
        content += delta.content ?? '';
        for (const { index, function: called } of delta.tool_calls ?? []) calls[index] = (calls[index] ?? '') + called.arguments;
      }
    }
    return { content, calls };
  }

  const pieces = (text: string): string[] => text.match(/.{1,3}/gsu) ?? [];

  test.each([
    ['in small pieces', `It is ${key}!`, 'It is [key]!'],
    ['with line breaks between', `It is sk-0123\n  456789\n-abc!`, 'It is [key]!'],
    ['its end alone', `…${key.slice(5)}`, '…[key]'],
    ['its beginning at the end', `It begins with ${key.slice(0, 7)}`, `It begins with ${key.slice(0, 7)}`],
    ['its beginning in the middle', `sk-012 or sk-01 and sk`, `sk-012 or sk-01 and sk`],
    ['twice', `${key}, ${key}`, '[key], [key]'],
    ['escapes', String.raw`\u0073k-0\u0031234567\u0038 !`, '[key] !'],
    ['backslashes that are none', String.raw`a \alpha \u12 \\ sk`, String.raw`a \alpha \u12 \\ sk`],
  ])('%s', (_, text, result) => {
    for (const cut of [Array.from(text), pieces(text), [text]]) {
      const chunks = [...cut.map((piece) => word(piece)), finish, 'data: [DONE]\n\n'];
      expect(received(said(chunks)).content).toBe(result);
      // Also where the provider says nothing of the end.
      expect(received(said(cut.map((piece) => word(piece)))).content).toBe(result);
    }
  });

  test('no eight characters of it are in what was passed on, however it is cut', () => {
    const part = fc.constantFrom(
      ...Array.from(key),
      key,
      key.slice(0, 9),
      key.slice(6),
      ' ',
      '\n',
      'word',
      String.raw`\n`,
      String.raw`\u0030`,
      '\\',
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 40 }), fc.array(fc.nat(200), { maxLength: 20 }), (parts, cuts) => {
        const text = parts.join('');
        const places = [0, ...cuts.map((cut) => Math.min(cut, text.length)).toSorted((a, b) => a - b), text.length];
        const { content } = received(said(places.slice(1).map((place, index) => word(text.slice(places[index], place)))));
        // As from one piece.
        expect(content).toBe(received(said([word(text)])).content);
        const bare = content.replaceAll(/\\+u0030/g, '0').replaceAll(/\\+n?|\s/g, '');
        for (let at = 0; at + 8 <= key.length; at += 1) expect(bare).not.toContain(key.slice(at, at + 8));
      }),
      runs(500, 5),
    );
  });

  // Some seconds for each of these where a look at a text begins anew at each of its signs.
  test.each([
    ['backslashes', '\\'],
    ['blanks', ' '],
    ['the beginning of it', key.slice(0, 7)],
    ['escapes', String.raw`\u0073`],
    ['escapes that are none', String.raw`\u12`],
  ])('any number of %s in a row', (_, part) => {
    const length = 128 * 1024;
    const long = part.repeat(length / part.length);
    const before = process.cpuUsage();
    const { content } = received(said([word(long), word(`${long}x`), word('y '.repeat(4)), finish]));
    expect(process.cpuUsage(before).user / 1e6).toBeLessThan(2);
    expect(content === `${long}${long}x${'y '.repeat(4)}`).toBe(true);
  });

  test('blanks that come event by event are not looked through again and again', () => {
    const stream = new ReplyStream(new KeyFilter(key));
    const blank = Buffer.from(word(' '.repeat(1_000)));
    let passed = '';
    for (let taken = 0; taken < 50; taken += 1) passed += runAtOnce(stream.take(blank)).toString();
    expect(received(passed).content.length).toBe(50_000);
  });

  test('in the arguments of calls that are written at the same time, which stay JSON', () => {
    const first = JSON.stringify({ title: `The key: ${key}`, text: 'one' }).replace('sk', String.raw`\u0073k`);
    const second = JSON.stringify({ title: `Two\n${key}` });
    const chunks = Array.from(
      { length: Math.max(first.length, second.length) },
      (_, at) => args(0, first[at] ?? '') + args(1, second[at] ?? ''),
    );
    const { calls } = received(said([...chunks, finish]));
    expect(JSON.parse(calls[0] ?? '')).toEqual({ title: 'The key: [key]', text: 'one' });
    expect(JSON.parse(calls[1] ?? '')).toEqual({ title: 'Two\n[key]' });
  });

  test('holds back no more than what may be the beginning of it, and passes on what comes without it as it came', () => {
    const sent = ['Hel', 'lo wor', 'ld s', 'k-01', '! ', 'all'].map((piece) => word(piece));
    const { pieces: passed } = through(sent);
    expect(passed.map((each) => received(each).content)).toEqual(['Hel', 'lo wor', 'ld ', '', 'sk-01! ', 'all', '']);
    expect(passed[0]).toBe(sent[0]);
    expect(passed[5]).toBe(sent[5]);
  });

  test('what was held back comes before another text of the choice, a call and an error', () => {
    const delta = (value: object): string => `data: ${JSON.stringify({ choices: [{ index: 0, delta: value }] })}\n\n`;
    const failed = 'event: error\ndata: {"message":"boom"}\n\n';
    const call = delta({ tool_calls: [{ index: 0, id: 'c', function: { name: 'a', arguments: '' } }] });
    const { pieces: passed } = through([
      delta({ role: 'assistant', content: '', reasoning: 'Let me as' }),
      delta({ content: null, reasoning: 'k' }),
      delta({ content: 'Desk' }),
      call,
      delta({ content: 'Ask' }),
      failed,
    ]);
    const held = (value: object): string => `data: ${JSON.stringify({ choices: [{ index: 0, delta: value, finish_reason: null }] })}\n\n`;
    expect(passed).toEqual([
      delta({ role: 'assistant', content: '', reasoning: 'Let me a' }),
      delta({ content: null, reasoning: '' }),
      held({ reasoning: 'sk' }) + delta({ content: 'De' }),
      held({ content: 'sk' }) + call,
      delta({ content: 'A' }),
      held({ content: 'sk' }) + failed,
      '',
    ]);
  });

  test('so does what was held back of a thought that is told in parts', () => {
    const delta = (value: object): string => `data: ${JSON.stringify({ choices: [{ index: 0, delta: value }] })}\n\n`;
    const part = (text: string): object => ({ reasoning_details: [{ index: 0, type: 'reasoning.text', text }] });
    const { pieces: passed } = through([delta({ reasoning: 'Ask', ...part('Ask') }), delta({ content: 'No' })]);
    expect(passed.join('').match(/"(?:reasoning|text|content)":"[^"]+"/g)).toEqual([
      '"reasoning":"A"',
      '"text":"A"',
      '"reasoning":"sk"',
      '"text":"sk"',
      '"content":"No"',
    ]);
  });

  test('a piece of it that goes on after another text is replaced from there', () => {
    const thought = (reasoning: string): string => `data: ${JSON.stringify({ choices: [{ index: 0, delta: { reasoning } }] })}\n\n`;
    const passed = said([thought('It is sk-0123'), word('Well'), thought('456789-abc, yes'), finish]);
    const thoughts = [...passed.matchAll(/"reasoning":"([^"]*)"/g)].map(([, text]) => text);
    expect(thoughts.join('')).toBe('It is sk-0123[key], yes');
  });

  test('names and ids that look like the beginning of it are passed on at once', () => {
    const event = `data: ${JSON.stringify({ choices: [{ index: 0, delta: { role: 's', tool_calls: [{ index: 0, id: 'sk', function: { name: 'a' } }] } }] })}\n\n`;
    expect(through([event]).pieces).toEqual([event, '']);
  });

  test('a short key as well, where it stands by itself', () => {
    const short = (...texts: string[]): string =>
      received(
        through(
          texts.map((text) => word(text)),
          'sk-1234',
        ).pieces.join(''),
      ).content;
    expect(short('It is sk', '-12', '34', ', yes')).toBe('It is [key], yes');
    expect(short('It is sk-1234', '5')).toBe('It is sk-12345');
    expect(short('x', 'sk-1', '234')).toBe('xsk-1234');
    const ordinary = through([word('Use oll'), word('ama. Bearer ol'), word('lama')], 'ollama').pieces.join('');
    expect(received(ordinary).content).toBe('Use ollama. Bearer [key]');
  });
});

describe('the end of a stream', () => {
  const chunk = (...choices: object[]): string => `data: ${JSON.stringify({ choices })}\n\n`;
  test.each<[string, string, boolean]>([
    ['nothing', '', false],
    ['no reason', chunk({ index: 0, delta: {}, finish_reason: null }), false],
    ['[DONE]', 'data: [DONE]\n\n', true],
    ['[DONE] in an unfinished event', 'data: [DONE]', true],
    ['a reason', chunk({ index: 0, finish_reason: 'stop' }), true],
    [
      'a reason, and a chunk of usage after it',
      chunk({ index: 0, finish_reason: 'stop' }) + chunk({ index: 0, finish_reason: null }),
      true,
    ],
    ['a reason for one of two choices', chunk({ index: 0, finish_reason: 'stop' }, { index: 1, finish_reason: null }), false],
    ['an error', 'data: {"error":{"message":"x"}}\n\n', true],
    ['a null in the place of a document', 'data: null\n\n', false],
  ])('%s', (_, text, isComplete) => {
    expect(through([text]).isComplete).toBe(isComplete);
  });
});

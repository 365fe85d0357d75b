import { describe, expect, test } from 'vitest';
import { citedIn } from '../../../main/features/ask/answer.ts';
import { findSources, type FindOptions } from '../../../main/features/ask/find.ts';
import { maxPieces, textPieces } from '../../../main/features/ask/pieces.ts';
import { fittingSources } from '../../../main/features/ask/prompt.ts';
import { holds, questionWords } from '../../../main/features/ask/question.ts';
import { replyText } from '../../../main/features/ask/reply-text.ts';
import { everyScope, windowActor, type Caller } from '../../../main/lib/caller.ts';
import { folded } from '../../../main/lib/folded.ts';
import { packVector, similarity, unpackedVector } from '../../../main/features/ask/vector.ts';

describe('the words of a question', () => {
  test.each<[string, readonly string[]]>([
    ['When did I last see the dentist?', ['see', 'dentist']],
    ['Wann war ich beim Zahnarzt?', ['beim', 'zahnarzt']],
    ['What is this?', []],
    ['Who paid 304XL on 2026?', ['paid', '304xl', '2026']],
    ['Où est le café?', ['cafe']],
  ])('%s', (question, words) => {
    expect(questionWords(question).map(({ text }) => text)).toEqual(words);
  });

  test('are at most 8, and a stem finds what begins like it', () => {
    expect(questionWords('alpha bravo charlie delta foxtrot golf hotel india juliett kilo lima').length).toBe(8);
    const word = { text: 'appointment', isStem: true };
    expect(questionWords('appointments')).toEqual([word]);
    expect([holds(folded('My Appointment.'), word), holds('disappointment', word)]).toEqual([true, false]);
    expect([holds('a cat', { text: 'cat', isStem: false }), holds('category', { text: 'cat', isStem: false })]).toEqual([true, false]);
  });

  test('are found in writing without spaces', () => {
    const words = questionWords('牙医预约在什么时候');
    expect(words.length).toBeGreaterThan(0);
    expect(words.some((word) => holds(folded('我的牙医预约'), word))).toBe(true);
  });
});

describe('the snippet of a source', () => {
  const caller: Caller = {
    userId: 'u',
    username: 'u',
    isOwner: true,
    tokenId: 't',
    expiresAt: null,
    isLogin: true,
    scopes: everyScope,
    actor: windowActor,
  };

  test.each([
    ['Wie kündige ich die Wohnung?', 'Kündigen kann man jederzeit.'],
    ['Où est le café?', 'Le Café du coin.'],
    ['When is the dentist?', 'The dentist has time.'],
    ['牙医预约在什么时候', '我的牙医预约在星期五'],
  ])('of an answer to %s shows the place of its words', async (question, place) => {
    const text = `${'Before it much else is said, of this and of that. '.repeat(8)}${place} ${'And so on. '.repeat(40)}`;
    const found = { total: 1, ids: ['note'] };
    const none = { total: 0, ids: [] };
    const options: FindOptions = {
      search: { note: () => Promise.resolve(found), card: () => Promise.resolve(none), event: () => Promise.resolve(none) },
      plain: (markdown) => markdown,
      read: () => Promise.resolve({ title: 'Note', text, facts: '', url: '' }),
      nearest: () => Promise.resolve({ near: [], meaning: 'off' }),
    };
    const { sources } = await findSources(caller, question, options, new AbortController().signal);
    expect(sources.map(({ snippet }) => snippet)).toEqual([expect.stringContaining(place)]);
  });
});

describe('pieces', () => {
  test('hold all of a text, end with paragraphs, and are not too many', () => {
    const text = Array.from({ length: 30 }, (_, index) => `Paragraph ${index} ${'word '.repeat(40)}`.trim()).join('\n\n');
    const pieces = textPieces(text);
    expect(pieces.join('\n\n')).toBe(text);
    expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThanOrEqual(1_000);
    expect(textPieces('')).toEqual([]);
    expect(textPieces('😀'.repeat(5_000)).every((piece) => piece.isWellFormed())).toBe(true);
    expect(textPieces('x'.repeat(1_000_000))).toHaveLength(maxPieces);
  });
});

describe('vectors', () => {
  test('keep their direction as bytes', () => {
    const pack = (vector: readonly number[]): Int8Array => unpackedVector(packVector(vector) ?? new Uint8Array());
    expect(similarity(pack([0.1, 0.2, -0.3]), pack([1, 2, -3]))).toBeCloseTo(1, 3);
    expect(similarity(pack([1, 0]), pack([0, 1]))).toBe(0);
    expect(similarity(pack([1, 0]), pack([1, 0, 0]))).toBe(0);
  });

  test('that say nothing are none', () => {
    for (const vector of [[], [0, 0], [1, Number.NaN], [Number.POSITIVE_INFINITY], Array<number>(5_000).fill(1)])
      expect(packVector(vector)).toBeNull();
  });
});

test('a text names its sources', () => {
  expect(citedIn('One [2], two [1][3], three [2, 4]; not [9], [0] or a[x].', 4)).toEqual([1, 2, 3, 4]);
});

test('of sources that are too long, the first is cut', () => {
  const source = { type: 'note', id: 'a', title: 'T', url: '', facts: '', snippet: '', text: '語'.repeat(9_000) } as const;
  const [first, ...others] = fittingSources([source, source], 1);
  expect([others.length, (first?.text.length ?? 0) < 4_100, (first?.text.length ?? 0) > 3_000]).toEqual([0, true, true]);
});

test.each(['{}', '5', 'null', '"text"', '[5]', '[null]', '[{"delta":5}]'])(
  'replyText › a chunk with choices: %s tells nothing',
  async (choices) => {
    async function* body(): AsyncGenerator<Uint8Array> {
      await Promise.resolve();
      yield Buffer.from(`data: {"choices":${choices}}\n\ndata: {"choices":[{"delta":{"content":"Yes"}}]}\n\ndata: [DONE]\n\n`);
    }
    let said = '';
    for await (const text of replyText({ status: 200, headers: { 'Content-Type': 'text/event-stream' }, body: body() })) said += text;
    expect(said).toBe('Yes');
  },
);

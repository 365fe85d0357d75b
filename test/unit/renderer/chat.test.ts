import fc from 'fast-check';
import MarkdownIt from 'markdown-it';
import { describe, expect, it, vi } from 'vitest';
import type { Client } from '../../../renderer/api/client.ts';
import { Drafts } from '../../../renderer/api/drafts.ts';
import { ChatStore } from '../../../renderer/features/chat/chat-store.ts';
import { sizeIn } from '../../../renderer/features/chat/context-size.ts';
import { parse, plainText, treeOf, type Branch } from '../../../renderer/ui/markdown/tree.ts';
import { cutToRoom, tokensAtMost, chatMessages, roomForNote, usualRoom } from '../../../renderer/features/chat/prompt.ts';
import { titleFor } from '../../../renderer/features/chat/use-keep-answer.ts';
import { runs } from '../../support/property.ts';

describe('beginningOf', () => {
  it.each([
    ['short', 10, 'short'],
    ['one two three four', 15, 'one two three'],
    ['line one\nline two\nline', 20, 'line one\nline two'],
    ['no-place-to-cut-at', 6, 'no-pla'],
    ['ab🙂', 3, 'ab'],
  ])('%j, %i → %j', (text, room, expected) => {
    expect(cutToRoom(text, room)).toBe(expected);
  });

  it('is a beginning, well formed and not too long', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.nat(50), (text, room) => {
        const cut = cutToRoom(text, room);
        expect(text.startsWith(cut)).toBe(true);
        expect(cut.length).toBeLessThanOrEqual(room < text.length ? room : text.length);
        expect(cut.isWellFormed()).toBe(true);
      }),
      runs(100, 60),
    );
  });
});

describe('roomForNote', () => {
  const turns = [{ question: 'q'.repeat(300), answer: 'a'.repeat(300) }];

  it('is a bound where the size of the context is not known', () => {
    expect(roomForNote('x', null, [], 'Why?')).toBe(usualRoom);
  });

  it('leaves room for the rest of what is sent, and for the answer', () => {
    for (const tokens of [1_000, 4_000, 32_000]) {
      const note = 'word '.repeat(100_000);
      const given = cutToRoom(note, roomForNote(note, tokens, turns, 'Why?'));
      const sent = chatMessages(turns, 'Why?', { text: { title: 'T', markdown: note }, given, mark: 'note-1' });
      const all = sent.reduce((sum, { content }) => sum + tokensAtMost(content), 0);
      expect(all).toBeLessThan(tokens - Math.min(1_024, tokens / 4) + 100);
      expect(all).toBeGreaterThan(tokens / 2);
    }
  });

  it('counts scripts whose characters are tokens of their own', () => {
    expect(roomForNote('日本語'.repeat(1_000), 4_000, [], '?')).toBeLessThan(roomForNote('abc'.repeat(1_000), 4_000, [], '?') / 2);
  });

  it('is never nothing', () => {
    expect(roomForNote('abc', 10, turns, 'Why?')).toBeGreaterThan(0);
  });
});

describe('messagesFor', () => {
  it('has one system message; the note is between marks and called data', () => {
    const text = { title: 'Cats', markdown: 'All of it' };
    const messages = chatMessages([{ question: 'a', answer: 'b' }], 'c', { text, given: 'All', mark: 'note-77' });
    expect(messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user']);
    expect(messages[0]?.content).toMatch(/It is data[^]*----- note-77 begin -----\nTitle: Cats\n\nAll\n----- note-77 end -----$/);
    expect(messages[0]?.content).toContain('first 3 of 9 characters');
    expect(chatMessages([], 'c', { text, given: 'All of it', mark: 'm' })[0]?.content).not.toContain('Only');
    expect(chatMessages([], 'c', null)[0]?.content).not.toContain('data');
  });
});

it('sizeIn reads the names that providers use', () => {
  const model = (more: object): [{ id: string; object: 'model' }] => [{ id: 'a', object: 'model', ...more }];
  expect(sizeIn(model({ context_length: 4096 }), 'a')).toBe(4096);
  expect(sizeIn(model({ max_model_len: 8192 }), 'a')).toBe(8192);
  expect(sizeIn(model({ context_window: '8192' }), 'a')).toBeNull();
  expect(sizeIn(model({ context_length: 4096 }), 'b')).toBeNull();
  expect(sizeIn(model({ context_length: 4096 }), null)).toBeNull();
});

it.each([
  ['What is it?', 'What is it?'],
  ['\n\n## Summary of **it**\nmore', 'Summary of **it**'],
  ['   ', 'Answer'],
  ['word '.repeat(40), `${'word '.repeat(14)}word…`],
  ['x'.repeat(100), `${'x'.repeat(79)}…`],
])('titleFor(%j) is %j', (question, title) => {
  expect(titleFor(question, 'Answer')).toBe(title);
});

describe('ChatStore', () => {
  it('keeps what is being written while the last question is changed, and when the chat begins anew', async () => {
    const drafts = new Drafts({ userId: null, storage: null });
    const store = new ChatStore({
      client: { open: () => Promise.reject(new Error('away')) } as unknown as Client,
      drafts,
      readNote: () => Promise.reject(new Error('no note')),
      choice: () => ({ provider: null, model: null }),
      contextTokens: () => Promise.resolve(null),
      onAnswer: () => undefined,
    });
    const send = async (question: string): Promise<void> => {
      store.write(question);
      store.send();
      await vi.waitFor(() => {
        expect(store.isAnswering).toBe(false);
      });
    };
    const { state } = store;
    await send('First');
    store.write('Next');
    store.edit(true);
    expect(state().draft).toBe('First');
    store.write('First, changed');
    store.edit(true);
    expect(state().draft).toBe('First, changed');
    // A page to come shows both.
    expect(drafts.read('chat')).toBe('First, changed\nNext');
    store.edit(false);
    expect(state()).toMatchObject({ draft: 'Next', isEditing: false });
    expect(drafts.read('chat')).toBe('Next');
    store.edit(true);
    await send('First, changed');
    expect(state()).toMatchObject({ draft: 'Next', isEditing: false, exchanges: [{ question: 'First, changed' }] });
    store.edit(true);
    store.clear();
    expect(state()).toMatchObject({ draft: 'Next', isEditing: false, exchanges: [] });
    store.clear();
    expect(state().draft).toBe('Next');
  });
});

describe('plainText', () => {
  it.each([
    ['It is **half *past*** `two`, see [there](https://a.example).', 'It is half past two, see there.'],
    ['# List\n\n- one\n- **two**\n  1. three\n\n---\n\nEnd', 'List\none\ntwo\nthree\nEnd'],
    ['a\nb ![sun](s.png)\n\n```js\nx = 1\n```', 'a\nb sun\nx = 1'],
    ['| a | b |\n|---|---|\n| `1` | 2 |\n\n> so [1]', 'a\nb\n1\n2\nso [1]'],
    ['', ''],
  ])('%j reads %j', (markdown, expected) => {
    expect(plainText(markdown)).toBe(expected);
  });
});

describe('parse', () => {
  const formulas = (branches: readonly Branch[]): string[] =>
    branches.flatMap(({ token, children }) => (token.type.startsWith('math_') ? [token.content.trim()] : formulas(children)));

  it.each([
    ['so $E = mc^2$ and $$a_1$$', ['$E = mc^2$', '$$a_1$$']],
    ['$$\n\\int x\n$$', ['$$\n\\int x\n$$']],
    ['then \\(a_1 * b_2\\) and \\( x \\)', ['$a_1 * b_2$', '$x$']],
    ['it is \\[x = \\frac12\\]', ['$$x = \\frac12$$']],
    ['\\[\na\n+ b\n- c\n\\]\nwhere', ['$$a\n+ b\n- c$$']],
    ['- \\[ a \\]\n- b', ['$$a$$']],
    // Money, code, what is escaped, numbers of sources, and what does not end.
    ['$5 and $6, US$100 (A$150)', []],
    ['`$a$` `\\(b\\)`', []],
    ['see \\[1\\] and \\[note\\], \\[2, 3\\]', []],
    ['\\[1\\]', []],
    ['\\(a\n\n\\[b\n\nc\\)', []],
  ])('finds the formulas of %j', (text, expected) => {
    expect(formulas(parse(text))).toEqual(expected);
  });

  it('tells tasks from other items', () => {
    const [list] = parse('- [ ] a\n- [x] b\n- c [x]');
    expect(list?.children.map(({ token }) => token.meta as unknown)).toEqual([{ checked: false }, { checked: true }, null]);
    expect(plainText('- [ ] a\n- [x] b')).toBe('a\nb');
  });
});

describe('treeOf', () => {
  const parser = new MarkdownIt();
  const shape = (branches: readonly Branch[]): unknown[] =>
    branches.map(({ token, children }) => (children.length === 0 ? token.content || token.type : [token.tag, ...shape(children)]));

  it('nests blocks and what is in their lines', () => {
    expect(shape(treeOf(parser.parse('# a *b*\n\n- c\n  - d\n\n`e`', {})))).toEqual([
      ['h1', 'a ', ['em', 'b']],
      ['ul', ['li', ['p', 'c'], ['ul', ['li', ['p', 'd']]]]],
      ['p', 'e'],
    ]);
  });

  it('loses no text, wherever an answer is cut off', () => {
    const text = '# a\n\n1. **b *c***\n   > d [e](http://f) g\n\n| h | i |\n|---|---|\n| j | k |\n\n```\nl\n```\nm';
    const flat = (branches: readonly Branch[]): string =>
      branches.map(({ token, children }) => (children.length === 0 ? token.content : flat(children))).join('');
    for (let end = 0; end <= text.length; end += 1) {
      const tokens = parser.parse(text.slice(0, end), {});
      const expected = tokens
        .map((token) => (token.children === null ? token.content : token.children.map(({ content }) => content).join('')))
        .join('');
      expect(flat(treeOf(tokens))).toBe(expected);
    }
  });
});

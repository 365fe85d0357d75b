import { describe, expect, it } from 'vitest';
import { draftLimits, Drafts, type DraftsOptions } from '../../../renderer/api/drafts.ts';

/** A browser's storage; `room` characters fit. */
function storageOf(room = Number.MAX_SAFE_INTEGER): Storage {
  const methods = {
    getItem: { value: (key: string) => (Object.hasOwn(store, key) ? store[key] : null) },
    setItem: {
      value: (key: string, text: string) => {
        if (Object.values(store).join('').length + text.length > room) throw new DOMException('full', 'QuotaExceededError');
        store[key] = text;
      },
    },
    removeItem: {
      value: (key: string) => {
        delete store[key];
      },
    },
  };
  const store = Object.create(null, methods) as Record<string, string>;
  return store as unknown as Storage;
}

const open = (storage: Storage | null, options: Partial<DraftsOptions> = {}): Drafts => new Drafts({ userId: 'ann', storage, ...options });

function keep(drafts: Drafts, name: string, value: unknown): void {
  drafts.write(name, value);
  drafts.flush();
}

describe('what is written and not saved', () => {
  it('is there on the page at once, and on the next page after it was stored', () => {
    const storage = storageOf();
    const drafts = open(storage);
    drafts.write('card/1/title', { text: 'Half a tit' });
    expect(drafts.read('card/1/title')).toEqual({ text: 'Half a tit' });
    drafts.flush();
    expect(open(storage).read('card/1/title')).toEqual({ text: 'Half a tit' });
  });

  it('is gone for good when it is dropped', () => {
    const storage = storageOf();
    const drafts = open(storage);
    keep(drafts, 'chat', 'Why');
    drafts.drop('chat');
    expect([drafts.read('chat'), open(storage).read('chat')]).toEqual([null, null]);
  });

  it('is shown to its writer alone', () => {
    const storage = storageOf();
    keep(open(storage), 'chat', 'Mine');
    const other = open(storage, { userId: 'ben' });
    expect([other.read('chat'), other.names('')]).toEqual([null, []]);
    keep(other, 'chat', 'His');
    other.drop('chat');
    expect(open(storage).read('chat')).toBe('Mine');
  });

  it('is not stored for a session that does not tell whose it is, nor where the browser forbids it', () => {
    for (const drafts of [open(storageOf(), { userId: null }), open(null)]) {
      keep(drafts, 'chat', 'Here');
      expect(drafts.read('chat')).toBe('Here');
    }
  });

  it('stays on the page when it is too large to be stored, and nothing older stands in its place afterwards', () => {
    const storage = storageOf();
    const drafts = open(storage, { limits: { ...draftLimits, one: 50 } });
    keep(drafts, 'chat', 'short');
    keep(drafts, 'chat', 'x'.repeat(60));
    expect([drafts.read('chat'), open(storage).read('chat')]).toEqual(['x'.repeat(60), null]);
  });

  it('stays on the page when the browser has no room', () => {
    const drafts = open(storageOf(10));
    keep(drafts, 'chat', 'longer than that');
    expect(drafts.read('chat')).toBe('longer than that');
  });

  it('is a reason to ask before the page is left only where it would go with it', () => {
    const isAsked = (drafts: Drafts, text: string): boolean => {
      drafts.write('chat', text);
      return drafts.isFleeting;
    };
    expect(isAsked(open(storageOf()), 'short')).toBe(false);
    expect(isAsked(open(storageOf(10)), 'longer than that')).toBe(true);
    expect(isAsked(open(null), 'short')).toBe(true);
    const large = open(storageOf(), { limits: { ...draftLimits, one: 50 } });
    expect(isAsked(large, 'x'.repeat(60))).toBe(true);
    large.drop('chat');
    expect(large.isFleeting).toBe(false);
  });

  it('makes room for the newest by number and by size, the oldest first', () => {
    const storage = storageOf();
    let now = 0;
    const clock = (): number => ++now;
    const few = open(storage, { clock, limits: { ...draftLimits, count: 2 } });
    for (const name of ['a', 'b', 'c']) keep(few, name, name);
    expect(open(storage, { clock }).names('')).toEqual(['b', 'c']);
    const small = open(storage, { clock, limits: { ...draftLimits, all: 100 } });
    keep(small, 'd', 'x'.repeat(70));
    expect(open(storage, { clock }).names('')).toEqual(['d']);
  });

  it('is thrown away when it was not touched for 30 days', () => {
    const storage = storageOf();
    let now = 0;
    const clock = (): number => now;
    keep(open(storage, { clock }), 'a', 'a');
    now = draftLimits.age;
    expect(open(storage, { clock }).read('a')).toBe('a');
    now += 1;
    expect(open(storage, { clock }).read('a')).toBeNull();
  });

  it('takes back what was refused on lines of its own, before what is begun or about to be typed', () => {
    const drafts = open(storageOf());
    drafts.giveBack('column/a/card', 'Buy milk');
    expect(drafts.read('column/a/card')).toBe('Buy milk\n');
    drafts.write('column/a/card', 'Call Ada');
    drafts.giveBack('column/a/card', 'Pay rent');
    expect(drafts.read('column/a/card')).toBe('Pay rent\nCall Ada');
    drafts.giveBack('column/a/title', 'Doing', { isWhole: true });
    expect(drafts.read('column/a/title')).toBe('Doing');
  });

  it('is no reason to fail when there is nonsense in the storage', () => {
    const storage = storageOf();
    storage.setItem('daybook.draft.ann.chat', '{');
    const drafts = open(storage);
    expect(drafts.read('chat')).toBeNull();
    keep(drafts, 'chat', 'new');
    expect(open(storage).read('chat')).toBe('new');
  });
});

import { describe, expect, it, vi } from 'vitest';
import { Questions } from '../../../renderer/ui/questions.ts';
import { Listeners, Store } from '../../../renderer/api/store.ts';

describe('what components follow', () => {
  it('is told to those that listen, once for each change', () => {
    const store = new Store('a');
    const listener = vi.fn<() => void>();
    const end = store.subscribe(listener);
    store.set('b');
    store.set('b');
    expect(store.get()).toBe('b');
    expect(listener).toHaveBeenCalledTimes(1);
    end();
    store.set('c');
    expect(listener).toHaveBeenCalledTimes(1);
  });

  it('is not told to a listener that another one takes away, nor to one that comes meanwhile', () => {
    const listeners = new Listeners<[number]>();
    const later = vi.fn<(told: number) => void>();
    const meanwhile = vi.fn<(told: number) => void>();
    let endLater = (): void => {};
    listeners.subscribe(() => {
      endLater();
      listeners.subscribe(meanwhile);
    });
    endLater = listeners.subscribe(later);
    listeners.tell(1);
    expect(later).not.toHaveBeenCalled();
    expect(meanwhile).not.toHaveBeenCalled();
  });
});

describe('a question', () => {
  const ask = () => {
    const questions = new Questions<{ readonly title: string }, 'yes' | 'no'>('no');
    return { questions, first: questions.ask({ title: 'First?' }) };
  };

  it('waits for its answer', async () => {
    const { questions, first } = ask();
    expect(questions.asked.get()?.title).toBe('First?');
    questions.asked.get()?.answer('yes');
    await expect(first).resolves.toBe('yes');
    expect(questions.asked.get()).toBeNull();
    expect(questions.answered).toEqual({ question: { title: 'First?' }, answer: 'yes' });
  });

  it('is not answered where the next one comes before', async () => {
    const { questions, first } = ask();
    void questions.ask({ title: 'Second?' });
    await expect(first).resolves.toBe('no');
    expect(questions.asked.get()?.title).toBe('Second?');
  });
});

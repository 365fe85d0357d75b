// Keeps the words of cards and events in their index, in the same transaction as what they say.

import { isDeepStrictEqual } from 'node:util';
import { fold } from '../../lib/full-text/fold.ts';
import { everyWord } from '../../lib/full-text/match.ts';
import type { RecordText } from '../../lib/text-watcher.ts';
import type { Words, WordsStore } from './words-store.ts';

export class RecordWords {
  readonly #store: Pick<WordsStore, 'put'>;

  constructor(store: Pick<WordsStore, 'put'>) {
    this.#store = store;
  }

  /** To be called inside the write; `before` is null for a new record. */
  changed(userId: string, id: string, before: RecordText | null, after: RecordText): void {
    if (before === null || !isDeepStrictEqual(before, after)) this.#store.put(userId, id, wordsOf(after));
  }
}

/** The word between two texts keeps phrases from running on from one into the next. */
function wordsOf({ title, description, others }: RecordText): Words {
  const texts = [description ?? '', ...others].filter((text) => text !== '');
  return { title: fold(title), body: texts.map(fold).join(` ${everyWord} `) };
}

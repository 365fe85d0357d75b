// Takes up texts that the index does not have yet, in the background: those from before there was one, and those that were too long for the
// write that brought them.

import type { Node } from 'prosemirror-model';
import { foldName, type LinkedType } from '../../contract/mentions.ts';
import { BackgroundLoop } from '../../lib/background-loop.ts';
import { atMost } from '../../lib/clock.ts';
import { CooperativeScheduler } from '../../lib/cooperative-scheduler.ts';
import { summarizing, type TextSummary } from './summary.ts';
import type { TextIndex } from './text-index.ts';
import type { TextKey, TextStore } from './text-store.ts';

/** A text as it was read, and what tells whether it still is that. */
export interface ReadText {
  readonly version: number;
  /** Of a note. */
  readonly title: string;
  readonly blocks: readonly Node[];
}

interface UnreadTextsOptions {
  readonly store: TextStore;
  readonly index: TextIndex;
  /** Null if there is no such record, or it is in the trash. */
  readonly read: Readonly<Record<LinkedType, (userId: string, id: string) => Promise<ReadText | null>>>;
  readonly maybeVersion: Readonly<Record<LinkedType, (userId: string, id: string) => number | null>>;
  readonly write: <T>(work: () => T) => Promise<T>;
  readonly failed: (error: unknown) => void;
}

/** How many share a write, and the milliseconds in between. */
const batchSize = 32;
const pauseMs = 5;
/** After a failure, in milliseconds. */
const pauseAfterFailure = 30_000;
/** How long is waited for what is being read, in milliseconds: a large note is read in this time, or not at all. */
const finishTimeoutMs = 20_000;

export class UnreadTexts {
  readonly #options: UnreadTextsOptions;
  readonly #loop: BackgroundLoop;

  constructor(options: UnreadTextsOptions) {
    this.#options = options;
    this.#loop = new BackgroundLoop({
      work: () => this.#readSome(),
      failed: options.failed,
      delayMs: pauseMs,
      pauseMs,
      retryMs: pauseAfterFailure,
    });
  }

  start(): void {
    this.#loop.start();
  }

  /** Takes up what is there, once the present write is committed. */
  look(): void {
    this.#loop.wake();
  }

  /**
   * Settles when what is unread now has been read or could not be, and after 20 seconds in any case: after an upgrade that can be all texts
   * that there are.
   */
  async finish(): Promise<void> {
    if (!this.#loop.isBusy) return;
    await atMost(finishTimeoutMs, this.#loop.now(), () => undefined);
  }

  async stop(): Promise<void> {
    await this.#loop.stop();
  }

  /** Reads the next few; false if there are none. */
  async #readSome(): Promise<boolean> {
    const { store, index, read, write, maybeVersion } = this.#options;
    const keys = store.unread(batchSize);
    if (keys.length === 0) return false;
    const scheduler = new CooperativeScheduler();
    const texts: { key: TextKey; text: ReadText | null; summary: TextSummary | null }[] = [];
    for (const key of keys) {
      const text = await read[key.type](key.userId, key.id);
      if (text !== null) await index.prepare(text.blocks);
      const self = key.type === 'note' ? key.id : null;
      texts.push({ key, text, summary: text === null ? null : await scheduler.run(summarizing(text.blocks, self)) });
      await scheduler.yieldIfDue();
    }
    await write(() => {
      for (const { key, text, summary } of texts) {
        // One that was changed meanwhile is read again.
        if (text !== null && text.version !== maybeVersion[key.type](key.userId, key.id)) continue;
        if (text !== null && summary !== null) index.replace(key, summary);
        if (text !== null && key.type === 'note') store.setTitle(key, foldName(text.title));
        if (text === null && key.type === 'note') store.putOff(key);
        store.removeUnread(key.id);
      }
    });
    return true;
  }
}

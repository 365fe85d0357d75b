// From rows to documents: what was written out at some version, brought forward by the steps after it.

import { setTimeout as rest } from 'node:timers/promises';
import { RetryableConflict } from '../../lib/app-error.ts';
import type { ContentStore, StoredContent } from './content-store.ts';
import { deltas, replay, replaying } from './delta/replay.ts';
import type { LiveNote } from './live-note.ts';
import { NoteSource } from './note-source.ts';
import { fromPieces, type ParsedPieces } from './note-pieces.ts';
import { NoteParser, parsedAtOnce } from './note-parser.ts';
import type { NoteKey } from './note-store.ts';
import { CooperativeScheduler } from '../../lib/cooperative-scheduler.ts';
import { unpackedText, unpackedInThread } from '../../lib/packed-text.ts';
import { slicedParse } from '../../lib/sliced-parse.ts';
import { isDocumentAsRead, readingState } from './source/stored-state.ts';
import type { StepStore } from './step-store.ts';

/** How many deltas are read at a time. */
const deltasPerRead = 32;

/** How long an answer of some megabytes takes to be sent, in milliseconds. */
const answerMs = 50;

/** Bytes of a packed state, which can be fifty times as much JSON. */
const maxPackedLookedAt = 64 * 1024;

interface NoteLoaderOptions {
  readonly contents: ContentStore;
  readonly steps: StepStore;
  readonly parser: NoteParser;
}

export class NoteLoader {
  readonly #contents: ContentStore;
  readonly #steps: StepStore;
  readonly #parser: NoteParser;

  constructor({ contents, steps, parser }: NoteLoaderOptions) {
    this.#contents = contents;
    this.#steps = steps;
    this.#parser = parser;
  }

  /**
   * The note as it is, all at once. To be called where nothing else can happen in between, as inside a write. Throws `RetryableConflict`
   * for a large one: it has to be prepared.
   */
  now(key: NoteKey): LiveNote {
    const stored = this.#current(key);
    if (!NoteParser.isSmall(stored.content)) throw new RetryableConflict('The note is being changed, and too large to be read in between');
    const { version, content, title } = stored;
    const state = stored.packedState === null ? stored.state : unpackedText(stored.packedState);
    return this.#forward({ version, source: NoteSource.load(content, state, title) }, key);
  }

  /** `note` brought to its newest version, all at once. `note` must have come from rows that are there for good. */
  #forward(note: LiveNote, key: NoteKey): LiveNote {
    return replay(note, this.#steps.between(key, note.version));
  }

  /** The note as it was written out last, without the steps since then. Large ones are parsed in a thread. Throws `unavailable`. */
  async load(key: NoteKey): Promise<LiveNote> {
    return this.parse(this.#current(key));
  }

  /**
   * What was written out and parsed in a thread, as a live note of that version. Begins after a pause, in which the answer with the
   * document is sent, and takes half of the time: what it is for comes first.
   */
  async assemble(stored: StoredContent, pieces: ParsedPieces): Promise<LiveNote> {
    await rest(answerMs);
    const { version, content, title } = stored;
    const state = await stateOf(stored);
    const scheduler = new CooperativeScheduler({ restMs: 10 });
    const markdown = await fromPieces(content, pieces, scheduler);
    return { version, source: await scheduler.run(NoteSource.loading(markdown, state, title)) };
  }

  /**
   * Whether the document is what the content is read as. False as well where that takes long to be told, or cannot be: `parse` says what is
   * wrong.
   */
  async isAsRead(stored: StoredContent): Promise<boolean> {
    if ((stored.packedState?.byteLength ?? 0) > maxPackedLookedAt) return false;
    try {
      const state = await stateOf(stored);
      return state === null || (await new CooperativeScheduler().run(isStateAsRead(state)));
    } catch {
      return false;
    }
  }

  /** What was written out, as a live note of that version. Throws `unavailable`. */
  async parse(stored: StoredContent): Promise<LiveNote> {
    const { version, content, title } = stored;
    const state = await stateOf(stored);
    const source = NoteParser.isSmall(content)
      ? NoteSource.load(content, state, title)
      : await new CooperativeScheduler().run(NoteSource.loading(await this.#parser.parse(content), state, title));
    return { version, source };
  }

  /** `note` brought forward as far as its steps are still there, at most to `version`, which a delta has led to. Throws `unavailable`. */
  async bringTo(key: NoteKey, note: LiveNote, version: number): Promise<LiveNote> {
    const scheduler = new CooperativeScheduler();
    let forward = note;
    while (forward.version < version) {
      // One delta of a large note can be megabytes.
      const count = forward.source.doc.content.size > parsedAtOnce ? 1 : deltasPerRead;
      const boundary = this.#steps.maybeBoundary(key, forward.version, count);
      if (boundary === null) break;
      const steps = await this.#steps.read(key, forward.version, Math.min(boundary, version));
      if (steps[0]?.version !== forward.version + 1) break;
      await scheduler.yieldIfDue();
      for (const delta of deltas(steps)) {
        // Bytes take the place of those that the blocks have: what steps have touched is written first.
        if (delta.at(-1)?.splices !== null) await this.#parser.prewrite(forward.source);
        for (const next of replaying(forward, delta)) {
          forward = next ?? forward;
          await scheduler.yieldIfDue();
        }
      }
    }
    return forward;
  }

  #current(key: NoteKey): StoredContent {
    const stored = this.#contents.maybeCurrent(key);
    if (stored === null) throw new Error('The note has no content');
    return stored;
  }
}

function stateOf({ state, packedState }: StoredContent): Promise<string> | string | null {
  return packedState === null ? state : unpackedInThread(packedState);
}

function* isStateAsRead(state: string): Generator<void, boolean> {
  return isDocumentAsRead(yield* readingState(yield* slicedParse(state)));
}

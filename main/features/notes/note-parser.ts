// Markdown to documents and back, and what the full-text index needs of it: of small notes at once, of large ones in a thread, one at a
// time, so that other requests do not have to wait for them.

import { unavailable } from '../../lib/app-error.ts';
import { CooperativeScheduler } from '../../lib/cooperative-scheduler.ts';
import { slicedJsonBytes } from '../../lib/sliced-json.ts';
import { workerFile } from '../../lib/worker-file.ts';
import { parseMarkdown, type ParsedMarkdown } from '../../contract/markdown/parse.ts';
import { WorkerPool } from '../../lib/worker-pool.ts';
import { fromPieces } from './note-pieces.ts';
import type { NoteSource } from './note-source.ts';
import type { NoteJob, NoteResults } from './note-worker.ts';
import { indexEntry, type IndexEntry } from './search/index-entry.ts';
import { nodeToJson } from './sliced-nodes.ts';
import type { UnwrittenSource } from './source/records.ts';

/** Markdown of more characters than this goes to the thread. */
export const parsedAtOnce = 64 * 1024;

export class NoteParser {
  readonly #pool = new WorkerPool<NoteJob, unknown>({
    file: workerFile('note-worker', import.meta.url),
    task: 'runJob',
    timeoutMs: 20_000,
    memoryMb: 1024,
    maxWaiting: 99,
    tooMany: 'There are too many large notes to be read at the moment',
  });

  /** Whether the note is small enough to be parsed without any delay that others would notice. */
  static isSmall(markdown: string): boolean {
    return markdown.length <= parsedAtOnce;
  }

  /** Throws `unavailable` if it takes too long or there is too much to do. */
  async parse(markdown: string): Promise<ParsedMarkdown> {
    if (NoteParser.isSmall(markdown)) return parseMarkdown(markdown);
    return fromPieces(markdown, await this.#inThread({ kind: 'parse', markdown }));
  }

  /**
   * Writes the long blocks of the note that have no bytes yet, so that its content takes no time afterwards. What cannot be written here in
   * time is left to be written then.
   */
  async prewrite(source: NoteSource): Promise<void> {
    for (const unwritten of source.unwritten()) await this.#write(unwritten).catch(() => undefined);
  }

  /** What the full-text index keeps of a note. Throws as `parse` does. */
  async indexEntry({ title, content }: { readonly title: string; readonly content: string }): Promise<IndexEntry> {
    return NoteParser.isSmall(content) ? indexEntry({ title, content }) : this.#inThread({ kind: 'index', title, content });
  }

  /** Ends the thread; what waits is refused. */
  stop(): Promise<void> {
    return this.#pool.stop();
  }

  async #write(unwritten: UnwrittenSource): Promise<void> {
    const { node, writing, first } = unwritten;
    const scheduler = new CooperativeScheduler();
    const block = await scheduler.run(slicedJsonBytes(await scheduler.run(nodeToJson(node))));
    const { references, lineEnding } = writing;
    unwritten.writtenAs(await this.#inThread({ kind: 'write', block, references, lineEnding, first }, [block.buffer]));
  }

  #inThread<Kind extends NoteJob['kind']>(
    job: NoteJob & { readonly kind: Kind },
    transfer: readonly ArrayBuffer[] = [],
  ): Promise<NoteResults[Kind]> {
    const refusal = (cause: unknown): Error => unavailable('The note is too large to be read in time', 10, cause);
    const done = this.#pool.run(job, { refusal, transfer });
    return done as Promise<NoteResults[Kind]>;
  }
}

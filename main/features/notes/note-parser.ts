// Parses notes: small ones at once, large ones in a thread, one at a time, so that other requests do not have to wait for them.

import { unavailable } from '../../lib/app-error.ts';
import { workerFile } from '../../lib/worker-file.ts';
import { parseMarkdown, type ParsedMarkdown } from '../../contract/markdown/parse.ts';
import { WorkerPool } from '../../lib/worker-pool.ts';
import { fromPieces, type ParsedPieces } from './note-pieces.ts';

/** Markdown of more characters than this goes to the thread. */
export const parsedAtOnce = 64 * 1024;

export class NoteParser {
  readonly #pool = new WorkerPool<string, ParsedPieces>({
    file: workerFile('note-parse-worker', import.meta.url),
    task: 'parseToPieces',
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
    return fromPieces(
      markdown,
      await this.#pool.run(markdown, { refusal: (cause) => unavailable('The note is too large to be read in time', 10, cause) }),
    );
  }

  /** Ends the thread; what waits is refused. */
  stop(): Promise<void> {
    return this.#pool.stop();
  }
}

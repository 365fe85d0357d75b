// Markdown to documents and back, and what the full-text index needs of it: of small notes at once, of large ones in a thread, one at a
// time, so that other requests do not have to wait for them; of the heaviest in another, so that other large notes do not either.

import type { Node } from 'prosemirror-model';
import { unavailable } from '../../lib/app-error.ts';
import { CooperativeScheduler } from '../../lib/cooperative-scheduler.ts';
import { slicedJsonBytes } from '../../lib/sliced-json.ts';
import { workerFile } from '../../lib/worker-file.ts';
import { flatReferences } from '../../contract/markdown/definitions.ts';
import { parseMarkdown, type ParsedMarkdown } from '../../contract/markdown/parse.ts';
import { WorkerPool } from '../../lib/worker-pool.ts';
import { fromPieces, type ParsedPieces } from './note-pieces.ts';
import type { NoteSource } from './note-source.ts';
import type { NoteJob, NoteResults, SentBlock } from './note-worker.ts';
import { indexEntry, type IndexEntry } from './search/index-entry.ts';
import { parseWeight } from '../../contract/markdown/parse-weight.ts';
import { nodeToJson } from './sliced-nodes.ts';
import { mayBePatched } from '../../contract/markdown/source/patch/patch.ts';
import type { UnwrittenSource } from '../../contract/markdown/source/unwritten-source.ts';

/** Markdown that weighs more than this goes to the thread, in units of `parseWeight`. */
export const parsedAtOnce = 64 * 1024;

/**
 * What weighs more has a thread of its own: a megabyte of prose, lists or tables weighs 1 to 3 million, one of brackets, which takes half a
 * minute to be read, 20 to 50.
 */
const heavyWeight = 4 * 1024 * 1024;

const newPool = (): WorkerPool<NoteJob, unknown> =>
  new WorkerPool<NoteJob, unknown>({
    file: workerFile('note-worker', import.meta.url),
    task: 'runJob',
    // Where other programs keep the machine busy, what takes two seconds otherwise has taken more than twenty.
    timeoutMs: 60_000,
    memoryMb: 1024,
    // V8's own: a large note is many objects that stay, and the largest one is far from the limit.
    youngMb: 48,
    firstYoungMb: 16,
    maxWaiting: 99,
    tooMany: 'There are too many large notes to be read at the moment',
  });

export class NoteParser {
  readonly #pool = newPool();
  readonly #heavyPool = newPool();

  /** Whether the note is small enough to be parsed without any delay that others would notice. */
  static isSmall(markdown: string): boolean {
    return parseWeight(markdown, parsedAtOnce) <= parsedAtOnce;
  }

  /** The blocks of markdown that is small; null for what takes long to be read. */
  static maybeParse(markdown: string): readonly Node[] | null {
    return NoteParser.isSmall(markdown) ? parseMarkdown(markdown).blocks.map(({ node }) => node) : null;
  }

  /** Throws `unavailable` if it takes too long or there is too much to do. */
  async parse(markdown: string): Promise<ParsedMarkdown> {
    if (NoteParser.isSmall(markdown)) return parseMarkdown(markdown);
    return fromPieces(markdown, await this.parseInThread(markdown));
  }

  /** As `parse`, with the result as it comes from the thread. */
  parseInThread(markdown: string): Promise<ParsedPieces> {
    return this.#inThread({ kind: 'parse', markdown }, parseWeight(markdown, heavyWeight));
  }

  /**
   * Writes the blocks of the note that have no bytes yet, the heavy ones in the thread, and makes its content, so that this takes no time
   * afterwards; finds out there as well whether heavy blocks stay apart. Throws `unavailable`: what cannot be done there in time would hold
   * all others up here.
   */
  async prewrite(source: NoteSource): Promise<void> {
    const scheduler = new CooperativeScheduler();
    await this.#writeAll(source.unwritten());
    await scheduler.yieldIfDue();
    for (const boundary of source.heavyBoundaries()) {
      const { neighbours } = boundary;
      const { above = '', x, gap, y } = neighbours;
      const weight = parseWeight(above + x + gap + y, heavyWeight);
      boundary.readAs(await this.#inThread({ kind: 'boundary', neighbours }, weight));
    }
    await scheduler.yieldIfDue();
    await scheduler.run(source.makingContent());
  }

  /** The same for all that the state of the note keeps: blocks besides that were removed before they had bytes. */
  async prewriteState(source: NoteSource): Promise<void> {
    await this.prewrite(source);
    await this.#writeAll(source.unwrittenRemoved());
  }

  /** What the full-text index keeps of a note. Throws as `parse` does. */
  async indexEntry({ title, content }: { readonly title: string; readonly content: string }): Promise<IndexEntry> {
    if (content.length <= parsedAtOnce) return indexEntry({ title, content });
    return this.#inThread({ kind: 'index', title, content }, parseWeight(content, heavyWeight));
  }

  /** Ends the threads; what waits is refused. */
  async stop(): Promise<void> {
    await Promise.all([this.#pool.stop(), this.#heavyPool.stop()]);
  }

  async #writeAll(blocks: readonly UnwrittenSource[]): Promise<void> {
    const scheduler = new CooperativeScheduler();
    for (const unwritten of blocks) {
      if (unwritten.isHeavy) await this.#write(unwritten);
      else await scheduler.run(writing(unwritten));
    }
  }

  async #write(unwritten: UnwrittenSource): Promise<void> {
    const { node, had, writing, first } = unwritten.block;
    const block = await bytesOf(node);
    // A block that is too long for its old bytes to be kept goes without them.
    const isPatched = had[0] !== undefined && mayBePatched(had[0], node);
    const sentBlocks: SentBlock[] = [];
    for (const old of isPatched ? had : []) sentBlocks.push({ block: await bytesOf(old.node), source: old.source });
    const transfer = [block.buffer, ...sentBlocks.map((sent) => sent.block.buffer)];
    const sent = { ...writing, references: flatReferences(writing.references) };
    unwritten.writtenAs(await this.#inThread({ kind: 'write', block, had: sentBlocks, writing: sent, first }, unwritten.weight, transfer));
  }

  #inThread<Kind extends NoteJob['kind']>(
    job: NoteJob & { readonly kind: Kind },
    weight: number,
    transfer: readonly ArrayBuffer[] = [],
  ): Promise<NoteResults[Kind]> {
    const refusal = (cause: unknown): Error => unavailable('The note is too large to be read in time', 10, cause);
    const pool = weight > heavyWeight ? this.#heavyPool : this.#pool;
    const done = pool.run(job, { refusal, transfer });
    return done as Promise<NoteResults[Kind]>;
  }
}

function* writing(unwritten: UnwrittenSource): Generator<void, void> {
  yield;
  unwritten.write();
}

/** The JSON of a node, in UTF-8. */
async function bytesOf(node: Node): Promise<Buffer<ArrayBuffer>> {
  const scheduler = new CooperativeScheduler();
  return scheduler.run(slicedJsonBytes(await scheduler.run(nodeToJson(node))));
}

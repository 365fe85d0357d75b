// What all readers of notes share: a text of an entry, the files that it leads to, and a title that a note can have.

import { cutText } from '../../../contract/cut-text.ts';
import { textLimits } from '../../../contract/limits.ts';
import { baseName } from '../archive/entry-path.ts';
import { DamagedEntry } from '../archive/entry-stream.ts';
import type { PlanFile, PlanSink, SourceEntry } from '../plan.ts';
import { maybeDecode } from './source-text.ts';

/** A title that a note or a card can have. */
export function titleFrom(text: string, instead = 'Untitled'): string {
  return cutText(plainName(text) || instead, textLimits.title).trim();
}

/** A name in one line, of any length; '' for one of nothing but blanks. */
export function plainName(text: string): string {
  return text.replaceAll(/\p{Cc}+/gu, ' ').trim();
}

interface NameRoom {
  /** What is told of. */
  readonly path: string;
  /** For one of nothing but blanks. */
  readonly instead?: string;
  /** In characters; that of a title if absent. */
  readonly maxLength?: number;
  /** Whether it stands whole in a description as well. */
  readonly isInDescription?: boolean;
}

/** A name that there is room for; one that is cut is told. */
export function nameFrom(
  text: string,
  sink: Pick<PlanSink, 'warn'>,
  { path, instead = 'Untitled', maxLength = textLimits.title, isInDescription = false }: NameRoom,
): string {
  const whole = plainName(text) || instead;
  if (whole.length <= maxLength) return whole;
  const message = `Its name is longer than the ${maxLength} characters that there is room for: it is cut`;
  sink.warn({ path, kind: 'limit', message: isInDescription ? `${message}, and stands whole in the description` : message });
  return cutText(whole, maxLength).trim();
}

/** The text of an entry; null for what is none, or too long for a note, which is told. `isText`: it is one, whatever it holds. */
export async function maybeText(entry: SourceEntry, sink: PlanSink, isText = false): Promise<string | null> {
  const { path } = entry;
  // UTF-16 takes up to twice the bytes.
  if (entry.size > 2 * sink.limits.noteBytes) {
    sink.warn({ path, kind: 'limit', message: 'It is larger than the 5 MiB that a note can have: it does not come in' });
    return null;
  }
  const bytes = await unlessDamaged(entry, sink, () => entry.read(2 * sink.limits.noteBytes));
  if (bytes === null) return null;
  const decoded = maybeDecode(bytes) ?? (isText ? { text: bytes.toString(), encoding: null } : null);
  if (decoded === null) {
    sink.warn({ path, kind: 'encoding', message: 'It is no text: it does not come in' });
    return null;
  }
  if (decoded.encoding !== null) sink.warn({ path, kind: 'encoding', message: `It is not UTF-8: it was read as ${decoded.encoding}` });
  if (Buffer.byteLength(decoded.text) > sink.limits.noteBytes) {
    sink.warn({ path, kind: 'limit', message: 'It is larger than the 5 MiB that a note can have: it does not come in' });
    return null;
  }
  return decoded.text;
}

/** What `work` gives of an entry; null where that is damaged, which is told. */
export async function unlessDamaged<T>({ path }: SourceEntry, sink: PlanSink, work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof DamagedEntry)) throw error;
    sink.warn({ path, kind: 'unsafe', message: 'It is damaged in the archive: it does not come in' });
    return null;
  }
}

/** The text of an entry that is looked into beforehand; '' for one that is damaged or none, which is told where it is to come in. */
export async function peeked(entry: SourceEntry, limit: number): Promise<string> {
  try {
    return maybeDecode(await entry.read(limit))?.text ?? '';
  } catch (error) {
    if (error instanceof DamagedEntry) return '';
    throw error;
  }
}

/** The files of one note, each once, with all targets that lead to it. */
export class NoteFilesFound {
  readonly #sink: PlanSink;
  readonly #path: string;
  readonly #files = new Map<string, { readonly file: number; readonly filename: string; readonly targets: [number, number][] }>();

  /** `path`: of the note. */
  constructor(sink: PlanSink, path: string) {
    this.#sink = sink;
    this.#path = path;
  }

  /** A file that the note names; `at`: the target that is to lead to it, where that is to be written anew. */
  async add(entry: SourceEntry, at: readonly [number, number] | null, filename = baseName(entry.path)): Promise<void> {
    const known = this.#files.get(entry.path);
    if (known !== undefined) {
      if (at !== null) known.targets.push([...at]);
      return;
    }
    if (entry.size > this.#sink.limits.fileBytes) {
      const message = 'It is larger than the 10 MiB that a file can have';
      this.#sink.warn({ path: entry.path, kind: 'limit', message });
      return;
    }
    if (this.#files.size >= this.#sink.limits.noteFiles) {
      this.#sink.warn({
        path: this.#path,
        kind: 'limit',
        message: `A note can have ${this.#sink.limits.noteFiles} files: ${entry.path} is left out`,
      });
      return;
    }
    const file = await unlessDamaged(entry, this.#sink, () => this.#sink.keep(entry, filename));
    if (file === null) return;
    this.#files.set(entry.path, { file, filename, targets: at === null ? [] : [[...at]] });
  }

  list(): PlanFile[] {
    return [...this.#files.values()];
  }
}

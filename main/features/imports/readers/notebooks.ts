// Folders that become notebooks: each is told once, after the one that it lies in.

import { textLimits } from '../../../contract/limits.ts';
import { folderOf, baseName } from '../archive/entry-path.ts';
import type { PlanSink, SourceId } from '../plan.ts';
import { nameFrom } from './note-reading.ts';

export class FolderNotebooks {
  readonly #sink: PlanSink;
  readonly #nameOf: (folder: string) => string;
  readonly #known: Map<string, SourceId | null>;
  readonly #sourceOf: (folder: string) => SourceId;

  /**
   * `called` gives the name of the notebook of a folder; `known`: notebooks that are told already, by folder; `sourceOf`: what others are
   * known by, their paths if absent.
   */
  constructor(
    sink: PlanSink,
    called: (folder: string) => string = baseName,
    {
      known = [],
      sourceOf = (folder) => folder,
    }: { readonly known?: Iterable<readonly [string, SourceId | null]>; readonly sourceOf?: (folder: string) => SourceId } = {},
  ) {
    this.#sink = sink;
    this.#nameOf = called;
    this.#known = new Map([['', null], ...known]);
    this.#sourceOf = sourceOf;
  }

  /** The notebook of a folder, which is added if it is new; null for the top. */
  async of(folder: string): Promise<SourceId | null> {
    const known = this.#known.get(folder);
    if (known !== undefined) return known;
    const parent = await this.of(folderOf(folder));
    const { notebookDepth, notebooks } = this.#sink.limits;
    const isTooDeep = folder.split('/').length > notebookDepth;
    if (isTooDeep || this.#known.size > notebooks) {
      const message = isTooDeep ? `Notebooks lie at most ${notebookDepth} deep` : `There can be ${notebooks} notebooks`;
      this.#sink.warn({ path: folder, kind: 'limit', message: `${message}: its notes come into the one above` });
      this.#known.set(folder, parent);
      return parent;
    }
    const name = nameFrom(this.#nameOf(folder), this.#sink, { path: folder, instead: 'Notebook', maxLength: textLimits.name });
    const source = this.#sourceOf(folder);
    await this.#sink.add({ type: 'notebook', source, name, parent });
    this.#known.set(folder, source);
    return source;
  }
}

// The contents of files: kept when the first item that names them comes in, and held until the import is over.

import { randomUUID } from 'node:crypto';
import { copyFile, link } from 'node:fs/promises';
import { join } from 'node:path';
import { addressOfFile, isFileName } from '../../contract/file-names.ts';
import { foldName } from '../../contract/mentions.ts';
import type { PlannedFile } from './import-plan.ts';
import { keptPath } from './plan-writer.ts';
import type { PlanFile } from './plan.ts';
import type { ImportReferences } from './references.ts';
import { withTargets, type TextPart } from './readers/link-targets.ts';
import type { GivenFile, ImportTargets } from './targets.ts';

interface FileContentsOptions {
  readonly targets: ImportTargets;
  readonly folder: string;
  readonly files: readonly PlannedFile[];
  readonly references: Pick<ImportReferences, 'freeId'>;
}

export class FileContents implements Disposable {
  readonly #options: FileContentsOptions;
  readonly #kept = new Map<number, Disposable>();

  constructor(options: FileContentsOptions) {
    this.#options = options;
  }

  /** Where a file of the plan lies. */
  pathOf(number: number): string {
    return keptPath(this.#options.folder, number);
  }

  /** What of files changes what an item is. */
  signatures(files: readonly PlanFile[]): readonly (readonly [string, string])[] {
    return files.map(({ file, filename }) => [filename, this.#options.files[file]?.sha256 ?? '']);
  }

  /** The files of an item as it is to have them, those that Daybook cannot keep left out. `standing`: what it has already, oldest first. */
  async take(
    files: readonly PlanFile[],
    standing: readonly { readonly name: string; readonly filename: string; readonly sha256: string }[] = [],
  ): Promise<{ readonly file: PlanFile; readonly given: GivenFile; readonly isNew: boolean }[]> {
    const taken = [];
    const alike = Map.groupBy(files, ({ filename }) => foldName(filename));
    for (const file of files) {
      const planned = this.#options.files[file.file];
      if (planned?.kind === undefined || planned.kind === null) continue;
      await this.#keep(file.file, planned);
      const { kind, size, sha256 } = planned;
      // A note shows the newest of those that are called alike: one of before comes once more to be that.
      const called = standing.filter(({ filename }) => foldName(filename) === foldName(file.filename));
      const candidates = (alike.get(foldName(file.filename)) ?? []).length === 1 ? called.slice(-1) : called;
      const own = candidates.find((each) => each.sha256 === sha256 && each.filename === file.filename);
      const name = own?.name ?? this.#nameFor(file, kind.extension);
      const { filename, id, createdAt } = file;
      const given = {
        ...kind,
        size,
        sha256,
        filename,
        name,
        ...this.#options.references.freeId('file', id),
        ...(createdAt === undefined ? {} : { createdAt }),
      };
      taken.push({ file, given, isNew: own === undefined });
    }
    return taken;
  }

  /** A text in which the targets of files lead to them, with `others` in it. */
  relinked(content: string, taken: readonly { readonly file: PlanFile; readonly given: GivenFile }[], others: readonly TextPart[]): string {
    const parts = taken.flatMap(({ file: { targets = [] }, given }) =>
      targets.map(([from, to]) => ({ from, to, text: addressOfFile(given.name) })),
    );
    const { text } = withTargets(content, [...parts, ...others], []);
    // A name that was given and is another's here.
    return taken.reduce(
      (result, { file: { name }, given }) =>
        name === undefined || name === given.name ? result : result.replaceAll(addressOfFile(name), addressOfFile(given.name)),
      text,
    );
  }

  [Symbol.dispose](): void {
    for (const kept of this.#kept.values()) kept[Symbol.dispose]();
    this.#kept.clear();
  }

  #nameFor({ name }: PlanFile, extension: string): string {
    const { files } = this.#options.targets;
    return name !== undefined && isFileName(name) && !files.isNameTaken(name) ? name : files.newName(extension);
  }

  async #keep(number: number, { sha256, size }: PlannedFile): Promise<void> {
    if (this.#kept.has(number)) return;
    const { folder, targets } = this.#options;
    // The plan keeps its own name of the file: after an undo it can come in again.
    const path = join(folder, `in-${randomUUID()}`);
    await link(keptPath(folder, number), path).catch(() => copyFile(keptPath(folder, number), path));
    this.#kept.set(number, await targets.files.keep([{ path, sha256, size }]));
  }
}

// Brings in notes.

import type { Clock } from '../../lib/clock.ts';
import type { PreparedItem } from './apply.ts';
import type { FileContents } from './file-contents.ts';
import { adopted, broughtAlong, conflictOf, decide, hashOfFields, secondTitle } from './item-changes.ts';
import type { WarningList } from './plan-writer.ts';
import type { PlanNote } from './plan.ts';
import type { References } from './references.ts';
import type { ImportTargets, NoteFields } from './targets.ts';

export interface ItemOptions {
  readonly targets: ImportTargets;
  readonly references: References;
  readonly contents: FileContents;
  readonly userId: string;
  readonly warnings: WarningList;
  readonly clock: Clock;
  readonly newId: () => string;
}

export class NoteItems {
  readonly #options: ItemOptions;

  constructor(options: ItemOptions) {
    this.#options = options;
  }

  /** Throws `too_large`, `unavailable`, and the system's errors. */
  async prepare(item: PlanNote): Promise<PreparedItem> {
    const { targets, references, contents, userId } = this.#options;
    const { source, title, content, notebook, isPinned = false, isArchived = false } = item;
    const hash = hashOfFields([title, content, notebook, isPinned, isArchived, contents.signatures(item.files)]);
    const known = references.maybeKnown('note', source);
    const decision = decide(known, known === null ? null : targets.note.maybeVersion(userId, known.recordId), hash);
    if (decision.do === 'nothing') {
      references.is('note', source, decision.id);
      return () => 'unchanged';
    }
    if (decision.do === 'update') return this.#update(item, hash, decision);
    if (decision.do === 'second') return this.#second(item, hash, decision);
    return (await this.#maybeAdopted(item, hash)) ?? (await this.#create(item, hash));
  }

  async #create(item: PlanNote, hash: string): Promise<PreparedItem> {
    const { references } = this.#options;
    const create = await this.#creation(item, item.title, references.freeId('note', item.id, item.title));
    return () => {
      const { id, version } = create();
      references.put('note', item.source, { recordId: id, hash, version });
      return 'created';
    };
  }

  async #second(item: PlanNote, hash: string, { id, version }: { readonly id: string; readonly version: number }): Promise<PreparedItem> {
    const { references, warnings, clock } = this.#options;
    const title = secondTitle(item.title, clock());
    const create = await this.#creation(item, title, {});
    warnings.add(conflictOf(item.title, title));
    return () => {
      create();
      references.put('note', item.source, { recordId: id, hash, version });
      return 'kept';
    };
  }

  async #creation(item: PlanNote, title: string, as: { readonly id?: string }): Promise<() => { id: string; version: number | null }> {
    const { targets, contents, userId } = this.#options;
    const taken = await contents.take(item.files);
    const fields = this.#fields(item, title, contents.relinked(item.content, taken));
    const create = await targets.note.prepareCreate(userId, fields, broughtAlong(item, as));
    return () => {
      const written = create();
      targets.files.addToNote(
        userId,
        written.id,
        taken.map(({ given }) => given),
      );
      return written;
    };
  }

  async #update(item: PlanNote, hash: string, { id, version }: { readonly id: string; readonly version: number }): Promise<PreparedItem> {
    const { targets, references, contents, userId } = this.#options;
    const taken = await contents.take(item.files, targets.files.ofNote(userId, id));
    const fields = this.#fields(item, item.title, contents.relinked(item.content, taken));
    const update = await targets.note.prepareUpdate(userId, id, fields, version);
    return () => {
      targets.files.addToNote(
        userId,
        id,
        taken.flatMap(({ given, isNew }) => (isNew ? [given] : [])),
      );
      references.put('note', item.source, { recordId: id, hash, version: update().version });
      return 'updated';
    };
  }

  /** A note that is here under the id that this one asks for: what came out of this Daybook. Null where there is none. */
  async #maybeAdopted(item: PlanNote, hash: string): Promise<PreparedItem | null> {
    const { targets, references, userId } = this.#options;
    const { id, source } = item;
    const version = id === undefined ? null : targets.note.maybeVersion(userId, id);
    if (id === undefined || version === null) return null;
    const own = await targets.note.read(userId, id);
    if (own === null) return null;
    const isSame = own.title === item.title && own.content === item.content;
    const as = isSame ? { version } : adopted({ ...own, version }, item);
    if (as === 'second') return this.#second(item, hash, { id, version });
    return () => {
      references.put('note', source, { recordId: id, hash, version: as.version });
      return 'unchanged';
    };
  }

  #fields({ notebook, isPinned = false, isArchived = false }: PlanNote, title: string, content: string): NoteFields {
    return { title, content, notebookId: this.#options.references.maybeId('notebook', notebook), isPinned, isArchived };
  }
}

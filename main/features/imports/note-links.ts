// Links to records of an import: to notes by title where one note has it, else by ids, which are known before the records are there. Where
// a record comes in under another id than it had, addresses in texts lead to it there.

import { canBeLinked, foldName } from '../../contract/mentions.ts';
import type { ImportPlan } from './import-plan.ts';
import type { ImportStore } from './import-store.ts';
import type { PlanCard, PlanEvent, PlanNote, PlanNoteLink, SourceId } from './plan.ts';
import { recordAddresses, withTargets, type RecordAddress, type TextPart } from './readers/link-targets.ts';
import type { ImportReferences } from './references.ts';
import type { ImportTargets } from './targets.ts';

interface NoteLinksOptions {
  readonly store: Pick<ImportStore, 'notesTitled'>;
  readonly targets: Pick<ImportTargets, 'note' | 'card' | 'event'>;
  readonly references: Pick<ImportReferences, 'maybeKnown' | 'freeId'>;
  readonly plan: Pick<ImportPlan, 'sharedTitles' | 'addressed'>;
  readonly userId: string;
  readonly newId: () => string;
}

export class NoteLinks {
  readonly #options: NoteLinksOptions;
  readonly #shared: ReadonlySet<string>;
  /** The sources of items that texts name by address, by type and the id there. */
  readonly #addressed: ReadonlyMap<string, SourceId>;
  readonly #ids = new Map<string, string>();

  constructor(options: NoteLinksOptions) {
    this.#options = options;
    this.#shared = new Set(options.plan.sharedTitles);
    this.#addressed = new Map(options.plan.addressed?.map(({ type, id, source }) => [`${type} ${id}`, source]));
  }

  /** The id that an item which is not here is to come in under, if that is free: the one that links lead to; undefined for any. */
  idFor({ type, source, id }: PlanNote | PlanCard | PlanEvent): string | undefined {
    if (id === undefined) return type === 'note' ? this.#idOf(type, source) : undefined;
    return this.#addressed.has(`${type} ${id}`) ? this.#idOf(type, source, id) : id;
  }

  /** The id of a record of the plan: the one that it has here, else the one that it is to come in under. `asked`: the one that it had. */
  #idOf(type: RecordAddress['type'], source: SourceId, asked?: string): string {
    const { references, newId } = this.#options;
    const key = `${type} ${source}`;
    const told = this.#ids.get(key);
    if (told !== undefined) return told;
    const known = references.maybeKnown(type, source)?.recordId;
    const here = [known, asked].find((each) => each !== undefined && this.#isHere(type, each));
    const id = here ?? references.freeId(type, asked).id ?? newId();
    this.#ids.set(key, id);
    return id;
  }

  #isHere(type: RecordAddress['type'], id: string): boolean {
    const { targets, userId } = this.#options;
    return (type === 'note' ? targets.note.maybeVersion(userId, id) : targets[type].maybeState(userId, id)) !== null;
  }

  /** What is to stand in a text in the place of links whose titles do not name their notes, and of ids that are others here. */
  parts(markdown: string, links: readonly PlanNoteLink[] = []): TextPart[] {
    const toNotes = links.flatMap(({ from, to, note, title, label }) => {
      if (this.#isNamed(title, note)) return [];
      const shown = label.replaceAll('\n', ' ').trim() || title.replaceAll(/[[\]\\]/g, String.raw`\$&`);
      return [{ from, to, text: `[${shown}](daybook://note/${this.#idOf('note', note)})` }];
    });
    return [...toNotes, ...this.#others(markdown)];
  }

  /** A text with these links in it. */
  relinked(text: string | null, links?: readonly PlanNoteLink[]): string | null {
    return text === null ? null : withTargets(text, this.parts(text, links), []).text;
  }

  #others(markdown: string): TextPart[] {
    if (this.#addressed.size === 0) return [];
    return recordAddresses(markdown).flatMap(({ type, id, from, to }) => {
      const source = this.#addressed.get(`${type} ${id}`);
      const own = source === undefined ? id : this.#idOf(type, source, id);
      return own === id ? [] : [{ from, to, text: own }];
    });
  }

  #isNamed(title: string, note: SourceId): boolean {
    const { store, userId } = this.#options;
    const key = foldName(title);
    if (!canBeLinked(title) || this.#shared.has(key)) return false;
    return store.notesTitled(userId, key).every((id) => id === this.#idOf('note', note));
  }
}

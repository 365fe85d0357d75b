// Links to notes of an import: by title where one note has it, else by the id of the note, which is known before the note is there.

import { canBeLinked, foldName } from '../../contract/mentions.ts';
import type { ImportPlan } from './import-plan.ts';
import type { ImportStore } from './import-store.ts';
import type { PlanNoteLink, SourceId } from './plan.ts';
import { withTargets, type TextPart } from './readers/link-targets.ts';
import type { ImportReferences } from './references.ts';
import type { ImportTargets } from './targets.ts';

interface NoteLinksOptions {
  readonly store: Pick<ImportStore, 'notesTitled'>;
  readonly targets: Pick<ImportTargets, 'note'>;
  readonly references: Pick<ImportReferences, 'maybeKnown'>;
  readonly plan: Pick<ImportPlan, 'sharedTitles'>;
  readonly userId: string;
  readonly newId: () => string;
}

export class NoteLinks {
  readonly #options: NoteLinksOptions;
  readonly #shared: ReadonlySet<string>;
  readonly #ids = new Map<SourceId, string>();

  constructor(options: NoteLinksOptions) {
    this.#options = options;
    this.#shared = new Set(options.plan.sharedTitles);
  }

  /** The id of a note of the plan: the one that it has here, else the one that it is to come in under. */
  idOf(note: SourceId): string {
    const { references, targets, userId, newId } = this.#options;
    const told = this.#ids.get(note);
    if (told !== undefined) return told;
    const known = references.maybeKnown('note', note)?.recordId;
    const id = known !== undefined && targets.note.maybeVersion(userId, known) !== null ? known : newId();
    this.#ids.set(note, id);
    return id;
  }

  /** What is to stand in the place of links whose titles do not name their notes. */
  parts(links: readonly PlanNoteLink[] = []): TextPart[] {
    return links.flatMap(({ from, to, note, title, label }) => {
      if (this.#isNamed(title, note)) return [];
      const shown = label.replaceAll('\n', ' ').trim() || title.replaceAll(/[[\]\\]/g, String.raw`\$&`);
      return [{ from, to, text: `[${shown}](daybook://note/${this.idOf(note)})` }];
    });
  }

  /** A text with these links in it. */
  relinked(text: string | null, links: readonly PlanNoteLink[] | undefined): string | null {
    return text === null ? null : withTargets(text, this.parts(links), []).text;
  }

  #isNamed(title: string, note: SourceId): boolean {
    const { store, userId } = this.#options;
    const key = foldName(title);
    if (!canBeLinked(title) || this.#shared.has(key)) return false;
    return store.notesTitled(userId, key).every((id) => id === this.idOf(note));
  }
}

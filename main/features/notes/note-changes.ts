// What every accepted change of a note leaves behind, and what is answered. To be called inside a write.

import type { NoteDeltaReply } from '../../contract/notes.ts';
import { AppError } from '../../lib/app-error.ts';
import type { RecordChange } from '../../lib/change.ts';
import { toInstant, type Clock } from '../../lib/clock.ts';
import type { NamedFiles, NoteWatcher } from '../../lib/text-watchers.ts';
import { answeredStep } from './delta/step-json.ts';
import { changedFileNames, mayNameFiles } from './file-names.ts';
import type { LiveNote, NoteOutcome, StepHistory, StoredStep } from './live-note.ts';
import type { NoteCache } from './note-cache.ts';
import type { AttributeChanges } from './attribute-changes.ts';
import type { NoteKey, NoteStore, StoredAttributes, StoredNote } from './note-store.ts';
import type { RememberedDelta, StepStore } from './step-store.ts';

interface NoteChangesOptions {
  readonly store: NoteStore;
  readonly steps: StepStore;
  readonly attributes: AttributeChanges;
  readonly cache: NoteCache;
  readonly record: RecordChange;
  readonly namedFiles: NamedFiles;
  readonly watcher: NoteWatcher;
  readonly clock: Clock;
  /** Told of each note that is to be written out before long. */
  readonly markDirty: (key: NoteKey) => void;
}

/** The steps after some version, as clients get them. */
type MissedSteps = Pick<NoteDeltaReply, 'steps' | 'clientIDs'>;

/** How a change was asked for. */
interface Request {
  /** The version that the answer starts from; the one before the change when null. */
  readonly since: number | null;
  readonly clientID: string | number | null;
  /** Under which the answer is remembered. */
  readonly deltaId: string | null;
}

/** What comes of a change: of the text, if it was asked for, with the note before it; and what the note is to be besides. */
interface Accepted {
  readonly text: { readonly before: LiveNote; readonly outcome: NoteOutcome } | null;
  readonly attributes: StoredAttributes | null;
}

export class NoteChanges {
  readonly #options: NoteChangesOptions;

  constructor(options: NoteChangesOptions) {
    this.#options = options;
  }

  /** Stores what has come of a change and answers it. Nothing is stored where nothing changed. Throws `history_gone`, `stale_version`. */
  accept(key: NoteKey, row: StoredNote, { text, attributes }: Accepted, { since, clientID, deltaId }: Request): NoteDeltaReply {
    const { steps } = this.#options;
    if (since !== null && since < row.firstVersion) throw historyGone(row);
    if (since !== null && since > row.version) this.missed(key, row, since);
    const rewritten = text === null ? row : this.#accept(key, row, text.before, text.outcome, clientID);
    const { row: changed, steps: own } =
      attributes === null ? { row: rewritten, steps: [] } : this.#options.attributes.store(key, rewritten, attributes, clientID);
    const added = [...(text?.outcome.steps ?? []), ...own];
    const { title, version, updatedAt } = changed;
    const remembered: RememberedDelta = { since: since ?? row.version, version, title, updatedAt };
    if (deltaId !== null) steps.remember(key, deltaId, remembered);
    // Most clients have all but what they sent themselves: that need not be read back.
    const missed =
      remembered.since === row.version
        ? { steps: added.map(({ step }) => step as Record<string, unknown>), clientIDs: added.map(() => clientID) }
        : null;
    const answer = this.#answer(key, changed, remembered, missed);
    if (own.length > 0) this.#options.markDirty(key);
    return answer;
  }

  /** The row after a change of the text. What the last line changes is memory alone, and right also if the write is undone. */
  #accept(
    key: NoteKey,
    row: StoredNote,
    before: LiveNote,
    { note, steps: added, texts }: NoteOutcome,
    clientID: Request['clientID'],
  ): StoredNote {
    if (added.length === 0) return row;
    const changed = this.#store(key, row, note, added, clientID);
    if (texts?.some(mayNameFiles) ?? true) this.#tellOfFiles(key, before, note);
    this.#options.watcher.changed(key.userId, key.id, before.source.doc, note.source.doc);
    this.#committed(key, note);
    return changed;
  }

  /** The answer that the delta with this id got; null if there was none. Throws `history_gone`. */
  maybeAnswered(key: NoteKey, row: StoredNote, deltaId: string): NoteDeltaReply | null {
    const remembered = this.#options.steps.maybeRemembered(key, deltaId);
    return remembered === null ? null : { ...this.#answer(key, row, remembered), duplicate: true };
  }

  /** Steps after `since`. Throws `stale_version` if the note is not as far yet, `history_gone` if they were removed. */
  missed(key: NoteKey, row: StoredNote, since: number, until = row.version): MissedSteps {
    if (since > row.version)
      throw new AppError('stale_version', `The note is at version ${row.version}, not at ${since}`, {
        extra: { version: row.version, steps: [], clientIDs: [] },
      });
    const steps = since === until ? [] : this.#between(key, row, since, until);
    return {
      steps: steps.map(({ step }) => answeredStep(step)),
      clientIDs: steps.map(({ clientID }) => clientID),
    };
  }

  /** The steps of the note. */
  history(key: NoteKey, row: StoredNote): StepHistory {
    return { after: (version) => this.#between(key, row, version, row.version) };
  }

  #between(key: NoteKey, row: StoredNote, since: number, until: number): readonly StoredStep[] {
    if (since < row.firstVersion) throw historyGone(row);
    return this.#options.steps.between(key, since, until);
  }

  #answer(
    key: NoteKey,
    row: StoredNote,
    { since, version, title, updatedAt }: RememberedDelta,
    missed: MissedSteps | null = null,
  ): NoteDeltaReply {
    return { id: key.id, version, ...(missed ?? this.missed(key, row, since, version)), title, updatedAt: toInstant(updatedAt) };
  }

  #store(key: NoteKey, row: StoredNote, note: LiveNote, added: NoteOutcome['steps'], clientID: string | number | null): StoredNote {
    const { store, steps, record, clock } = this.#options;
    const at = clock();
    const size = steps.append(key, row.version, added, { at, author: key.userId, clientID });
    const changed: StoredNote = {
      ...row,
      title: String(note.source.doc.attrs['title']),
      version: note.version,
      stepBytes: row.stepBytes + size,
      updatedAt: at,
    };
    store.change(key, changed);
    record({ userId: key.userId, type: 'note', action: 'updated', id: key.id, version: note.version, before: { version: row.version } });
    return changed;
  }

  #tellOfFiles({ userId, id }: NoteKey, before: LiveNote, after: LiveNote): void {
    const names = changedFileNames(before.source.doc, after.source.doc);
    if (names.added.length + names.removed.length > 0) this.#options.namedFiles.changed(userId, id, { version: before.version, ...names });
  }

  /** See note-cache.ts. */
  #committed(key: NoteKey, note: LiveNote): void {
    this.#options.cache.put(key.id, note);
    this.#options.markDirty(key);
  }
}

/** 410 for what was removed to save room. */
export function historyGone({ version, firstVersion }: StoredNote): AppError {
  return new AppError('history_gone', `The history of this note goes back to version ${firstVersion}: read the note again`, {
    extra: { version },
  });
}

// What imports need of the features that their records belong to: functions that are handed in. All but `prepare…`, `keep` and `read` are
// called inside a write.

import type { Caller } from '../../lib/caller.ts';
import type { EventReferences, Imported } from '../../lib/imported-record.ts';
import type { PlanCalendar, PlanCard, PlanColumn, PlanEnd, PlanEvent, PlanFilter, PlanLabel, PlanProject } from './plan.ts';

/** A record as it is after a write; `version` null for one that has none. */
export interface WrittenRecord {
  readonly id: string;
  readonly version: number | null;
}

/** Where a column or a card stands. */
export interface RecordPlace {
  readonly version: number;
  /** The project of a column, or the column of a card. */
  readonly parentId: string;
  /** Those of a parent are in the order of these. */
  readonly order: number | string;
}

/** A file of a note or a card whose content is kept. */
interface KeptContent {
  readonly sha256: string;
  readonly size: number;
  readonly mimeType: string;
  readonly extension: string;
  readonly width: number | null;
  readonly height: number | null;
}

/** A file as a record is given it. */
export interface GivenFile extends KeptContent {
  readonly id?: string;
  readonly filename: string;
  /** How texts of notes call it. */
  readonly name: string;
  readonly createdAt?: number;
}

/** A filter of a project as it is given it. */
interface GivenFilter extends Omit<PlanFilter, 'id' | 'label'> {
  readonly id: string;
  readonly labelId: string | null;
}

/** The fields of a note as an import writes it. */
export interface NoteFields {
  readonly title: string;
  readonly content: string;
  readonly notebookId: string | null;
  readonly isPinned: boolean;
  readonly isArchived: boolean;
}

/** A write that was prepared; disposed of in the end. */
type Ready<T> = () => T;

export interface ImportTargets {
  /** To be awaited before the first write. */
  load(): Promise<void>;
  readonly notebook: {
    maybeVersion(userId: string, id: string): number | null;
    /** Throws `conflict` where there are too many, or it lies too deep. */
    create(
      userId: string,
      fields: { readonly name: string; readonly parentId: string | null; readonly isTemplates: boolean },
      as: Imported,
    ): WrittenRecord;
    /** The version that it has then. Throws as `create` does. */
    update(
      userId: string,
      id: string,
      fields: { readonly name: string; readonly parentId: string | null; readonly isTemplates: boolean },
    ): number;
  };
  readonly savedSearch: {
    maybeVersion(userId: string, id: string): number | null;
    /** Throws `conflict` where there are too many, 400 for a query that this Daybook does not know. */
    create(userId: string, fields: { readonly name: string; readonly query: string }, as: Imported): WrittenRecord;
    /** The version that it has then. Throws as `create` does. */
    update(userId: string, id: string, fields: { readonly name: string; readonly query: string }): number;
  };
  readonly note: {
    maybeVersion(userId: string, id: string): number | null;
    /** Null if the user has no such note. */
    read(
      userId: string,
      id: string,
    ): Promise<{ readonly title: string; readonly content: string; readonly notebookId: string | null; readonly updatedAt: number } | null>;
    prepareCreate(userId: string, fields: NoteFields, as: Imported): Promise<Ready<WrittenRecord>>;
    /** Throws `RetryableConflict` in the write if the note has changed since. */
    prepareUpdate(userId: string, id: string, fields: NoteFields, version: number): Promise<Ready<WrittenRecord>>;
  };
  readonly project: {
    maybeVersion(userId: string, id: string): number | null;
    create(
      userId: string,
      fields: PlanProject,
      as: Imported & { readonly labels: readonly (PlanLabel & { readonly id: string })[]; readonly filters: readonly GivenFilter[] },
    ): WrittenRecord;
    /** Null if the user has no such project. */
    maybeLabelIds(userId: string, id: string): ReadonlySet<string> | null;
    /** Its filters stay, as do labels that are not named. The version that it has then. Throws `conflict` for too many labels. */
    update(userId: string, id: string, fields: PlanProject, labels: readonly (PlanLabel & { readonly id: string })[]): number;
  };
  readonly column: {
    maybeVersion(userId: string, id: string): number | null;
    create(userId: string, fields: PlanColumn, projectId: string, as: Imported): WrittenRecord;
    /** The version that it has then. Throws as `create` does. */
    update(userId: string, id: string, fields: PlanColumn): number;
    /** Null if the user has no such column. */
    maybePlace(userId: string, id: string): RecordPlace | null;
    /** Columns of a project come into this order; others stay where they are among them. */
    arrange(userId: string, projectId: string, ids: readonly string[]): void;
  };
  readonly card: {
    /** Null if the user has no such card. */
    maybeState(userId: string, id: string): { readonly version: number; readonly updatedAt: number } | null;
    create(userId: string, fields: PlanCard, refs: CardReferences, as: Imported): WrittenRecord;
    /** Null if the user has no such card, or it is put away. */
    maybePlace(userId: string, id: string): RecordPlace | null;
    /** Puts a card behind another of its column, null for the first place. The version that it has then. Throws 404. */
    putBehind(userId: string, id: string, behind: string | null): number;
    /** `hasColumn`: whether its column is there; else it stays in its own. */
    update(
      userId: string,
      id: string,
      fields: PlanCard,
      refs: CardReferences & { readonly filesAdded: string[] },
    ): { readonly id: string; readonly version: number; readonly hasColumn: boolean };
  };
  readonly calendar: {
    maybeVersion(userId: string, id: string): number | null;
    maybeName(userId: string, id: string): string | null;
    /** Throws `conflict` where there are too many, and 400 for a subscription that may not be read here. */
    create(userId: string, fields: Omit<PlanCalendar, 'file'>, as: Imported): WrittenRecord;
    /** What it is called, its colour, and whether it is shown. The version that it has then. */
    update(userId: string, id: string, fields: PlanCalendar): number;
    /** The default calendar takes over what that of another Daybook is called, as long as it is empty and as it was at first. */
    takeDefault(
      userId: string,
      fields: PlanCalendar,
    ): { readonly id: string; readonly version: number; readonly isChanged: boolean; readonly isSame: boolean; readonly name: string };
    /** Whether `takeDefault` would change it. */
    changesDefault(userId: string, fields: PlanCalendar): boolean;
    /** Writes in slices of its own; without a batch nothing, and tells what it would. Throws 400 for what is no calendar. */
    importFile(request: CalendarFile): Promise<CalendarCounts>;
  };
  readonly event: {
    /** Null if the user has no such event. */
    maybeState(userId: string, id: string): { readonly version: number; readonly updatedAt: number; readonly isWritable: boolean } | null;
    /** Throws 400 for what cannot be an event. */
    create(userId: string, fields: PlanEvent, refs: EventReferences, as: Imported): WrittenRecord;
    /** `isThere`: whether it is in the calendar that it names by now. */
    update(
      userId: string,
      id: string,
      fields: PlanEvent,
      refs: EventReferences,
    ): { readonly id: string; readonly version: number; readonly isThere: boolean };
  };
  /** `'duplicate'` for a link that is there; null where one of the records is gone, or has too many links. */
  link(
    caller: Caller,
    from: PlanEnd & { readonly id: string },
    to: PlanEnd & { readonly id: string },
    as: Imported,
  ): WrittenRecord | 'duplicate' | null;
  /** Whether there is a link from one to the other. */
  isLinked(userId: string, from: PlanEnd & { readonly id: string }, to: PlanEnd & { readonly id: string }): boolean;
  readonly files: {
    /** What kind of file it is; null for one that Daybook cannot keep. `size` in bytes. */
    inspect(path: string, filename: string, owner: 'note' | 'card'): Promise<FileKind | { readonly refused: string }>;
    /** Moves contents among the kept, where they stay until they are disposed of. */
    keep(files: readonly { readonly path: string; readonly sha256: string; readonly size: number }[]): Promise<Disposable>;
    /** A name for a file of a note that no file has. */
    newName(extension: string): string;
    isNameTaken(name: string): boolean;
    /** The files that a note has, by what is in them and how they are called. */
    ofNote(userId: string, noteId: string): readonly { readonly name: string; readonly filename: string; readonly sha256: string }[];
    addToNote(userId: string, noteId: string, files: readonly GivenFile[]): void;
    /** The files that a card has. */
    ofCard(userId: string, cardId: string): readonly { readonly filename: string; readonly sha256: string }[];
    addToCard(userId: string, cardId: string, files: readonly GivenFile[], isUndone?: boolean): void;
  };
}

export type FileKind = Pick<KeptContent, 'mimeType' | 'extension' | 'width' | 'height'>;

/** What a card names besides its fields. */
export interface CardReferences {
  readonly columnId: string;
  readonly labelIds: readonly string[];
  /**
   * Where it is new in its column: cards that it is to stand behind, the nearest first, of which the first one that is there counts. It
   * comes to the first place where none is, to the last one where this is absent.
   */
  readonly behind?: readonly string[];
}

interface CalendarFile {
  readonly caller: Caller;
  /** Null, without a batch, for a calendar that is not here yet. */
  readonly calendarId: string | null;
  /** Null to tell what would come of it. */
  readonly batchId: string | null;
  readonly bytes: Uint8Array;
  readonly signal: AbortSignal;
}

export interface CalendarCounts {
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  /** Of which ours stays, as both were changed, and theirs comes in beside it. */
  readonly kept: number;
  readonly conflicts: readonly { readonly title: string; readonly second: string }[];
  /** Alarms that are kept, but do not ring here. */
  readonly silentAlarms: number;
  /** Events that do not come in. */
  readonly skipped: readonly { readonly path: string; readonly message: string }[];
  readonly lost: readonly { readonly path: string; readonly message: string }[];
}

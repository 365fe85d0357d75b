// What a reader makes of another program's files: items in the order in which they come in, each after those that it names. This is what
// all readers write and what `apply.ts` brings in.

import type { ImportFound, ImportWarning } from '../../contract/imports.ts';

/** What an item is called where it comes from: with it a second import finds what the first has made. Unique among items of its type. */
export type SourceId = string;

interface PlanRecord {
  readonly source: SourceId;
  /** The id that the record is to have, if that is free: what comes out of a Daybook comes back under its own. */
  readonly id?: string;
  /** Milliseconds since the Unix epoch; now where the source tells none. */
  readonly createdAt?: number;
  readonly updatedAt?: number;
  /** Of a note or a card that came out of a Daybook and was changed outside of it since: its `updatedAt` in there. */
  readonly updatedBefore?: number;
}

/** A file of an item. */
export interface PlanFile {
  /** Its number, as `PlanSink.keep` has given it. */
  readonly file: number;
  readonly filename: string;
  /** How the text calls it already, of the form that files of notes have; else it gets such a name. */
  readonly name?: string;
  readonly id?: string;
  readonly createdAt?: number;
  /** Where in the content its targets stand, from and to, in UTF-16 units: they are to lead to the file. */
  readonly targets?: readonly (readonly [number, number])[];
}

/** A link by title to a note of the plan, as `[[Title]]` stands in a text. Where several notes have the title, it is to name the one. */
export interface PlanNoteLink {
  /** Where all of it stands, in UTF-16 units. */
  readonly from: number;
  readonly to: number;
  readonly note: SourceId;
  /** Of that note. */
  readonly title: string;
  /** What it shows; '' for the title. */
  readonly label: string;
}

export interface PlanNotebook extends PlanRecord {
  readonly type: 'notebook';
  readonly name: string;
  readonly parent: SourceId | null;
  readonly isTemplates?: boolean;
}

export interface PlanNote extends PlanRecord {
  readonly type: 'note';
  readonly title: string;
  readonly content: string;
  readonly notebook: SourceId | null;
  /** It was sent by itself: nothing but the name of its file says that it is the one that came in before. */
  readonly isSingle?: boolean;
  /** It came out of a Daybook, has another text by now, and lies elsewhere: nothing but its name says that it is the one. */
  readonly isByName?: boolean;
  readonly isPinned?: boolean;
  readonly isArchived?: boolean;
  /** In its content. */
  readonly links?: readonly PlanNoteLink[];
  readonly files: readonly PlanFile[];
}

export interface PlanLabel {
  readonly source: SourceId;
  readonly id?: string;
  readonly name: string;
  readonly color?: string;
}

/** Which cards a board shows, saved under a name. */
export interface PlanFilter {
  readonly id?: string | undefined;
  readonly name: string;
  readonly q: string;
  readonly priorities: readonly ('low' | 'medium' | 'high' | 'urgent')[];
  readonly due: 'overdue' | 'today' | 'week' | 'none' | null;
  readonly label: SourceId | null;
  readonly completed: boolean | null;
}

export interface PlanProject extends PlanRecord {
  readonly type: 'project';
  readonly name: string;
  readonly description?: string | null;
  readonly color?: string;
  readonly isArchived?: boolean;
  readonly labels: readonly PlanLabel[];
  readonly filters?: readonly PlanFilter[];
}

export interface PlanColumn extends PlanRecord {
  readonly type: 'column';
  readonly title: string;
  readonly project: SourceId;
  readonly wipLimit?: number | null;
  readonly isCollapsed?: boolean;
}

export interface PlanCheck {
  readonly id?: string;
  readonly text: string;
  readonly completed: boolean;
  readonly dueDate?: string | null;
}

export interface PlanCard extends PlanRecord {
  readonly type: 'card';
  readonly column: SourceId;
  readonly title: string;
  readonly description: string | null;
  readonly priority?: 'low' | 'medium' | 'high' | 'urgent' | null;
  /** A day, or a date-time in UTC. */
  readonly dueDate?: string | null;
  readonly reminders?: readonly { readonly minutesBefore: number }[];
  readonly progress?: number;
  /** Milliseconds since the Unix epoch. */
  readonly completedAt?: number | null;
  readonly isArchived?: boolean;
  readonly isTemplate?: boolean;
  /** Labels of the project of its column. */
  readonly labels: readonly SourceId[];
  readonly checklist: readonly PlanCheck[];
  /** In its description. */
  readonly links?: readonly PlanNoteLink[];
  readonly files: readonly PlanFile[];
}

/** A calendar. */
export interface PlanCalendar extends PlanRecord {
  readonly type: 'calendar';
  readonly name: string;
  readonly color?: string;
  readonly isVisible?: boolean;
  /** It is the one that takes the events which name no calendar: ours stands for it. */
  readonly isDefault?: boolean;
  /** What a subscription was read with. */
  readonly subscription?: { readonly url: string; readonly refreshedAt: number | null; readonly error: string | null } | null;
  /** Tells its events, as iCalendar; null where they are items. */
  readonly file: number | null;
  /** What it was called by before its name belonged to `source`. */
  readonly formerSources?: readonly SourceId[];
}

/** An event as Daybook keeps it; what is in it is checked where it comes in. Times in milliseconds since the Unix epoch. */
export interface PlanEvent extends PlanRecord {
  readonly type: 'event';
  readonly calendar: SourceId;
  readonly followsId: SourceId | null;
  readonly title: string;
  readonly description: string | null;
  readonly location: string | null;
  readonly color: string;
  readonly isAllDay: boolean;
  readonly startAt: number;
  readonly endAt: number;
  readonly timeZone: string;
  readonly recurrence: { readonly rrule: string; readonly rdates: readonly string[]; readonly exdates: readonly string[] } | null;
  readonly reminders: readonly { readonly minutesBefore: number }[];
  /** Both are absent in what earlier versions gave out. */
  readonly isCancelled?: boolean | undefined;
  readonly isFree?: boolean | undefined;
  /** What differs in occurrences of the series. */
  readonly overrides: readonly {
    readonly originalAt: number;
    readonly startAt: number;
    readonly endAt: number;
    readonly fields: Readonly<Record<string, unknown>>;
  }[];
  /** What it came in with by iCalendar. */
  readonly eventSource: Readonly<Record<string, unknown>> | null;
  /** With what it came in by iCalendar this tells how often it has changed. */
  readonly version: number;
}

/** Those of a source come in the order in which they are to stand. */
export interface PlanSavedSearch extends PlanRecord {
  readonly type: 'saved_search';
  readonly name: string;
  readonly query: string;
}

/** A link between two records that no text tells of. */
export interface PlanLink extends PlanRecord {
  readonly type: 'link';
  readonly from: PlanEnd;
  readonly to: PlanEnd;
}

export interface PlanEnd {
  readonly type: 'note' | 'card' | 'event';
  readonly source: SourceId;
}

export type PlanItem =
  | PlanNotebook
  | PlanNote
  | PlanProject
  | PlanColumn
  | PlanCard
  | PlanCalendar
  | PlanEvent
  | PlanLink
  | PlanSavedSearch;

/** A file of what is read. */
export interface SourceEntry {
  /** With slashes, relative, without `.` and `..`, in NFC. */
  readonly path: string;
  /** Bytes, unpacked. */
  readonly size: number;
  /** Milliseconds since the Unix epoch; null where it is not told. */
  readonly modifiedAt: number | null;
  /** All of it. Throws `too_large` for more than `limit` bytes. */
  read(limit: number): Promise<Buffer>;
  /** Writes it to a new file at this path. */
  extract(path: string): Promise<{ readonly size: number; readonly sha256: string }>;
}

/** What Daybook has room for. Handed in: the thread that reads would take long to load the contract. */
export interface ImportLimits {
  /** Bytes of the text of a note, and how many files it can have. */
  readonly noteBytes: number;
  readonly noteFiles: number;
  /** Bytes of a file of a note or a card. */
  readonly fileBytes: number;
  /** How many there can be, and how deep they can lie in each other. */
  readonly notebooks: number;
  readonly notebookDepth: number;
  /** Of a project, and of a card. */
  readonly labels: number;
  readonly cardLabels: number;
  /** How long before a card is due it can be reminded of, in minutes. */
  readonly reminderMinutes: number;
  readonly calendarBytes: number;
  /** How many are told one by one. */
  readonly warnings: number;
}

/** Where a reader puts what it finds. */
export interface PlanSink {
  readonly limits: ImportLimits;
  /** Settles when there is room for more. */
  add(item: PlanItem): Promise<void>;
  /**
   * Keeps a file for an item that names it; its number. The same entry again gives the same number. `filename`: what it is called, which
   * with its content decides of which kind it is; null for what is no file of a note or a card.
   */
  keep(entry: SourceEntry, filename: string | null): Promise<number>;
  warn(warning: ImportWarning): void;
  /** Adds to what is told of as found, beyond the items themselves. */
  count(kind: keyof ImportFound, number: number): void;
}

/** What readers read. */
export interface SourceFiles {
  /** Without the extension: how the archive or the file is called. */
  readonly name: string;
  /** `file`: one that was sent by itself. */
  readonly kind: 'zip' | 'tar' | 'file';
  readonly entries: readonly SourceEntry[];
}

/** Within which source ids are unique, such as the name of a vault; '' if they are all over the world. */
export interface SourceSpaces {
  readonly space: string;
  /** What earlier versions have taken for that, if it can be something else. */
  readonly formerSpace?: string;
  /** It is the name of a folder in the archive, not of the archive. */
  readonly isOfFolder?: boolean;
  /** Where calendars came along that are known by what a reader of calendars alone would call them: those of that reader. */
  readonly calendarSpace?: string;
}

/**
 * Reads the files of one program into `sink`. Throws `validation_failed` for what it cannot read at all.
 */
export type FormatReader = (files: SourceFiles, sink: PlanSink) => Promise<SourceSpaces>;

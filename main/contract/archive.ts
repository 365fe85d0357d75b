// What the JSON files of an archive of everything hold: an export writes them, and an import reads them.

import { z } from 'zod';
import { BoardFilter, maxFilters } from './board-filters.ts';
import { priorities } from './card-values.ts';

/** A time as an archive has it, read as milliseconds since the Unix epoch. */
const instantMs = z.string().transform((text) => Date.parse(text));

const createdAndUpdated = { createdAt: instantMs, updatedAt: instantMs };

/** A record as it is written: every field of its schema but those that are `Elsewhere`, and what is told to other programs alone. */
export type Written<T extends z.ZodObject, Elsewhere extends string = never> = {
  readonly [Field in Exclude<keyof z.input<T>, Elsewhere>]-?: Told<z.input<T>[Field]>;
} & Readonly<Record<string, unknown>>;

/** The parts of a file, each with its text. */
export type WrittenFile<T extends z.ZodObject> = Readonly<Record<keyof z.input<T> & string, Iterable<string>>>;

type Told<T> = T extends readonly (infer Item)[]
  ? readonly Told<Item>[]
  : T extends object
    ? string extends keyof T
      ? object
      : { readonly [Field in keyof T]: Told<T[Field]> }
    : T;

export const ArchivedNotebook = z.object({
  /** Of its folder. */
  path: z.string().optional(),
  name: z.string(),
  parentId: z.string().nullable(),
  isTemplates: z.boolean(),
  ...createdAndUpdated,
});

export const ArchivedNote = z.object({
  path: z.string(),
  title: z.string(),
  notebookId: z.string().nullable(),
  isPinned: z.boolean(),
  isArchived: z.boolean(),
  ...createdAndUpdated,
});

export const ArchivedFile = z.object({
  path: z.string(),
  noteId: z.string(),
  name: z.string().nullable(),
  filename: z.string(),
  createdAt: instantMs,
});

/** `notes.json`, by their ids. */
export const ArchivedNotes = z.object({
  notebooks: z.record(z.string(), ArchivedNotebook),
  notes: z.record(z.string(), ArchivedNote),
  files: z.record(z.string(), ArchivedFile),
});

export const ArchivedAttachment = z.object({ id: z.string(), filename: z.string(), path: z.string(), createdAt: instantMs });

export const ArchivedCard = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string().nullable(),
  priority: z.enum(priorities).nullable(),
  dueDate: z.string().nullable(),
  reminders: z.array(z.object({ minutesBefore: z.number() })),
  progress: z.number(),
  completedAt: instantMs.nullable(),
  isArchived: z.boolean(),
  isTemplate: z.boolean().default(false),
  labelIds: z.array(z.string()),
  checklist: z.array(z.object({ id: z.string(), text: z.string(), completed: z.boolean(), dueDate: z.string().nullish() })),
  attachments: z.array(ArchivedAttachment),
  ...createdAndUpdated,
});

export const ArchivedColumn = z.object({
  id: z.string(),
  title: z.string(),
  wipLimit: z.number().nullable(),
  isCollapsed: z.boolean(),
  cards: z.array(ArchivedCard),
  ...createdAndUpdated,
});

export const ArchivedProject = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  color: z.string(),
  isArchived: z.boolean(),
  labels: z.array(z.object({ id: z.string(), name: z.string(), color: z.string() })),
  // Absent in what older versions have given out.
  filters: z
    .array(BoardFilter.omit({ projectId: true }))
    .max(maxFilters)
    .default([]),
  columns: z.array(ArchivedColumn),
  ...createdAndUpdated,
});

/** `boards.json`. */
export const ArchivedBoards = z.object({ projects: z.array(ArchivedProject) });

const linked = z.enum(['note', 'card', 'event']);

export const ArchivedLink = z.object({
  id: z.string(),
  fromType: linked,
  fromId: z.string(),
  toType: linked,
  toId: z.string(),
  createdAt: instantMs,
});

/** `links.json`. */
export const ArchivedLinks = z.object({ links: z.array(ArchivedLink) });

export const ArchivedSearch = z.object({ id: z.string(), name: z.string(), query: z.string(), ...createdAndUpdated });

/** `searches.json`. */
export const ArchivedSearches = z.object({ savedSearches: z.array(ArchivedSearch) });

const span = { startTime: instantMs, endTime: instantMs };

export const ArchivedEvent = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string().nullable(),
  location: z.string().nullable(),
  color: z.string(),
  isAllDay: z.boolean(),
  ...span,
  timeZone: z.string(),
  recurrence: z.object({ rrule: z.string(), rdates: z.array(z.string()), exdates: z.array(z.string()) }).nullable(),
  reminders: z.array(z.object({ minutesBefore: z.number() })),
  isCancelled: z.boolean().optional(),
  isFree: z.boolean().optional(),
  followsId: z.string().nullable(),
  overrides: z.array(z.object({ originalStart: instantMs, ...span, fields: z.record(z.string(), z.unknown()) })),
  source: z.record(z.string(), z.unknown()).nullable(),
  version: z.number(),
  ...createdAndUpdated,
});

export const ArchivedCalendar = z.object({
  id: z.string(),
  path: z.string(),
  name: z.string(),
  color: z.string(),
  isVisible: z.boolean(),
  isDefault: z.boolean(),
  url: z.string().nullable(),
  refreshedAt: instantMs.nullish(),
  error: z.string().nullish(),
  // Each is read by itself: one that is not as it should be keeps none of the others out.
  events: z.array(z.unknown()),
  ...createdAndUpdated,
});

/** `calendar.json`. */
export const ArchivedCalendars = z.object({ calendars: z.array(ArchivedCalendar) });

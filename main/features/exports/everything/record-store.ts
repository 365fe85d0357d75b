// The SQL of all that a user has, but for what is in the trash. Every statement names the user. Times in milliseconds since the Unix epoch.

import type { LinkedType } from '../../../contract/mentions.ts';
import type { ChecklistItem, Priority } from '../../../contract/cards.ts';
import type { Reminder } from '../../../contract/reminders.ts';
import type { Snapshot } from '../../../storage/snapshot.ts';

interface Dated {
  readonly id: string;
  readonly version: number;
  readonly createdAt: number;
  readonly updatedAt: number;
}

export interface NotebookRow extends Dated {
  readonly parentId: string | null;
  readonly name: string;
  readonly isTemplates: 0 | 1;
}

interface SavedSearchRow extends Dated {
  readonly name: string;
  readonly query: string;
}

/** A note without its text. */
export interface NoteRow extends Dated {
  readonly title: string;
  readonly notebookId: string | null;
  readonly isPinned: 0 | 1;
  readonly isArchived: 0 | 1;
}

export interface FileRow {
  readonly id: string;
  readonly ownerId: string;
  /** How notes call it; null for a file of a card. */
  readonly name: string | null;
  readonly filename: string;
  readonly mimeType: string;
  readonly size: number;
  readonly width: number | null;
  readonly height: number | null;
  readonly sha256: string;
  readonly createdAt: number;
}

export interface ProjectRow extends Dated {
  readonly key: string;
  readonly name: string;
  readonly description: string | null;
  readonly color: string;
  readonly isArchived: 0 | 1;
  /** JSON; null for none. */
  readonly filters: string | null;
}

export interface LabelRow {
  readonly id: string;
  readonly name: string;
  readonly color: string;
}

export interface ColumnRecord extends Dated {
  readonly title: string;
  readonly position: number;
  readonly wipLimit: number | null;
  readonly isCollapsed: 0 | 1;
}

interface StoredCardRow extends Dated {
  readonly orderKey: string;
  readonly title: string;
  readonly description: string | null;
  readonly priority: Priority | null;
  readonly dueDate: string | null;
  readonly progress: number;
  readonly completedAt: number | null;
  readonly isArchived: 0 | 1;
  readonly isTemplate: 0 | 1;
  readonly reminders: string | null;
  readonly labelIds: string | null;
  readonly checklist: string;
}

export interface CardRow extends Omit<StoredCardRow, 'reminders' | 'labelIds' | 'checklist'> {
  readonly reminders: readonly Reminder[];
  readonly labelIds: readonly string[];
  readonly checklist: readonly ChecklistItem[];
}

export interface CalendarRow extends Dated {
  readonly name: string;
  readonly color: string;
  readonly isVisible: 0 | 1;
  readonly isDefault: 0 | 1;
  readonly url: string | null;
  readonly refreshedAt: number | null;
  readonly error: string | null;
}

interface LinkRow {
  readonly id: string;
  readonly fromType: LinkedType;
  readonly fromId: string;
  readonly toType: LinkedType;
  readonly toId: string;
  readonly createdAt: number;
}

interface OfUser {
  readonly userId: string;
}

const dated = 'version, created_at AS createdAt, updated_at AS updatedAt';
const fileColumns = `files.id, owner_id AS ownerId, files.name, filename, mime_type AS mimeType, size, width, height, sha256,
  files.created_at AS createdAt`;
const noteIsThere = 'notes.user_id = @userId AND trashed_at IS NULL';
const columnIsThere = 'board_columns.user_id = @userId AND board_columns.deleted_at IS NULL';

/** Whether the record at an end of a link is there. */
const isThere = (type: string, id: string): string => `CASE ${type}
  WHEN 'note' THEN EXISTS (SELECT 1 FROM notes WHERE notes.id = ${id} AND ${noteIsThere})
  WHEN 'card' THEN EXISTS (SELECT 1 FROM cards JOIN board_columns ON board_columns.id = column_id
    WHERE cards.id = ${id} AND ${columnIsThere})
  ELSE EXISTS (SELECT 1 FROM events JOIN calendars ON calendars.id = calendar_id WHERE events.id = ${id} AND events.user_id = @userId
    AND (calendars.deleted_at IS NULL OR calendars.moved_to IS NOT NULL))
  END`;

export class RecordStore {
  readonly #userId: string;
  readonly #notebooks;
  readonly #savedSearches;
  readonly #notes;
  readonly #content;
  readonly #noteFiles;
  readonly #namedFiles;
  readonly #projects;
  readonly #labels;
  readonly #columns;
  readonly #cards;
  readonly #cardFiles;
  readonly #calendars;
  readonly #links;
  readonly #counts;

  constructor(snapshot: Pick<Snapshot, 'prepare'>, userId: string) {
    this.#userId = userId;
    this.#notebooks = snapshot.prepare<OfUser, NotebookRow>(`
      SELECT id, parent_id AS parentId, name, is_templates AS isTemplates, ${dated} FROM notebooks WHERE user_id = @userId
      ORDER BY order_key, id`);
    this.#savedSearches = snapshot.prepare<OfUser, SavedSearchRow>(
      `SELECT id, name, query, ${dated} FROM saved_searches WHERE user_id = @userId ORDER BY order_key, id`,
    );
    this.#notes = snapshot.prepare<OfUser, NoteRow>(`
      SELECT id, title, notebook_id AS notebookId, is_pinned AS isPinned, is_archived AS isArchived, ${dated}
      FROM notes WHERE ${noteIsThere} ORDER BY id`);
    this.#content = snapshot.prepare<OfUser & { id: string }, { readonly version: number; readonly content: string }>(`
      SELECT note_contents.version, content FROM notes JOIN note_contents ON note_id = notes.id WHERE notes.id = @id AND ${noteIsThere}`);
    this.#noteFiles = snapshot.prepare<OfUser, FileRow>(
      `SELECT ${fileColumns} FROM files WHERE user_id = @userId AND owner_type = 'note' ORDER BY files.id`,
    );
    this.#namedFiles = snapshot.prepare<OfUser, { readonly name: string; readonly noteId: string }>(`
      SELECT file_names.name, note_id AS noteId FROM notes JOIN file_names ON note_id = notes.id AND until_version IS NULL
      WHERE ${noteIsThere} ORDER BY note_id`);
    this.#projects = snapshot.prepare<OfUser, ProjectRow>(`
      SELECT key, id, name, description, color, is_archived AS isArchived, filters, ${dated} FROM projects
      WHERE user_id = @userId AND trash_id IS NULL ORDER BY created_at, id`);
    this.#labels = snapshot.prepare<OfUser & { key: string }, LabelRow>(`
      SELECT labels.id, labels.name, labels.color FROM labels JOIN projects ON projects.key = project_key
      WHERE project_key = @key AND user_id = @userId ORDER BY labels.id`);
    this.#columns = snapshot.prepare<OfUser & { projectId: string }, ColumnRecord>(`
      SELECT id, title, position, wip_limit AS wipLimit, is_collapsed AS isCollapsed, ${dated} FROM board_columns
      WHERE ${columnIsThere} AND project_id = @projectId ORDER BY position, id`);
    this.#cards = snapshot.prepare<OfUser & { columnId: string; after: string; limit: number }, StoredCardRow>(`
      SELECT cards.id, order_key AS orderKey, title, description, priority, due_date AS dueDate, progress, completed_at AS completedAt,
        is_archived AS isArchived, is_template AS isTemplate, reminders, label_ids AS labelIds, checklist, ${dated} FROM cards
      WHERE user_id = @userId AND column_id = @columnId AND order_key > @after ORDER BY order_key LIMIT @limit`);
    this.#cardFiles = snapshot.prepare<OfUser, FileRow>(`
      SELECT ${fileColumns} FROM files JOIN cards ON cards.id = owner_id JOIN board_columns ON board_columns.id = column_id
      WHERE files.user_id = @userId AND owner_type = 'card' AND ${columnIsThere} ORDER BY files.id`);
    this.#calendars = snapshot.prepare<OfUser, CalendarRow>(`
      SELECT id, name, color, is_visible AS isVisible, is_default AS isDefault, url, refreshed_at AS refreshedAt, error, ${dated}
      FROM calendars
      WHERE user_id = @userId AND deleted_at IS NULL ORDER BY is_default DESC, id`);
    this.#links = snapshot.prepare<OfUser, LinkRow>(`
      SELECT id, from_type AS fromType, from_id AS fromId, to_type AS toType, to_id AS toId, created_at AS createdAt FROM record_links
      WHERE user_id = @userId AND ${isThere('from_type', 'from_id')} AND ${isThere('to_type', 'to_id')} ORDER BY id`);
    this.#counts = snapshot
      .prepare<OfUser, number>(
        `SELECT count(*) FROM cards JOIN board_columns ON board_columns.id = column_id WHERE cards.user_id = @userId AND ${columnIsThere}`,
      )
      .pluck();
  }

  notebooks(): NotebookRow[] {
    return this.#notebooks.all(this.#user);
  }

  /** In their order. */
  savedSearches(): SavedSearchRow[] {
    return this.#savedSearches.all(this.#user);
  }

  /** In the order in which they were made. */
  notes(): NoteRow[] {
    return this.#notes.all(this.#user);
  }

  /** The newest text of a note that was written out, and of which version; null if there is no such note. */
  maybeContent(id: string): { readonly version: number; readonly content: string } | null {
    return this.#content.get({ ...this.#user, id }) ?? null;
  }

  /** Files of all notes, those in the trash among them. */
  noteFiles(): FileRow[] {
    return this.#noteFiles.all(this.#user);
  }

  /** Which notes name which files now. */
  namedFiles(): { readonly name: string; readonly noteId: string }[] {
    return this.#namedFiles.all(this.#user);
  }

  projects(): ProjectRow[] {
    return this.#projects.all(this.#user);
  }

  labels(key: string): LabelRow[] {
    return this.#labels.all({ ...this.#user, key });
  }

  columns(projectId: string): ColumnRecord[] {
    return this.#columns.all({ ...this.#user, projectId });
  }

  /** Cards of a column in their order, archived ones last; `limit` at a time. */
  *cards(columnId: string, limit = 200): Generator<CardRow> {
    for (let after = ''; ;) {
      const page = this.#cards.all({ ...this.#user, columnId, after, limit });
      for (const { reminders, labelIds, checklist, ...row } of page)
        yield {
          ...row,
          reminders: reminders === null ? [] : (JSON.parse(reminders) as Reminder[]),
          labelIds: labelIds === null ? [] : (JSON.parse(labelIds) as string[]),
          checklist: JSON.parse(checklist) as ChecklistItem[],
        };
      const last = page.at(-1);
      if (last === undefined || page.length < limit) return;
      after = last.orderKey;
    }
  }

  cardFiles(): FileRow[] {
    return this.#cardFiles.all(this.#user);
  }

  /** In the order of the API's list, which is the same wherever they come in: dates of default calendars differ. */
  calendars(): CalendarRow[] {
    return this.#calendars.all(this.#user);
  }

  /** Those between records that are there. */
  links(): LinkRow[] {
    return this.#links.all(this.#user);
  }

  countCards(): number {
    return this.#counts.get(this.#user) ?? 0;
  }

  get #user(): OfUser {
    return { userId: this.#userId };
  }
}

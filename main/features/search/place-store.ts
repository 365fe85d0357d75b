// The SQL of what operators name: notebooks, projects, calendars and labels.

import type { Database } from '../../storage/database.ts';

interface NamedRecord {
  readonly id: string;
  readonly name: string;
}

interface NamedNotebook extends NamedRecord {
  readonly parentId: string | null;
}

interface NamedLabel extends NamedRecord {
  readonly projectId: string;
}

export class PlaceStore {
  readonly #notebooks;
  readonly #projects;
  readonly #calendars;
  readonly #labels;

  constructor(database: Database) {
    this.#notebooks = database.prepare<[string], NamedNotebook>('SELECT id, name, parent_id AS parentId FROM notebooks WHERE user_id = ?');
    this.#projects = database.prepare<[string], NamedRecord>('SELECT id, name FROM projects WHERE user_id = ? AND trash_id IS NULL');
    this.#calendars = database.prepare<[string], NamedRecord>('SELECT id, name FROM calendars WHERE user_id = ? AND deleted_at IS NULL');
    this.#labels = database.prepare<[string], NamedLabel>(`
      SELECT labels.id, labels.name, projects.id AS projectId FROM projects JOIN labels ON labels.project_key = projects.key
      WHERE user_id = ? AND trash_id IS NULL`);
  }

  notebooks(userId: string): readonly NamedNotebook[] {
    return this.#notebooks.all(userId);
  }

  projects(userId: string): readonly NamedRecord[] {
    return this.#projects.all(userId);
  }

  calendars(userId: string): readonly NamedRecord[] {
    return this.#calendars.all(userId);
  }

  labels(userId: string): readonly NamedLabel[] {
    return this.#labels.all(userId);
  }
}

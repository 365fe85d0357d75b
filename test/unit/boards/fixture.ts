// A database with a user for the tests of boards.

import { rmSync } from 'node:fs';
import { afterAll } from 'vitest';
import { UserStore } from '../../../main/features/auth/store.ts';
import { CardListStore } from '../../../main/features/boards/card-list-store.ts';
import { CardStore } from '../../../main/features/boards/card-store.ts';
import type { StoredCard } from '../../../main/features/boards/stored-card.ts';
import { ColumnStore } from '../../../main/features/boards/column-store.ts';
import { newId } from '../../../main/lib/ids.ts';
import { openDatabase, type Database } from '../../../main/storage/database.ts';
import { makeDataDir } from '../../support/data-dir.ts';
import { withNewDatabase } from '../../support/new-database.ts';

export interface Boards {
  readonly database: Database;
  readonly cards: CardStore;
  readonly cardLists: CardListStore;
  readonly columns: ColumnStore;
  newUser(): string;
  /** The id of a new column. */
  newColumn(userId: string): string;
}

/** Opened now, closed and removed after the tests of the file. What it makes is to be made inside a write. */
export function openBoards(): Boards {
  const folder = makeDataDir();
  const database = openDatabase(withNewDatabase(folder));
  afterAll(() => {
    database.close();
    rmSync(folder, { recursive: true });
  });
  const users = new UserStore(database);
  const columns = new ColumnStore(database);
  return {
    database,
    columns,
    cards: new CardStore(database),
    cardLists: new CardListStore(database),
    newUser: () => {
      const id = newId();
      users.insert({ id, username: id, passwordHash: null, isOwner: false, createdAt: 0, updatedAt: 0 });
      return id;
    },
    newColumn: (userId) => {
      const id = newId();
      columns.insert(userId, {
        id,
        title: 'Doing',
        projectId: 'p',
        position: columns.count(userId, 'p'),
        cardCount: 0,
        wipLimit: null,
        isCollapsed: false,
        version: 1,
        createdAt: 0,
        updatedAt: 0,
      });
      return id;
    },
  };
}

export function cardIn(columnId: string, orderKey: string, more: Partial<StoredCard> = {}): StoredCard {
  return {
    id: newId(),
    columnId,
    projectId: 'p',
    orderKey,
    title: 'Card',
    description: null,
    priority: null,
    dueDate: null,
    dueAt: null,
    dueIsLocal: null,
    reminders: [],
    progress: 0,
    completedAt: null,
    isArchived: false,
    isTemplate: false,
    labelIds: [],
    storedLabelIds: [],
    checklist: [],
    version: 1,
    createdAt: 0,
    updatedAt: 0,
    ...more,
  };
}

// Authentication on a real database in a temporary folder, with a clock that the test sets.

import { rmSync } from 'node:fs';
import { AccessTokenStore } from '../../../main/features/auth/access-token-store.ts';
import { Auth, type AuthOptions } from '../../../main/features/auth/auth.ts';
import { UserStore } from '../../../main/features/auth/store.ts';
import type { PasswordCost } from '../../../main/features/auth/passwords.ts';
import type { User } from '../../../main/contract/auth.ts';
import type { Caller } from '../../../main/lib/caller.ts';
import { newId } from '../../../main/lib/ids.ts';
import { openDatabase, type Database } from '../../../main/storage/database.ts';
import { makeDataDir } from '../../support/data-dir.ts';
import { withNewDatabase } from '../../support/new-database.ts';

export const secret = 'a secret of the tests, 32 characters and more';
export const address = '127.0.0.1';

export interface Fixture {
  readonly database: Database;
  readonly store: UserStore;
  readonly auth: Auth;
  readonly owner: User;
  /** Changed freely by the test. */
  readonly settings: { now: number; soloMode: boolean; tokenLifetime: number };
  /** Creates a user in a transaction. */
  addUser(username: string, password: string): Promise<User>;
  /** Who is let in by this token. */
  callerOf(token: string): Caller;
  dispose(): void;
}

/** What authentication keeps its records with. */
export function tablesOf(database: Database, store: UserStore): Pick<AuthOptions, 'store' | 'accessTokens' | 'write' | 'log'> {
  return {
    store,
    accessTokens: new AccessTokenStore(database, store.holders),
    write: (work) => database.write(work),
    log: { error: () => undefined },
  };
}

/** Hashes are cheap here unless the test is about their cost. */
export async function openAuth(passwordCost: PasswordCost = { ln: 4, r: 8, p: 1 }): Promise<Fixture> {
  const directory = makeDataDir();
  const database = openDatabase(withNewDatabase(directory));
  const settings = { now: Date.UTC(2026, 2, 1), soloMode: false, tokenLifetime: 3600 };
  const store = new UserStore(database);
  const auth = new Auth({
    ...tablesOf(database, store),
    secret,
    soloMode: () => settings.soloMode,
    tokenLifetime: () => settings.tokenLifetime,
    clock: () => settings.now,
    newId,
    passwordCost,
  });
  const owner = await database.write(() => auth.ensureOwner());
  return {
    database,
    store,
    auth,
    owner,
    settings,
    addUser: async (username, password) => {
      const hash = await auth.users.prepareCreate({ username, password });
      return database.write(() => auth.users.create({ username, password }, hash));
    },
    callerOf: (token) => auth.authenticate({ headers: { authorization: `Bearer ${token}` } }),
    dispose: () => {
      database.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** The quickest of some runs, the least disturbed. */
export function quickest(values: readonly number[]): number {
  return Math.min(...values);
}

import type { Content, Named } from '../../storage/blobs.ts';
import type { Database } from '../../storage/database.ts';

/** The statements, to be explained in tests. Whose content it is does not matter: equal ones are kept once for all users. */
export const contentNameSql = {
  isNamed: 'SELECT 1 FROM files WHERE sha256 = ? LIMIT 1',
  namedAfter: 'SELECT sha256, max(size) AS size FROM files WHERE sha256 > ? GROUP BY sha256 ORDER BY sha256 LIMIT ?',
} as const;

/** The contents that files of cards and notes have. */
export class ContentNameStore implements Named {
  readonly #isNamed;
  readonly #namedAfter;

  constructor(database: Pick<Database, 'prepare'>) {
    this.#isNamed = database.prepare<[string]>(contentNameSql.isNamed);
    this.#namedAfter = database.prepare<[string, number], Content>(contentNameSql.namedAfter);
  }

  isNamed(sha256: string): boolean {
    return this.#isNamed.get(sha256) !== undefined;
  }

  namedAfter(sha256: string, limit: number): Content[] {
    return this.#namedAfter.all(sha256, limit);
  }
}

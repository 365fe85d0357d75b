import type { Migration } from '../migrate.ts';

/**
 * What logins must carry since the password was changed (`login_stamp`), and the one from which it was changed, which stays as it is
 * (`kept_login`).
 */
export const loginStamps: Migration = {
  version: 54,
  name: 'login stamps',
  sql: `
    ALTER TABLE users ADD COLUMN login_stamp TEXT;
    ALTER TABLE users ADD COLUMN kept_login TEXT;
  `,
};

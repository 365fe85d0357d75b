// Rows to write, for the tests and for the programs that they kill.

/** A user with the id `u`. */
export const insertUser =
  "INSERT OR IGNORE INTO users (id, username, username_key, is_owner, created_at, updated_at) VALUES ('u', 'owner', 'owner', 1, 0, 0)";

/** An event of that user; its id and title are parameters. */
export const insertEvent = `INSERT INTO events (id, user_id, title, color, is_all_day, start_at, end_at, time_zone, span, version, created_at, updated_at)
  VALUES (?, 'u', ?, 'purple', 0, 0, 1, 'UTC', 0, 0, 0, 0)`;

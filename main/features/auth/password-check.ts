import type { LoginLimit } from './login-limit.ts';
import type { Passwords } from './passwords.ts';
import type { UserRecord } from './store.ts';
import { usernameKey } from './usernames.ts';

/** Checks passwords that people type, within the limit on wrong ones. */
export class PasswordCheck {
  readonly #passwords: Passwords;
  readonly #limit: LoginLimit;

  constructor(passwords: Passwords, limit: LoginLimit) {
    this.#passwords = passwords;
    this.#limit = limit;
  }

  /**
   * Whether this is the user's password; never for a user of null. It takes the same time whether there is such a user,
   * and whether they have a password. Throws `rate_limited` after too many failures.
   */
  async isRight(user: UserRecord | null, username: string, password: string, address: string): Promise<boolean> {
    // By id, so that changing one's name does not give new attempts.
    const counted = user === null ? `name ${usernameKey(username)}` : `user ${user.id}`;
    await this.#limit.check(counted, address);
    const isRight = await this.#passwords.matches(password, user?.passwordHash ?? null, () => this.#limit.take(counted, address));
    if (isRight) await this.#limit.succeeded(counted, address);
    return isRight;
  }

  /** Counts a failure of another kind under a name of its own. Throws `rate_limited` after too many. */
  async failed(name: string, address: string): Promise<void> {
    await this.#limit.check(name, address);
    await this.#limit.take(name, address);
  }
}

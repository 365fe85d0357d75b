// Who there is: the owner, and the users that the owner makes.

import type { authApi, User } from '../../contract/auth.ts';
import type { BodyOf, ReplyOf } from '../../contract/route.ts';
import { AppError, invalid, notFound } from '../../lib/app-error.ts';
import type { Caller } from '../../lib/caller.ts';
import { toInstant, type Clock } from '../../lib/clock.ts';
import { tokenRefused } from './bearer.ts';
import type { PasswordCheck } from './password-check.ts';
import type { Passwords } from './passwords.ts';
import type { UserRecord, UserStore } from './store.ts';

export interface UsersOptions {
  readonly store: UserStore;
  readonly passwords: Passwords;
  readonly passwordCheck: PasswordCheck;
  readonly clock: Clock;
  readonly newId: () => string;
  /** Removes some of what belongs to a deleted user; false once little is left. Called inside a write. */
  readonly removeRecords: (userId: string) => boolean;
  /** Called inside the transaction that deletes a user when records are left for `removeSome`. */
  readonly manyLeft: () => void;
}

/** What was worked out for a change before its transaction. */
interface PreparedUpdate {
  /** The hash that stood there then. */
  readonly basedOn: string | null;
  /** The hash to set; null to keep the old one. */
  readonly passwordHash: string | null;
}

/** Who changes the own name or password, and with which token. */
type Changer = Pick<Caller, 'userId' | 'tokenId' | 'isLogin'>;

/** What a password gives is a login, which may do all. */
const firstByLogin = 'A first password is set with a login, not with a token for programs: it would let the program do all';

type Update = BodyOf<typeof authApi.updateMe>;

/** Which part of a list; a limit of null means all. */
interface Page {
  readonly limit?: number | null | undefined;
  readonly offset?: number | undefined;
}

/** A user as the interface shows them. */
export function toUser({ id, username, isOwner, passwordHash, createdAt, updatedAt }: UserRecord): User {
  return { id, username, isOwner, hasPassword: passwordHash !== null, createdAt: toInstant(createdAt), updatedAt: toInstant(updatedAt) };
}

export class Users {
  readonly #store: UserStore;
  readonly #passwords: Passwords;
  readonly #passwordCheck: PasswordCheck;
  readonly #clock: Clock;
  readonly #newId: () => string;
  readonly #removeRecords: UsersOptions['removeRecords'];
  readonly #manyLeft: UsersOptions['manyLeft'];

  constructor({ store, passwords, passwordCheck, clock, newId, removeRecords, manyLeft }: UsersOptions) {
    this.#store = store;
    this.#passwords = passwords;
    this.#passwordCheck = passwordCheck;
    this.#clock = clock;
    this.#newId = newId;
    this.#removeRecords = removeRecords;
    this.#manyLeft = manyLeft;
  }

  /** The owner, made without a password if there is none yet. To be called inside a write transaction. */
  ensureOwner(): User {
    return toUser(this.#store.maybeOwner() ?? this.#insert('owner', null, true));
  }

  /** The user whose token it is. */
  me(userId: string): User {
    return toUser(this.#ownRecord(userId));
  }

  /** Throws `not_found`. */
  read(id: string): User {
    return toUser(this.#record(id));
  }

  list({ limit = null, offset = 0 }: Page): ReplyOf<typeof authApi.listUsers> {
    return { items: this.#store.list(limit, offset).map(toUser), total: this.#store.count(), limit, offset };
  }

  /** The hash of the new user's password. */
  prepareCreate({ password }: BodyOf<typeof authApi.createUser>): Promise<string> {
    return this.#passwords.hash(password);
  }

  /** Throws `conflict` if the name is taken. To be called inside a write transaction. */
  create({ username }: BodyOf<typeof authApi.createUser>, passwordHash: string): User {
    this.#refuseTaken(username, null);
    return toUser(this.#insert(username, passwordHash, false));
  }

  /**
   * Checks the current password and hashes the new one. Throws `validation_failed` if the current one is needed and missing,
   * `forbidden` if it is wrong or a program sets the first one, `rate_limited` if it was wrong too often.
   */
  async prepareUpdate(
    { userId, isLogin }: Omit<Changer, 'tokenId'>,
    { password, currentPassword }: Update,
    address: string,
  ): Promise<PreparedUpdate> {
    const user = this.#ownRecord(userId);
    if (user.passwordHash !== null) {
      if (currentPassword !== undefined) await this.#refuseWrong(user, currentPassword, address);
      else if (password !== undefined) throw invalid({ path: 'currentPassword', message: 'is needed to change the password' });
    } else if (password !== undefined && !isLogin) throw new AppError('forbidden', firstByLogin);
    return { basedOn: user.passwordHash, passwordHash: password === undefined ? null : await this.#passwords.hash(password) };
  }

  /**
   * Throws `conflict` if the name is taken, or if the password was changed since `prepareUpdate`. Another password ends the logins of the
   * user but for the caller's. To be called inside a write transaction.
   */
  update({ userId, tokenId, isLogin }: Changer, { username }: Update, { basedOn, passwordHash }: PreparedUpdate): User {
    const user = this.#ownRecord(userId);
    if (passwordHash !== null && user.passwordHash !== basedOn) throw new AppError('conflict', 'The password was changed in the meantime');
    if (username !== undefined) this.#refuseTaken(username, userId);
    const updated = {
      ...user,
      username: username ?? user.username,
      passwordHash: passwordHash ?? user.passwordHash,
      updatedAt: this.#clock(),
    };
    this.#store.update(updated);
    if (passwordHash !== null && basedOn !== null) this.#store.endLogins(userId, this.#newId(), isLogin ? tokenId : null);
    return toUser(updated);
  }

  /**
   * Deletes the user and all that is theirs: no answer has it from here on, and what is more than a little follows in slices. Throws
   * `not_found`, or `conflict` for the owner. To be called inside a write transaction.
   */
  remove(userId: string): undefined {
    const user = this.#record(userId);
    if (user.isOwner) throw new AppError('conflict', 'The owner cannot be deleted');
    this.#store.hide(userId, this.#clock());
    if (!this.#removeRecords(userId)) this.#store.remove(userId);
    // Those that a stop has left go on as well.
    if (this.#store.maybeHidden() !== null) this.#manyLeft();
  }

  /** Removes some records of a deleted user, and the user with the last of them; true if there may be more. To be called inside a write. */
  removeSome(): boolean {
    const id = this.#store.maybeHidden();
    if (id === null) return false;
    if (!this.#removeRecords(id)) this.#store.remove(id);
    return true;
  }

  #insert(username: string, passwordHash: string | null, isOwner: boolean): UserRecord {
    const now = this.#clock();
    const user = { id: this.#newId(), username, passwordHash, isOwner, createdAt: now, updatedAt: now };
    this.#store.insert(user);
    return user;
  }

  #record(id: string): UserRecord {
    const user = this.#store.maybeUserById(id);
    if (user === null) throw notFound('user');
    return user;
  }

  /** The caller's own record: they were let in, but may have been deleted since. */
  #ownRecord(userId: string): UserRecord {
    const user = this.#store.maybeUserById(userId);
    if (user === null) throw tokenRefused('The token is not valid');
    return user;
  }

  async #refuseWrong(user: UserRecord, currentPassword: string, address: string): Promise<void> {
    const isRight = await this.#passwordCheck.isRight(user, user.username, currentPassword, address);
    if (!isRight) throw new AppError('forbidden', 'The current password is wrong');
  }

  #refuseTaken(username: string, ownId: string | null): void {
    const other = this.#store.maybeUserByName(username);
    if (other !== null && other.id !== ownId) throw new AppError('conflict', 'The user name is taken');
  }
}

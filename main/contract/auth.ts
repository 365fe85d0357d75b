import { z } from 'zod';
import { textLimits } from './limits.ts';
import { route } from './route.ts';
import { id, instant, listOf, paging, text } from './text.ts';

export const User = z
  .object({
    id,
    username: z.string(),
    isOwner: z.boolean().meta({ description: 'One user is the owner: configuration and the list of users are theirs' }),
    hasPassword: z.boolean().meta({ description: 'Without a password there is no login as this user' }),
    createdAt: instant,
    updatedAt: instant,
  })
  .meta({ id: 'User' });

export type User = z.infer<typeof User>;

const shortestPassword = 8;

const username = text(textLimits.username)
  .refine((name) => name.trim() !== '', 'must not be empty')
  .refine((name) => name === name.trim(), 'must not begin or end with a blank')
  // CalDAV is entered by a name and a password with a colon between (RFC 7617).
  .refine((name) => !name.includes(':'), 'must not hold a colon')
  .refine((name) => !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(name), 'must not hold control characters')
  .meta({ minLength: 1, maxLength: textLimits.username, description: 'Unique without regard to case; a new one holds no colon' });

const newPassword = text(textLimits.password)
  // Text of this many code units holds at least that many characters, so there is no need to count further.
  .refine(
    (password) => Array.from(password.slice(0, 2 * shortestPassword)).length >= shortestPassword,
    `must be at least ${shortestPassword} characters`,
  )
  .meta({ minLength: shortestPassword, maxLength: textLimits.password });

/** What a user types to log in: any text that could be right, so that a short guess is merely wrong. */
function typed(max: number) {
  return text(max)
    .refine((value) => value !== '', 'must not be empty')
    .meta({ minLength: 1, maxLength: max });
}

const LoginBody = z.strictObject({ username: typed(textLimits.username), password: typed(textLimits.password) });

const UpdateMeBody = z
  .strictObject({
    username: username.optional(),
    password: newPassword.optional(),
    currentPassword: typed(textLimits.password).optional().meta({ description: 'Needed to change a password, not to set the first one' }),
  })
  .refine((body) => body.username !== undefined || body.password !== undefined, 'must hold username or password');

/** A new token, and whose it is. */
const IssuedToken = z.object({ token: z.string(), tokenType: z.literal('Bearer'), expiresAt: instant, user: User });

const CreateUserBody = z.strictObject({ username, password: newPassword });

const { limit, offset } = paging({ max: 1000 });

export const authApi = {
  login: route('login', {
    access: 'public',
    scope: null,
    tag: 'Authentication',
    summary: 'Get a token for a name and a password',
    description:
      'An unknown name and a wrong password are answered alike. After 10 wrong passwords for one name, or 60 from one address, ' +
      'within 5 minutes, further attempts get 429 until those minutes are over. The token lives as long as `JWT_EXPIRES_IN` says now.',
    body: LoginBody,
    status: 200,
    reply: IssuedToken,
    errors: ['unauthorized', 'rate_limited', 'unavailable'],
  }),
  me: route('me', {
    access: 'user',
    scope: null,
    tag: 'Authentication',
    summary: 'Read the user whose token this is',
    status: 200,
    reply: User,
  }),
  updateMe: route('updateMe', {
    access: 'user',
    scope: 'users:write',
    tag: 'Authentication',
    summary: 'Change the own name or password',
    description:
      'Once a password is set, changing it needs `currentPassword`; a wrong one is 403 and counts like a failed login. Changing it ends ' +
      'all other logins of the user; tokens for programs stay, and that of `service.json`. The first one is set with a login: 403 for ' +
      'tokens for programs.',
    body: UpdateMeBody,
    status: 200,
    reply: User,
    errors: ['forbidden', 'conflict', 'rate_limited', 'unavailable'],
  }),
  renewToken: route('renewToken', {
    access: 'user',
    scope: 'tokens:write',
    tag: 'Authentication',
    summary: 'Get a new token for the user whose token this is',
    description:
      'To be asked well before the end of the token in use, so that a session in use need not sign in again. The new one lives as long ' +
      'as ' +
      '`JWT_EXPIRES_IN` says now; the one in use stays good until its own end.',
    status: 200,
    reply: IssuedToken,
  }),
  logout: route('logout', {
    access: 'user',
    scope: null,
    tag: 'Authentication',
    summary: 'Revoke the token in use, for good',
    status: 204,
  }),
  listUsers: route('listUsers', {
    access: 'owner',
    scope: 'users:read',
    tag: 'Users',
    summary: 'List the users by name',
    query: z.strictObject({ limit, offset }),
    status: 200,
    reply: listOf(User),
  }),
  createUser: route('createUser', {
    access: 'owner',
    scope: 'users:write',
    tag: 'Users',
    summary: 'Create a user',
    description: "While `SOLO_MODE` is unset or `true`, only the owner's tokens are accepted; the new user gets in once it is `false`.",
    body: CreateUserBody,
    status: 201,
    reply: User,
    creates: true,
    location: (user) => `/api/users/${user.id}`,
    errors: ['conflict', 'unavailable'],
  }),
  readUser: route('readUser', {
    access: 'owner',
    scope: 'users:read',
    tag: 'Users',
    summary: 'Read a user',
    status: 200,
    reply: User,
  }),
  deleteUser: route('deleteUser', {
    access: 'owner',
    scope: 'users:delete',
    tag: 'Users',
    summary: 'Delete a user with everything that is theirs',
    description: 'Their tokens end at once. The owner cannot be deleted.',
    status: 204,
    errors: ['not_found', 'conflict'],
  }),
} as const;

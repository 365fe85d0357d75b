import { authApi } from '../../contract/auth.ts';
import { plain, preparedWrite, write, type Endpoint } from '../../http/handler.ts';
import type { Auth } from './auth.ts';

export function authRoutes({ sessions, users }: Auth): Endpoint[] {
  return [
    plain(authApi.login, ({ body, address }) => sessions.login(body, address)),
    plain(authApi.me, ({ caller }) => users.me(caller.userId)),
    preparedWrite(
      authApi.updateMe,
      ({ caller, body, address }) => users.prepareUpdate(caller.userId, body, address),
      ({ caller, body }, prepared) => users.update(caller.userId, body, prepared),
    ),
    write(authApi.logout, ({ caller }) => sessions.logout(caller)),
    plain(authApi.listUsers, ({ query }) => users.list(query)),
    preparedWrite(
      authApi.createUser,
      ({ body }) => users.prepareCreate(body),
      ({ body }, passwordHash) => users.create(body, passwordHash),
    ),
    plain(authApi.readUser, ({ params }) => users.read(params.id)),
    write(authApi.deleteUser, ({ params }) => users.remove(params.id)),
  ];
}

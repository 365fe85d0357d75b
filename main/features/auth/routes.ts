import { authApi } from '../../contract/auth.ts';
import { tokensApi } from '../../contract/tokens.ts';
import { command, preparedCommand, query, type Endpoint } from '../../invoke/endpoint.ts';
import type { Auth } from './auth.ts';

export function authRoutes({ sessions, users, accessTokens }: Auth): Endpoint[] {
  return [
    query(authApi.login, ({ body, address }) => sessions.login(body, address)),
    query(authApi.me, ({ caller }) => users.me(caller.userId)),
    preparedCommand(
      authApi.updateMe,
      ({ caller, body, address }) => users.prepareUpdate(caller, body, address),
      ({ caller, body }, prepared) => users.update(caller, body, prepared),
    ),
    query(authApi.renewToken, ({ caller }) => sessions.renew(caller)),
    command(authApi.logout, ({ caller }) => sessions.logout(caller)),
    query(tokensApi.listTokens, ({ caller, query }) => accessTokens.list(caller.userId, query)),
    command(tokensApi.createToken, ({ caller, body }) => accessTokens.create(caller, body)),
    query(tokensApi.readToken, ({ caller, params }) => accessTokens.read(caller.userId, params.id)),
    command(tokensApi.deleteToken, ({ caller, params }) => accessTokens.remove(caller.userId, params.id)),
    query(authApi.listUsers, ({ query }) => users.list(query)),
    preparedCommand(
      authApi.createUser,
      ({ body }) => users.prepareCreate(body),
      ({ body }, passwordHash) => users.create(body, passwordHash),
    ),
    query(authApi.readUser, ({ params }) => users.read(params.id)),
    command(authApi.deleteUser, ({ params }) => users.remove(params.id)),
  ];
}

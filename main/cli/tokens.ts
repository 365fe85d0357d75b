// Commands on tokens for programs.

import type { AccessToken } from '../contract/tokens.ts';
import { scopeActions, scopeAreas } from '../contract/scopes.ts';
import { UsageError, type CliCommand } from './command.ts';
import { aligned, listing } from './layout.ts';
import { instantText, dayStartInZone, understandTime } from './when.ts';

const allScopes = scopeAreas.flatMap((area) => scopeActions.map((action) => `${area}:${action}`));

export const tokenCommands: readonly CliCommand[] = [
  {
    name: 'token create',
    args: [{ name: 'NAME' }],
    summary: 'make a token for a program; it is printed this once',
    options: {
      scope: { type: 'string', short: 's', multiple: true, value: 'SCOPE', values: allScopes, help: 'what it may do; at least one' },
      expires: { type: 'string', value: 'WHEN', help: 'when it ends, such as 2027-01-01 or "in 30 days"; absent: never' },
    },
    run: async (call, { api, now, timeZone }) => {
      const scopes = call.list('scope');
      if (scopes.length === 0) throw new UsageError('What may it do? Give --scope SCOPE, such as --scope notes:read');
      const given = call.text('expires');
      const end = given === undefined ? null : await understandTime('--expires', given, { now, timeZone });
      const expiresAt = end === null ? null : end.kind === 'timed' ? end.start : dayStartInZone(end.start, timeZone);
      const made = await api.call<AccessToken & { readonly token: string }>('createToken', {
        body: { name: call.args[0], scopes, expiresAt },
      });
      return { json: made, text: made.token };
    },
  },
  {
    name: 'token list',
    args: [],
    summary: 'list the tokens for programs, newest first',
    options: {},
    run: async (_, { api, timeZone }) => {
      const tokens = await api.call<{ readonly items: readonly AccessToken[]; readonly total: number }>('listTokens');
      const rows = tokens.items.map(({ id, name, scopes, expiresAt, lastUsedAt }) => [
        id,
        name,
        lastUsedAt === null ? 'never used' : `used ${instantText(lastUsedAt, timeZone)}`,
        expiresAt === null ? 'no end' : `until ${instantText(expiresAt, timeZone)}`,
        scopes.join(' '),
      ]);
      return { json: tokens, text: rows.length === 0 ? 'There are no tokens' : listing(rows, tokens.total, '') };
    },
  },
  {
    name: 'token revoke',
    args: [{ name: 'ID' }],
    summary: 'revoke a token, at once and for good',
    options: {},
    run: async (call, { api }) => {
      const [id = ''] = call.args;
      await api.call('deleteToken', { params: { id } });
      return { json: { id }, text: aligned([['revoked', id]]) };
    },
  },
];

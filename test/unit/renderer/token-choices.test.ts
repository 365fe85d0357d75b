import { expect, test } from 'vitest';
import { allScopes, type Scope } from '../../../main/contract/scopes.ts';
import { areasFor, farReaching, tokenEnd, scopesOf, scopesText } from '../../../renderer/features/settings/access/programs/choices.ts';
import { scopesInUse } from '../../support/routes.ts';

test('the page offers the scopes that some endpoint needs, all of them and no others', () => {
  expect(scopesOf(areasFor(true)).toSorted()).toEqual(scopesInUse().toSorted());
});

test.each<[readonly Scope[], string]>([
  [allScopes, 'Everything'],
  [scopesOf(areasFor(true)), 'Everything'],
  [scopesOf(areasFor(true), 'read'), 'Read: everything'],
  [['calendar:read', 'notes:write', 'notes:read'], 'Read: Notes, Calendar · Write: Notes'],
  [['changes:delete'], 'Delete: Feed of changes'],
])('%j is told as “%s”', (scopes, text) => {
  expect(scopesText(scopes, areasFor(true))).toBe(text);
});

test('a user who is not the owner is offered nothing of the owner', () => {
  expect(scopesOf(areasFor(false)).filter((scope) => /^(?:config|users|backups):/.test(scope))).toEqual([]);
  expect(scopesText(scopesOf(areasFor(false)), areasFor(false))).toBe('Everything');
});

test('a token ends a number of days from now, or never', () => {
  expect([tokenEnd('7', 0), tokenEnd('never', 0)]).toEqual(['1970-01-08T00:00:00.000Z', null]);
});

test('of scopes that reach everything the page warns: those of the configuration, of users, and of backups, which copy it all', () => {
  expect(farReaching).toEqual(['config:write', 'users:write', 'backups:write']);
});

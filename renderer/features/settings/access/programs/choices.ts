// Which scopes and ends a token can be given in the page, and how they are told.

import { dayMs } from '../../../../../main/contract/days.ts';
import { scopeActions, scopeAreas, type Scope, type ScopeAction, type ScopeArea } from '../../../../../main/contract/scopes.ts';
import { strings } from './strings.ts';

/** What some endpoint needs; other scopes can be given by programs, and do nothing yet. */
export const offeredScopes: Readonly<Record<ScopeArea, readonly ScopeAction[]>> = {
  notes: scopeActions,
  boards: scopeActions,
  calendar: scopeActions,
  files: scopeActions,
  changes: ['read'],
  ai: scopeActions,
  config: ['read', 'write'],
  users: scopeActions,
  backups: scopeActions,
  tokens: scopeActions,
};

const forOwner: readonly ScopeArea[] = ['config', 'users', 'backups'];

/** The areas whose scopes do something for this user. */
export function areasFor(isOwner: boolean): readonly ScopeArea[] {
  return scopeAreas.filter((area) => isOwner || !forOwner.includes(area));
}

/** Every scope that the page offers in these areas, or those of one action. */
export function scopesOf(areas: readonly ScopeArea[], only: ScopeAction | null = null): readonly Scope[] {
  return areas.flatMap((area) =>
    offeredScopes[area].filter((action) => only === null || action === only).map((action): Scope => `${area}:${action}`),
  );
}

/** As in “Everything”, “Read: everything”, “Read: Notes, Calendar · Write: Calendar”. */
export function scopesText(scopes: readonly Scope[], areas: readonly ScopeArea[]): string {
  const hasAll = (wanted: readonly Scope[]): boolean => wanted.every((scope) => scopes.includes(scope));
  if (hasAll(scopesOf(areas))) return strings.everything;
  const parts = scopeActions.map((action) => {
    const named = scopeAreas.filter((area) => scopes.includes(`${area}:${action}`));
    if (named.length === 0) return null;
    const all = hasAll(scopesOf(areas, action));
    return strings.may(strings.actionHeads[action], all ? strings.allAreas : named.map((area) => strings.areas[area]).join(', '));
  });
  return parts.filter((part) => part !== null).join(' · ');
}

/** Scopes with which a program gets at what others are for: by where texts are sent, by users, or by a copy of everything. */
export const farReaching: readonly Scope[] = ['config:write', 'users:write', 'backups:write'];

export const lifetimes = ['7', '30', '90', '365', 'never'] as const;

export type Lifetime = (typeof lifetimes)[number];

/** When a token ends that is made at `now`; null for never. */
export function tokenEnd(lifetime: Lifetime, now: number): string | null {
  return lifetime === 'never' ? null : new Date(now + Number(lifetime) * dayMs).toISOString();
}

// What a token may do: one scope per route, `<area>:<action>`.

/** What there is to reach. `files` are attachments of cards, and files of notes. */
export const scopeAreas = ['notes', 'boards', 'calendar', 'files', 'changes', 'ai', 'config', 'users', 'backups', 'tokens'] as const;

/** `write` is to create and to change; it does not include `read`. */
export const scopeActions = ['read', 'write', 'delete'] as const;

export type ScopeArea = (typeof scopeAreas)[number];
export type ScopeAction = (typeof scopeActions)[number];
export type Scope = `${ScopeArea}:${ScopeAction}`;

/** Every scope, by area and action. */
export const allScopes: readonly Scope[] = scopeAreas.flatMap((area) => scopeActions.map((action): Scope => `${area}:${action}`));

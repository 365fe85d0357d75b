import type { Env } from 'markdown-it';

/** Link reference definitions by their label, normalised as markdown-it does it. */
export type References = Readonly<Record<string, { readonly href: string; readonly title: string }>>;

/** What markdown-it writes definitions into. */
export type Definitions = NonNullable<Env['references']>;

/** For markdown-it, which adds what it finds: the references known, without touching them. */
export function scopeOf(references: References): Definitions {
  return Object.create(references) as Definitions;
}

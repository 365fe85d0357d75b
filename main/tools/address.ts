// The addresses of records: those of the interface, for the writes of tools, and those by which models name them. Pure.

import { projectOf } from '../contract/page-paths.ts';
import { notFound } from '../lib/app-error.ts';

/** An id as a segment of a path. Throws `not_found` where no path can hold it: then it is that of no record. */
export function segment(what: 'note' | 'card' | 'column' | 'event', id: string): string {
  if (!id.isWellFormed() || /^\.{0,2}$/.test(id)) throw notFound(what);
  return encodeURIComponent(id);
}

/**
 * Arguments with ids in place of the addresses of records, which resources and answers of tools give: `daybook://note/ID`, and where the
 * page shows it. An address of another kind than is asked for becomes an id that no record of that kind has.
 */
export function withIds<Args>(args: Args, pageUrl: (path: string) => string): Args {
  if (typeof args !== 'object' || args === null || Array.isArray(args)) return args;
  const named = ['id', 'fromId', 'toId', 'boardId'].flatMap((name) => {
    const text = (args as Readonly<Record<string, unknown>>)[name];
    return typeof text === 'string' ? [[name, maybeLinked(text) ?? maybeShown(text, pageUrl) ?? text]] : [];
  });
  return { ...args, ...(Object.fromEntries(named) as Partial<Args>) };
}

/** The id in an address of Daybook's own; null where it is none. */
function maybeLinked(text: string): string | null {
  const [, id] = /^daybook:\/\/(?:note|card|event|board)\/([^/?#]+)$/.exec(text) ?? [];
  return maybeDecoded(id);
}

/** The id of the record that this Daybook's page shows at an address, as `recordPath` writes it; null where it is none. */
function maybeShown(text: string, pageUrl: (path: string) => string): string | null {
  if (!text.startsWith(pageUrl('/')) || !URL.canParse(text)) return null;
  const { pathname, searchParams } = new URL(text);
  if (pathname === '/calendar') return searchParams.get('event');
  const [, id, slug] = /^\/(?:notes|boards\/[^/]+\/cards)\/([^/]+)$|^\/boards\/([^/]+)$/.exec(pathname) ?? [];
  if (slug === undefined) return id ?? null;
  const name = maybeDecoded(slug);
  return name === null ? null : projectOf(name);
}

/** A segment of a path without percent-encoding; null where it is none, or is not there. */
function maybeDecoded(segment: string | undefined): string | null {
  try {
    return segment === undefined ? null : decodeURIComponent(segment);
  } catch {
    return null;
  }
}

import { z } from 'zod';
import { snippetText } from '../contract/html-text.ts';
import { searchApi, searchScopes, searchTypes, type SearchHit, type SearchResult } from '../contract/search.ts';
import { AppError } from '../lib/app-error.ts';
import { requireScope, type Caller } from '../lib/caller.ts';
import { fill, oneLine, withCursor } from './budget.ts';
import { outlineTitle } from './outline.ts';
import { reads, tool } from './tool.ts';

const defaultLimit = 20;
const maxLimit = 50;

/** Characters of a hit: 20 of them stay under 1,500 tokens, and as many as may be asked for under the cap of an answer. */
const hitLength = 265;

const input = z.strictObject({
  query: z.string().regex(/\S/, 'must not be blank').max(1_000),
  types: z.array(z.enum(searchTypes)).min(1).optional(),
  limit: z.int().min(1).max(maxLimit).optional(),
  cursor: z.string().max(500).optional(),
});

export const search = tool({
  name: 'search',
  title: 'Search',
  description: 'Find notes, cards, events and files: all words, "a phrase", -without, tag:, in:name, is:done, due:<2026-12-01. Best first.',
  input,
  hints: reads,
  scopes: Object.values(searchScopes),
  run: async ({ query, types = [], limit = defaultLimit, cursor }, { caller, ask }) => {
    // A kind that is named is asked for in any case, so that a lacking scope is told.
    for (const type of types) requireScope(caller, searchScopes[type]);
    const asked = { q: query, limit, cursor, types: types.length === 0 ? undefined : types.join(',') };
    const {
      items,
      cursor: next,
      corrected = [],
    } = await ask(searchApi.search, { query: asked }).catch((error: unknown) => {
      throw withOwnNames(error);
    });
    if (items.length === 0)
      return {
        text: cursor === undefined ? `Nothing found.${types.length === 0 ? unseen(caller) : ''}` : 'Nothing more.',
        structured: { items: [], nextCursor: null },
      };
    const { text } = fill(insteadOf(corrected), items.map(hitLine));
    return {
      text: withCursor(text, 'cursor', next),
      structured: { items: items.map(({ type, id, version }) => ({ type, id, version })), nextCursor: next },
    };
  },
});

/** What the caller may not read; '' where that is nothing. */
function unseen({ scopes }: Caller): string {
  const hidden = searchTypes.filter((type) => !scopes.has(searchScopes[type]));
  return hidden.length === 0 ? '' : ` This token may not read: ${hidden.map((type) => `${type}s`).join(', ')}.`;
}

/** A line that tells which words were replaced; '' for none. */
function insteadOf(corrected: NonNullable<SearchResult['corrected']>): string {
  return corrected.length === 0 ? '' : `Found for ${corrected.map(({ from, to }) => `"${to}" instead of "${from}"`).join(', ')}:`;
}

/** The error with the names of the tool's arguments. */
function withOwnNames(error: unknown): unknown {
  if (!(error instanceof AppError) || error.errors.every(({ path }) => path !== 'q')) return error;
  const errors = error.errors.map((each) => (each.path === 'q' ? { ...each, path: 'query' } : each));
  return new AppError(error.code, error.message.replace(/^q /, 'query '), { errors });
}

function hitLine({ type, id, version, title, snippet, url }: SearchHit): string {
  // A file is read with the record that it belongs to.
  const [, area, owner] = /\/(notes|cards)\/([\da-f-]{36})$/.exec(url) ?? [];
  const place = type === 'file' && area !== undefined ? ` of ${area === 'notes' ? 'note' : 'card'} ${owner ?? ''}` : '';
  const head = `- ${outlineTitle(title)} (${type} ${id}${version === null ? '' : ` v${version}`}${place})`;
  const room = hitLength - head.length - 3;
  const shown = snippetText(snippet).trim();
  return shown === '' || room < 10 ? head : `${head} — ${oneLine(shown, room)}`;
}

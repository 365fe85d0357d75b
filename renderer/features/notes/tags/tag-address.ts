// Tags and words in the address of the page: /notes/ID?tag=garden&tag=home&q=beans shows the list of notes that have all of these tags, and
// of them those that are found by the words. Pure.

import { foldName } from '../../../../main/contract/mentions.ts';

/** The list of the notes with a tag. */
export function tagHref(tag: string): string {
  return `/notes?tag=${encodeURIComponent(tag)}`;
}

/** The tags by which the list is filtered, each once. */
export function tagsOf(search: string): readonly string[] {
  return [...new Map(new URLSearchParams(search).getAll('tag').map((tag) => [foldName(tag), tag])).values()].filter((tag) => tag !== '');
}

/** What follows the path for these tags; empty for none. */
export function searchFor(tags: readonly string[]): string {
  return tags.length === 0 ? '' : `?${tags.map((tag) => `tag=${encodeURIComponent(tag)}`).join('&')}`;
}

/** The words that the list is searched for, as they were typed; empty for none. */
export function wordsOf(search: string): string {
  return new URLSearchParams(search).get('q') ?? '';
}

/** A query with these words in the place of others. Empty ones stand in it as well, so that `keepWords` does not keep those before. */
export function withWords(search: string, words: string): string {
  const query = new URLSearchParams(search);
  query.set('q', words);
  return `?${query.toString()}`;
}

/** An address with the words of the query that the page has now, where it is one of notes and names none of its own. */
export function keepWords(to: string, search: string): string {
  const [, path = '', asked = '', hash = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/.exec(to) ?? [];
  if (path !== '/notes' && !path.startsWith('/notes/')) return to;
  const query = new URLSearchParams(asked);
  const words = query.get('q') ?? wordsOf(search);
  if (words === '' && !query.has('q')) return to;
  query.delete('q');
  if (words !== '') query.set('q', words);
  return `${path}${query.size === 0 ? '' : `?${query.toString()}`}${hash}`;
}

/** With the tag where it was not among them, else without it. */
export function toggled(tags: readonly string[], tag: string): readonly string[] {
  const rest = tags.filter((each) => foldName(each) !== foldName(tag));
  return rest.length === tags.length ? [...tags, tag] : rest;
}

/** With the new name in the place of a tag that is renamed, and of what it is in the tags below it. */
export function renamedIn(tags: readonly string[], from: string, to: string): readonly string[] {
  const depth = from.split('/').length;
  return tags.map((tag) => {
    const parts = tag.split('/');
    const isMeant = foldName(parts.slice(0, depth).join('/')) === foldName(from);
    return isMeant ? [to, ...parts.slice(depth)].join('/') : tag;
  });
}

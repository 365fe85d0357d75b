// Tags in the address of the page: /notes/ID?tag=garden&tag=home shows the list of notes that have all of them. Pure.

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

// Daybook's links, `daybook://note/ID` and the like. They come from anywhere, so nothing in them is believed. Pure.

export type DeepLinkTarget =
  | { readonly kind: 'note' | 'card' | 'event'; readonly id: string }
  | { readonly kind: 'board'; readonly projectId: string }
  | { readonly kind: 'today' | 'capture' };

const record = /^daybook:\/\/(note|card|event)\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/?$/i;
const board = /^daybook:\/\/board\/([^/?#]+)\/?$/i;
const place = /^daybook:\/\/(today|capture)\/?$/i;
const maxLength = 2_000;

/** What a link leads to; null for anything that is not one of these forms to the letter. */
export function readLink(url: string): DeepLinkTarget | null {
  if (url.length > maxLength) return null;
  const [, noun, id] = record.exec(url) ?? [];
  if (noun !== undefined && id !== undefined) return { kind: noun.toLowerCase() as 'note' | 'card' | 'event', id: id.toLowerCase() };
  const [, named] = place.exec(url) ?? [];
  if (named !== undefined) return { kind: named.toLowerCase() as 'today' | 'capture' };
  const projectId = decoded(board.exec(url)?.[1] ?? '');
  return projectId === null || projectId === '' || projectId.length > 200 ? null : { kind: 'board', projectId };
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

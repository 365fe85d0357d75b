// Pages of Notion: what their names say, and what the links between them become.

import { canBeLinked } from '../../../contract/mentions.ts';
import { extensionOf, folderOf, stemOf } from '../archive/entry-path.ts';
import type { PlanNoteLink, PlanSink, SourceEntry } from '../plan.ts';
import { linkTargets, withTargets, type LinkTarget, type SourceRange, type TextPart } from './link-targets.ts';
import { linkPart, linksIn, type LinkPart } from './note-links.ts';
import { isElsewhere, type SourceTree } from './source-tree.ts';

const idAtEnd = /[ -]?([\da-f]{32})$/;

/** The id at the end of a name without its extension; null without one. */
export function notionId(stem: string): string | null {
  return idAtEnd.exec(stem)?.[1] ?? null;
}

/** What the note of a page is known by. */
export function pageSource(path: string): string {
  return notionId(stemOf(path)) ?? path;
}

/** A name without its id. */
export function withoutId(stem: string): string {
  return stem.replace(idAtEnd, '').trim() || 'Untitled';
}

/** The path of a folder without the id at its end. */
export function withoutFolderId(folder: string): string {
  return folder.replace(idAtEnd, '');
}

/** Notion cuts names of files at about 50 characters. */
const leastCut = 40;

/**
 * What a page is called: by its first heading, where the name of its file is what Notion makes of that, else by this name. A title that no
 * link can name stays as the file has it, lest links to the page lead to nothing.
 */
export function pageName(path: string, text: string): string {
  const name = withoutId(stemOf(path));
  const heading = /^\uFEFF?# (.*)/.exec(text)?.[1]?.trim() ?? '';
  if (heading === '' || !canBeLinked(heading)) return name;
  const [whole, known] = [heading, name].map((each) => each.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '')) as [string, string];
  return whole === known || (name.length >= leastCut && whole.startsWith(known)) ? heading : name;
}

/** The id of Notion as one that a record can have: in the form of a UUIDv7. */
export function uuidOf(id: string): string {
  return id.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-7$3-8$4-$5');
}

/** What links between pages are to become. */
export interface NotionPages {
  readonly tree: SourceTree;
  /** The titles of pages that are notes, by path. */
  readonly titles: ReadonlyMap<string, string>;
  /** The paths of pages by id. */
  readonly byId: ReadonlyMap<string, string>;
  /** Pages that are rows of a database, which become cards: by path the id of the card. */
  readonly cards: ReadonlyMap<string, string>;
  /** The paths of files that pages lead to. */
  readonly used: Set<string>;
}

interface Relinked {
  readonly content: string;
  /** To notes. */
  readonly links: readonly PlanNoteLink[];
  readonly led: readonly { readonly entry: SourceEntry; readonly at: SourceRange | null }[];
}

/** A page whose links to other pages are links of Daybook, and the files that it leads to. */
export function withPageLinks(text: string, path: string, pages: NotionPages, sink: PlanSink): Relinked {
  const parts: TextPart[] = [];
  const toNotes: LinkPart[] = [];
  const led: { entry: SourceEntry; at: SourceRange }[] = [];
  for (const link of linkTargets(text)) {
    const linked = maybeLinked(link, folderOf(path), pages);
    if (linked === null) {
      if (!isElsewhere(link.target) && link.kind !== 'wiki' && extensionOf(link.target) !== '')
        sink.warn({ path, kind: 'link', message: `It leads to ${link.target}, which is not there` });
      continue;
    }
    const title = pages.titles.get(linked.path);
    const card = pages.cards.get(linked.path);
    if (title !== undefined && link.kind === 'link') toNotes.push(linkPart(link, { note: pageSource(linked.path), title }));
    else if (card !== undefined) parts.push({ from: link.from, to: link.to, text: `daybook://card/${card}` });
    else if (extensionOf(linked.path) === 'csv')
      sink.warn({ path, kind: 'link', message: `It leads to the database ${withoutId(stemOf(linked.path))}, which is a board now` });
    else if (title === undefined) {
      pages.used.add(linked.path);
      led.push({ entry: linked, at: link.path });
    }
  }
  const {
    text: content,
    placed,
    targets,
  } = withTargets(
    text,
    [...parts, ...toNotes],
    led.map(({ at }) => at),
  );
  return { content, links: linksIn(toNotes, placed), led: led.map(({ entry }, index) => ({ entry, at: targets[index] ?? null })) };
}

function maybeLinked({ kind, target }: LinkTarget, folder: string, { tree, byId }: NotionPages): SourceEntry | null {
  if (kind === 'wiki' || kind === 'embed') return null;
  if (!isElsewhere(target)) return tree.maybeLinked(folder, target);
  const [, id] = /^https:\/\/(?:www\.)?notion\.(?:so|site|com)\/(?:[^?#]*[-/])?([\da-f]{32})(?:[?#]|$)/.exec(target) ?? [];
  const path = id === undefined ? undefined : byId.get(id);
  return path === undefined ? null : tree.maybeAt(path);
}

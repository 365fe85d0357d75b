// What the one search finds for what is typed into the palette: one request for all kinds.

import { useQuery } from '@tanstack/react-query';
import { CalendarDays, FileText, Paperclip, SquareKanban, type LucideIcon } from 'lucide-react';
import { useEffect, useState } from 'react';
import { graphemeStart } from '../../main/contract/cut-text.ts';
import { snippetParts, type SnippetPart } from '../../main/contract/html-text.ts';
import type { SearchHit, SearchResult, SearchType } from '../../main/contract/search.ts';
import { projectOf } from '../../main/contract/page-paths.ts';
import { ServiceError } from '../api/client.ts';
import { useProjectName } from '../api/projects.ts';
import { routes } from '../api/routes.ts';
import { useRemoved, useService } from '../api/service.ts';
import { writtenDayText } from '../ui/format.ts';
import { withFind } from '../features/notes/find/find-address.ts';
import { strings as uiStrings } from '../ui/strings.ts';
import { chosenZone, wallAt } from '../ui/zone-clock.ts';
import { strings } from './strings.ts';

/** One record that the search has found. */
export interface PaletteHit {
  readonly id: string;
  readonly name: string;
  /** It is an event that does not take place. */
  readonly isCancelled: boolean;
  /** Where or when it is; '' where that is not told. */
  readonly place: string;
  /** The words around the hits: none where that is the name alone. */
  readonly words: readonly SnippetPart[];
  readonly icon: LucideIcon;
  /** Where it is shown. */
  readonly path: string;
}

export interface FoundGroup {
  readonly type: SearchType;
  readonly heading: string;
  readonly found: readonly PaletteHit[];
  /** How many there are of the kind, shown or not. */
  readonly total: number;
}

/** The kinds in the order in which they are shown. */
const kinds: readonly { readonly type: SearchType; readonly icon: LucideIcon; readonly heading: string }[] = [
  { type: 'note', icon: FileText, heading: strings.notes },
  { type: 'card', icon: SquareKanban, heading: strings.cards },
  { type: 'event', icon: CalendarDays, heading: strings.calendar },
  { type: 'file', icon: Paperclip, heading: strings.files },
];

/** How many records of each kind are shown beside those of other kinds, and how many of one kind alone. */
const shownOfEach = 5;
const shownOfOne = 100;
/** A few more than are shown: one may have been removed here, which the service does not know yet. */
const askedOfEach = 10;

/** How many characters are shown before the first hit of a text. */
const shownBefore = 32;

/** How long nothing must have been typed before the service is asked, in milliseconds. */
const debounceMs = 120;

/** What the service finds for `text`, best first in each kind; with `only` of that kind alone. Nothing for an empty text. */
export function useFound(text: string, only: SearchType | null) {
  const { client } = useService();
  const removed = useRemoved();
  const debounced = useDebounced(text);
  const { data, error, isFetching } = useQuery({
    queryKey: ['search', debounced, only],
    meta: { alsoOn: ['note', 'card', 'event', 'file', 'project', 'column', 'calendar', 'notebook'] },
    queryFn: ({ signal }) =>
      client.call(routes.search, {
        query: { q: debounced, visible: 'true', ...amountOf(only) },
        signal,
      }),
    enabled: debounced !== '',
    // What was found last for a shorter or longer form of this text stays while the search goes on, and with it what Enter takes.
    placeholderData: (before, query) => (isNear(query?.queryKey[1], debounced) ? before : undefined),
  });
  const projectName = useProjectName(data?.items.some(({ type }) => type === 'card') === true);
  const isAsked = text !== '';
  return {
    groups: isAsked && data !== undefined ? groupsOf(data, only, removed, projectName) : [],
    /** Tells which words were looked for instead of those that nothing has; '' for none. */
    instead: isAsked && data?.corrected !== undefined ? uiStrings.instead(data.corrected) : '',
    isSearching: text !== debounced || isFetching,
    /** Why nothing can be found, as it is told to the user; null for nothing of the kind. */
    failure: isAsked && error !== null ? reasonOf(error) : null,
  };
}

const amountOf = (only: SearchType | null) =>
  only === null ? { limit: String(kinds.length * askedOfEach), perType: String(askedOfEach) } : { limit: String(shownOfOne), types: only };

function groupsOf(
  { items, totals }: SearchResult,
  only: SearchType | null,
  removed: ReadonlySet<string>,
  projectName: (id: string) => string,
): readonly FoundGroup[] {
  const byType = Map.groupBy(
    items.filter(({ id }) => !removed.has(id)),
    ({ type }) => type,
  );
  return kinds
    .filter(({ type }) => only === null || type === only)
    .map(({ type, icon, heading }) => {
      const hits = (byType.get(type) ?? []).slice(0, only === null ? shownOfEach : shownOfOne);
      return { type, heading, found: hits.map((hit) => foundOf(hit, icon, projectName)), total: totals[type] ?? 0 };
    })
    .filter(({ total, found }) => total > 0 || found.length > 0);
}

function foundOf(hit: SearchHit, icon: LucideIcon, projectName: (id: string) => string): PaletteHit {
  const { pathname, search } = new URL(hit.url);
  const words = snippetParts(hit.snippet);
  return {
    id: hit.id,
    name: hit.title,
    isCancelled: hit.isCancelled === true,
    place: placeOf(hit, pathname, projectName),
    words: repeats(words, hit.title) ? [] : nearHit(words),
    icon,
    path: pathname + (hit.type === 'note' ? withFind(search, hit.snippet) : search),
  };
}

/** When an event begins, and which board a card is on. */
function placeOf({ type, startTime, startDate }: SearchHit, pathname: string, projectName: (id: string) => string): string {
  if (type === 'event') {
    if (startTime === undefined) return strings.repeats;
    return writtenDayText(startDate ?? wallAt(new Date(startTime), chosenZone()).day);
  }
  const slug = type === 'card' ? /^\/boards\/([^/]+)\//.exec(pathname)?.[1] : undefined;
  return slug === undefined ? '' : projectName(projectOf(decodeURIComponent(slug)));
}

/** Whether a snippet says no more than the title: where the words are in that alone, it is made of it. */
function repeats(words: readonly SnippetPart[], title: string): boolean {
  const said = words
    .map(({ text }) => text)
    .join('')
    .replaceAll('…', '')
    .trim();
  return title.replaceAll(/\s+/g, ' ').includes(said);
}

/** The words with only the last of those before the first hit: that is what is to be seen, in one line or two of a narrow window. */
function nearHit(words: readonly SnippetPart[]): readonly SnippetPart[] {
  const [before, ...rest] = words;
  if (before === undefined || before.marked || rest.length === 0 || before.text.length <= shownBefore) return words;
  const at = graphemeStart(before.text, before.text.length - shownBefore);
  const blank = before.text.slice(at).search(/\s\S/);
  return [{ text: `…${before.text.slice(blank === -1 ? at : at + blank + 1)}`, marked: false }, ...rest];
}

const isNear = (before: unknown, text: string): boolean =>
  typeof before === 'string' && before !== '' && (before.startsWith(text) || text.startsWith(before));

function reasonOf(error: Error): string {
  const refused = error instanceof ServiceError && error.status === 400 ? error.problem?.errors?.[0]?.message : undefined;
  return refused === undefined ? strings.searchFailed : strings.searchRefused(refused);
}

function useDebounced(text: string): string {
  const [debounced, setDebounced] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => {
      setDebounced(text);
    }, debounceMs);
    return () => {
      clearTimeout(timer);
    };
  }, [text]);
  return debounced;
}

// What completes a link, a tag or a date that is being typed.

import type { InfiniteData } from '@tanstack/react-query';
import { dayMs } from '../../../../main/contract/days.ts';
import { noteFor } from '../../../../main/contract/link-titles.ts';
import { canBeLinked, foldName, splitTarget } from '../../../../main/contract/mentions.ts';
import type { NoteList } from '../../../../main/contract/notes.ts';
import { routes } from '../../../api/routes.ts';
import type { Service } from '../../../api/service.ts';
import { locale } from '../../../ui/format.ts';
import { typedDay } from '../../../ui/typed-day.ts';
import { currentDay } from '../../../ui/zone-clock.ts';
import type { CompletionOption } from '../editor/completion.ts';
import { parsePastedMarkdown } from '../editor/insert-markdown.ts';
import { noteStats, type Heading } from '../session/note-stats.ts';
import { strings } from '../strings.ts';
import { maybeNoteNamed, titleWords } from './named-notes.ts';
import { readTags } from '../tags/use-tags.ts';

/** How many are offered at most. */
const maxOffered = 8;

interface NamedNote {
  readonly id: string;
  readonly title: string;
  readonly notebookId: string | null;
}

/** Better ones are smaller: titles that begin with it, words that do, whatever holds it; null for no match. */
function rank(name: string, typed: string): number | null {
  const [folded, wanted] = [foldName(name), foldName(typed)];
  if (folded.startsWith(wanted)) return folded.length === wanted.length ? 0 : 1;
  const at = folded.indexOf(wanted);
  if (at < 0) return null;
  return /[\p{L}\p{N}]/u.test(folded[at - 1] ?? '') ? 3 : 2;
}

function best<Item>(items: readonly Item[], nameOf: (item: Item) => string, typed: string): Item[] {
  return items
    .flatMap((item) => {
      const order = rank(nameOf(item), typed);
      return order === null ? [] : [{ item, order }];
    })
    .toSorted((a, b) => a.order - b.order || nameOf(a.item).length - nameOf(b.item).length)
    .slice(0, maxOffered)
    .map(({ item }) => item);
}

/**
 * The options for a title, of these notes: the best first, and at last the title itself if no note has it. `paths`: of notebooks by their
 * ids, as they are called. What is typed can be the path of a note, too.
 */
export function noteOptions(notes: readonly NamedNote[], typed: string, paths: ReadonlyMap<string, string>): CompletionOption[] {
  const known = [...new Map(notes.map((note) => [note.id, note])).values()];
  const titled = Map.groupBy(known, ({ title }) => foldName(title));
  const folderOf = ({ notebookId }: NamedNote): string => paths.get(notebookId ?? '') ?? '';
  const pathOf = (note: NamedNote): string => [folderOf(note), note.title].filter((part) => part !== '').join('/');
  const isPath = typed.includes('/');
  const found = best(known, isPath ? pathOf : ({ title }) => title, typed.trim());
  const options = found.map((note): CompletionOption => {
    const { id, title } = note;
    const isOnly = titled.get(foldName(title))?.length === 1;
    const folder = folderOf(note);
    const means = (target: string): boolean =>
      canBeLinked(target) && noteFor({ target, isFile: false, folder: '' }, titled, (other) => foldName(folderOf(other))) === note;
    const detail = folder !== '' && (isPath || !isOnly) ? { detail: folder } : isOnly ? {} : { detail: strings.sameTitle };
    // Of several with this title one is told by its notebook: the title alone means another as soon as that is changed.
    const ways = [...(folder === '' ? [] : [pathOf(note).trim()]), ...(isOnly ? [title.trim()] : [])];
    const target = (isPath ? ways : ways.toReversed()).find(means);
    if (target !== undefined) return { id, label: title, text: `[[${target}]]`, ...detail };
    // What brackets cannot tell is linked by its address.
    return { id, label: title, text: title, href: `daybook://note/${id}`, ...detail };
  });
  const title = typed.trim();
  const isKnown = found.some((note) => foldName(isPath ? pathOf(note) : note.title) === foldName(title));
  return isKnown || !canBeLinked(title)
    ? options
    : [...options, { id: 'new', label: title, detail: strings.newNote, text: `[[${title}]]` }];
}

/** The notes that lists of this page have read already. */
export function notesHere({ queries }: Pick<Service, 'queries'>): NamedNote[] {
  return queries
    .getQueriesData<InfiniteData<NoteList>>({ queryKey: ['note', 'list'] })
    .flatMap(([, data]) => data?.pages.flatMap(({ items }) => items.map(({ id, title, notebookId }) => ({ id, title, notebookId }))) ?? []);
}

/** The notes of the service that fit; throws like `Client.call`. */
export async function notesFor({ client }: Pick<Service, 'client'>, typed: string, signal: AbortSignal): Promise<NamedNote[]> {
  // Of a path the title is looked for.
  const q = titleWords(typed.slice(typed.lastIndexOf('/') + 1));
  const { items } = await client.call(routes.listNotes, { query: { limit: '30', ...(q === '' ? {} : { q }) }, signal });
  return items;
}

/** The options for a section of a note, which are its headings; `target` is what was typed, such as `Garden#be`. */
export function headingOptions(headings: readonly Pick<Heading, 'text'>[], target: string): CompletionOption[] {
  const { title, section } = splitTarget(target);
  const names = [...new Set(headings.map(({ text }) => text.trim()))].filter((name) => canBeLinked(name) && !name.includes('#'));
  return best(names, (name) => name, section ?? '').map((name) => ({ id: name, label: name, text: `[[${title}#${name}]]` }));
}

/** The headings of the note that a target names; none where there is no such note. Throws like `Client.call`. */
export async function headingsFor(
  service: Pick<Service, 'client' | 'queries'>,
  target: string,
  signal: AbortSignal,
): Promise<readonly Heading[]> {
  const note = await maybeNoteNamed(service, target, signal);
  if (note === null) return [];
  const { content } = await service.client.call(routes.readNote, { params: { id: note.id }, signal });
  const doc = parsePastedMarkdown(content, true);
  return doc === null ? [] : (noteStats(doc, () => false)?.headings ?? []);
}

export async function tagOptions(service: Service, typed: string): Promise<CompletionOption[]> {
  const tags = await readTags(service);
  const found = best(tags, ({ tag }) => tag, typed);
  // The tag is complete: nothing is to be chosen, and Enter begins a line.
  if (found.length === 1 && foldName(found[0]?.tag ?? '') === foldName(typed)) return [];
  return found.map(({ tag, notes }) => ({ id: tag, label: `#${tag}`, detail: strings.found(notes), text: `#${tag}` }));
}

const long = new Intl.DateTimeFormat(locale, { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });

const inDays = (days: number): string => new Date(Date.parse(currentDay()) + days * dayMs).toISOString().slice(0, 10);

const dateOption = (label: string, day: string): CompletionOption => ({
  id: label,
  label,
  detail: long.format(Date.parse(day)),
  text: day,
});

/** Dates as text, for words such as “next friday”. */
export async function dateOptions(typed: string): Promise<CompletionOption[]> {
  const usual = strings.usualDays.map(([name, days]) => dateOption(name, inDays(days)));
  if (typed.trim() === '') return usual;
  const named = usual.filter(({ label }) => foldName(label).startsWith(foldName(typed)));
  if (named.length > 0) return named;
  const day = await typedDay(typed, currentDay());
  return day === null ? [] : [dateOption(typed.trim(), day)];
}

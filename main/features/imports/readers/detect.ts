// Which program has given out what is in an archive.

import type { ImportSource } from '../../../contract/imports.ts';
import { type AppError, invalid } from '../../../lib/app-error.ts';
import { extensionOf, folderOf, stemOf } from '../archive/entry-path.ts';
import { otherWays } from '../archive/open.ts';
import type { SourceEntry } from '../plan.ts';
import { maybeTable } from './csv.ts';
import { maybeFrontMatter, timeOf } from './front-matter.ts';
import { maybeTaskLists } from './google-tasks.ts';
import { itemsAmong } from './jex.ts';
import { parseJson } from './json.ts';
import { peeked } from './note-reading.ts';
import { notionId } from './notion-pages.ts';
import { isNotePath, rootOf } from './source-tree.ts';
import { isTodoist } from './todoist.ts';
import { maybeBoard } from './trello-board.ts';

/** How many notes are looked at for what only Joplin writes. */
const lookedAt = 5;
/** How much of an entry is read to tell what it is, in bytes. */
const maxPeekedBytes = 1024 * 1024;

/** Throws `validation_failed` for what is of no known program. */
export async function detect(entries: readonly SourceEntry[], kind: 'zip' | 'tar' | 'file'): Promise<ImportSource> {
  if (kind === 'tar') return 'joplin';
  if (await isDaybook(entries)) return 'daybook';
  if (entries.some(({ path }) => /(^|\/)\.obsidian\//.test(path))) return 'obsidian';
  const texts = entries.filter(({ path }) => isNotePath(path));
  const tables = entries.filter(({ path }) => extensionOf(path) === 'csv');
  const isNotion = [...texts, ...tables].some(
    ({ path }) => notionId(stemOf(path).replace(/_all$/, '')) !== null && !/^[\da-f]{32}$/.test(stemOf(path)),
  );
  if (isNotion) return 'notion';
  if (texts.length > 0 && (await isJoplin(entries, texts))) return 'joplin';
  if (texts.length > 0) return 'markdown';
  for (const entry of tables) {
    const table = await maybeTable(entry);
    if (table !== null && isTodoist(table)) return 'todoist';
  }
  for (const entry of entries) if (extensionOf(entry.path) === 'json' && (await maybeBoard(entry)) !== null) return 'trello';
  for (const entry of entries) if (extensionOf(entry.path) === 'json' && (await maybeTaskLists(entry)) !== null) return 'google-tasks';
  for (const entry of entries) if (await isCalendar(entry)) return 'ics';
  throw await unknown(entries);
}

async function unknown(entries: readonly SourceEntry[]): Promise<AppError> {
  const isPage = ({ path }: SourceEntry): boolean => extensionOf(path) === 'html' && notionId(stemOf(path)) !== null;
  if (entries.some(isPage))
    return invalid({ path: 'file', message: 'is what Notion gives out as HTML: only its "Markdown & CSV" is read' });
  // Folders are called in the language of the user.
  const records = entries.filter(({ path, size }) => extensionOf(path) === 'json' && size < maxPeekedBytes).slice(0, lookedAt);
  for (const record of records)
    if ((await peeked(record, maxPeekedBytes)).includes('"userEditedTimestampUsec"'))
      return invalid({
        path: 'file',
        message: 'is what Google gives out of Keep, which is not read: of its Takeout, Tasks and Calendar are',
      });
  return invalid({ path: 'source', message: `cannot be told from the file: it holds nothing that is known here. ${otherWays}` });
}

/** Also one that was unpacked, and its folder packed again. */
async function isDaybook(entries: readonly SourceEntry[]): Promise<boolean> {
  const root = rootOf(entries);
  const manifest = entries.find(({ path }) => path === (root === '' ? 'manifest.json' : `${root}/manifest.json`));
  if (manifest === undefined) return false;
  try {
    const { app } = parseJson(await peeked(manifest, 64 * maxPeekedBytes), manifest.path) as { app?: unknown };
    return typeof app === 'string' && app.toLowerCase() === 'daybook';
  } catch {
    return false;
  }
}

async function isJoplin(entries: readonly SourceEntry[], texts: readonly SourceEntry[]): Promise<boolean> {
  const [first] = itemsAmong(texts);
  if (first !== undefined && /^type_: \d+\s*$/m.test(await peeked(first, maxPeekedBytes))) return true;
  if (entries.some(({ path }) => /(^|\/)_resources$/.test(folderOf(path)))) return true;
  for (const entry of texts.slice(0, lookedAt)) {
    const fields = entry.size > maxPeekedBytes ? null : maybeFrontMatter(await peeked(entry, maxPeekedBytes));
    const isOwn = fields !== null && 'title' in fields && timeOf(fields, ['created']) !== null && timeOf(fields, ['updated']) !== null;
    if (!isOwn) return false;
  }
  return true;
}

async function isCalendar(entry: SourceEntry): Promise<boolean> {
  if (extensionOf(entry.path) === 'ics') return true;
  return entry.size < maxPeekedBytes && /^\uFEFF?\s*BEGIN:VCALENDAR/i.test(await peeked(entry, maxPeekedBytes));
}

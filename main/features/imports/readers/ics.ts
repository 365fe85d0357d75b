// Calendars as iCalendar: here they are only counted; the import of calendars reads them.

import { textLimits } from '../../../contract/limits.ts';
import { invalid } from '../../../lib/app-error.ts';
import { extensionOf, stemOf } from '../archive/entry-path.ts';
import { seriesName } from '../archive/series-name.ts';
import type { FormatReader, PlanCalendar, PlanSink, SourceEntry } from '../plan.ts';
import { nameFrom } from './note-reading.ts';
import { maybeDecode } from './source-text.ts';

/** Components of RFC 5545, section 3.6, that Daybook's calendars have no place for. */
const others = { VTODO: 'tasks', VJOURNAL: 'journal entries', VFREEBUSY: 'busy times' };

/** How many events come of these: a changed occurrence is one only where its series is not there. */
function eventsIn(text: string): number {
  const parts = text.split(/^BEGIN:VEVENT\s*$/im).slice(1);
  // Some programs write an event twice.
  const events = [...new Set(parts.map((part) => unfolded(part.split(/^END:VEVENT/im, 1)[0] ?? '')))];
  const uids = events.map((event) => /^UID(?:;[^:\r\n\u2028\u2029]*)?:(.*)$/im.exec(event)?.[1]?.trim() ?? '');
  const isChanged = events.map((event) => /^RECURRENCE-ID[;:]/im.test(event));
  const series = new Set(uids.filter((_, at) => isChanged[at] === false));
  return uids.filter((uid, at) => isChanged[at] === false || !series.has(uid)).length;
}

/** Lines without their folds (RFC 5545, 3.1). */
const unfolded = (lines: string): string => lines.replaceAll(/\r?\n[ \t]/g, '');

/** A calendar of the same path that is called otherwise is another one. `called`: '' for one that tells no name. */
function sourceOf(path: string, called: string, isSingle: boolean): Pick<PlanCalendar, 'source' | 'formerSources'> {
  if (called === '') return { source: path };
  const stem = stemOf(path);
  // Its name can have the mark of a copy.
  const plain = isSingle ? seriesName(stem) + path.slice(stem.length) : path;
  return { source: `${plain}\n${called}`, formerSources: [...new Set([path, plain])] };
}

/** What the file calls its calendar, without folds and escapes (RFC 5545, 3.1 and 3.3.11); empty where it does not. */
function nameTold(text: string): string {
  const [, folded = ''] = /^X-WR-CALNAME(?:;[^:\r\n\u2028\u2029]*)?:([^\r\n]*(?:\r?\n[ \t][^\r\n]*)*)/im.exec(text) ?? [];
  return unfolded(folded).replaceAll(/\\([,;\\n])/gi, (_, sign: string) => (/n/i.test(sign) ? '\n' : sign));
}

/** Whether it is a calendar that comes in; tells why one does not. `isSingle`: it was sent by itself. */
export async function readCalendar(entry: SourceEntry, isSingle: boolean, sink: PlanSink): Promise<boolean> {
  const { path } = entry;
  if (entry.size > sink.limits.calendarBytes) {
    sink.warn({ path, kind: 'limit', message: 'A calendar can be of at most 20 MiB: it does not come in' });
    return false;
  }
  const decoded = maybeDecode(await entry.read(sink.limits.calendarBytes));
  const text = decoded?.text ?? '';
  if (!/^\uFEFF?\s*BEGIN:VCALENDAR/i.test(text)) {
    const isNamed = extensionOf(path) === 'ics';
    sink.warn({ path, kind: 'skipped', message: isNamed ? 'It is no calendar, whatever its name says' : 'It is no calendar' });
    return false;
  }
  if (decoded?.encoding !== null) {
    sink.warn({ path, kind: 'encoding', message: 'A calendar must be UTF-8: it does not come in' });
    return false;
  }
  for (const [component, what] of Object.entries(others)) {
    const number = text.match(new RegExp(String.raw`^BEGIN:${component}\s*$`, 'gim'))?.length ?? 0;
    if (number > 0) sink.warn({ path, kind: 'skipped', message: `Only events come in: ${what} in it are left out (${number})` });
  }
  // An alarm can have files and a UID of its own.
  const withoutAlarms = text.replaceAll(/^BEGIN:VALARM[ \t]*$[^]*?(?:^END:VALARM[ \t]*$|(?![^]))/gim, '');
  // They are kept and go out again, but are shown nowhere.
  const unseen = withoutAlarms.match(/^ATTACH[;:]/gim)?.length ?? 0;
  if (unseen > 0) sink.warn({ path, kind: 'lost', message: `It is kept and goes out again, but is not shown: attachments (${unseen})` });
  const called = nameTold(text).trim();
  sink.count('events', eventsIn(withoutAlarms));
  await sink.add({
    type: 'calendar',
    ...sourceOf(path, called, isSingle),
    name: nameFrom(called, sink, { path, instead: stemOf(path), maxLength: textLimits.name }),
    file: await sink.keep(entry, null),
  });
  return true;
}

export const readCalendars: FormatReader = async ({ name, kind, entries }, sink) => {
  let found = 0;
  for (const entry of entries) if (await readCalendar(entry, kind === 'file', sink)) found += 1;
  if (found === 0) throw invalid({ path: 'file', message: 'holds no calendar' });
  return { space: seriesName(name) };
};

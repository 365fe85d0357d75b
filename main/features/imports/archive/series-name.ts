// What an archive is called, without what differs from one download of it to the next.

/** What browsers and systems append to the name of a copy: `x (1)`, `x - Copy`, `x copy 2`. */
const copyMark = /(?:\s*\(\d{1,2}\)|\s+-\s+copy|\s+copy(?: \d{1,2})?)$/i;

/** A day of this century or the last, with what parts it from the name, a time, and the numbers of a part: `-20261101T100000Z-1-001`. */
const dayPattern = String.raw`(?<!\d)(?:19|20)\d\d-?(?:0\d|1[0-2])-?[0-3]\d`;
const time = String.raw`(?:[T _-]*| at )[0-2]\d[-:._]?[0-5]\d(?:[-:._]?[0-5]\d)?(?:\.\d+)?Z?`;
const date = new RegExp(String.raw`[-_. ]*${dayPattern}(?:${time})?(?!\d)(?:-\d{1,3})*`, 'gi');

/** Without the marks of copies, days and times; '' for a name of nothing else. */
export function seriesName(name: string): string {
  let rest = name;
  while (copyMark.test(rest)) rest = rest.replace(copyMark, '');
  return rest.replaceAll(date, '').trim();
}

/** Without days and times alone; the name itself where nothing else is left of it. */
export const undated = (name: string): string => name.replaceAll(date, '').trim() || name;

/** The same, but the name itself where nothing else is left of it. */
export const seriesOrName = (name: string): string => seriesName(name) || name;

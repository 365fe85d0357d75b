// Days as other programs give them out.

/** What the first number of `05/03/2026` tells; null where that is not known. */
export type FirstOfDay = 'day' | 'month' | null;

const year = '(?<year>\\d{4})(?!\\d)';
const forms: readonly RegExp[] = [
  /^(?<year>\d{4})(?<sign>[-/])(?<month>\d{2})\k<sign>(?<day>\d{2})/,
  new RegExp(`^(?<name>[A-Z][a-z]{2,8}) (?<day>\\d{1,2}), ${year}`),
  new RegExp(`^(?<day>\\d{1,2})\\.? (?:de )?(?<name>\\p{L}{3,14})\\.? (?:de )?${year}`, 'u'),
  /^(?<year>\d{4})[年년] ?(?<month>\d{1,2})[月월] ?(?<day>\d{1,2})[日일]/,
  new RegExp(`^(?<day>\\d{1,2})\\.(?<month>\\d{1,2})\\.${year}`),
  new RegExp(`^(?<first>\\d{1,2})/(?<second>\\d{1,2})/${year}`),
];

/** Languages that Notion writes days in with names of months. */
const languages = ['en', 'de', 'fr', 'es', 'pt', 'nl', 'it', 'da', 'sv', 'nb', 'fi'];
let monthNames: ReadonlyMap<string, number> | null = null;

/** Which numbers months have by their names, short and long, without a dot. No two of these languages differ in one. */
function namesOfMonths(): ReadonlyMap<string, number> {
  const names = new Map<string, number>();
  for (const language of languages) {
    for (const length of ['long', 'short'] as const) {
      const format = new Intl.DateTimeFormat(language, { day: 'numeric', month: length, year: 'numeric', timeZone: 'UTC' });
      for (let month = 1; month <= 12; month += 1) {
        const name = format.formatToParts(Date.UTC(2026, month - 1, 1)).find(({ type }) => type === 'month')?.value ?? '';
        names.set(name.toLowerCase().replace(/\.$/, ''), month);
      }
    }
  }
  return names.set('sept', 9);
}

/** Whether a text of which `checkedDay` tells a day says nothing else: no time, and no end. */
export function isDayAlone(text: string): boolean {
  const trimmed = text.trim();
  return forms.some((form) => form.exec(trimmed)?.[0] === trimmed);
}

/** What the first numbers of days are by those of them that can be read in one way alone; null where none is such, or they differ. */
export function firstOfDays(texts: readonly string[]): FirstOfDay {
  let found: FirstOfDay = null;
  for (const text of texts) {
    // An end tells it as well.
    for (const [, first = '', second = ''] of text.matchAll(/(?<!\d)(\d{1,2})\/(\d{1,2})\/\d{4}(?!\d)/g)) {
      const told: FirstOfDay = Number(first) > 12 ? 'day' : Number(second) > 12 ? 'month' : null;
      if (told !== null && found !== null && told !== found) return null;
      found = told ?? found;
    }
  }
  return found;
}

/**
 * `YYYY-MM-DD` for a text that begins with a day: in that form, in those of Notion (`March 12, 2026`, `2026/03/12`, `12. März 2026`,
 * `2026年3月12日`) or of Todoist (`12 Mar 2026`); null for anything else. `12/03/2026` is one where `first` tells which number is the day, or
 * only one of them can be.
 */
export function checkedDay(text: string, first: FirstOfDay = null): string | null {
  const trimmed = text.trim();
  const found = forms.map((form) => form.exec(trimmed)?.groups).find((groups) => groups !== undefined);
  if (found === undefined) return null;
  const inOrder = found['first'] === undefined ? found : inOrderOf(found['first'], found['second'] ?? '', first ?? firstOfDays([trimmed]));
  const month = found['name'] === undefined ? inOrder?.['month'] : (monthNames ??= namesOfMonths()).get(found['name'].toLowerCase());
  const told = `${found['year']}-${String(month).padStart(2, '0')}-${(inOrder?.['day'] ?? '').padStart(2, '0')}`;
  const time = Date.parse(`${told}T00:00Z`);
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== told ? null : told;
}

/** Null where it is not known, and the two differ. */
function inOrderOf(one: string, other: string, first: FirstOfDay): Readonly<Record<string, string | undefined>> | null {
  if (first === null) return Number(one) === Number(other) ? { day: one, month: other } : null;
  return first === 'day' ? { day: one, month: other } : { day: other, month: one };
}

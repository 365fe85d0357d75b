// Numbers, dates and times in the page's language, as they are usual where the reader is. Every `Intl` formatter of the page takes
// `locale`.

/**
 * The locale of a page in `language` for a reader whose browser prefers `readers`, best first: the words are the page's, the conventions
 * (order of a date, 12 or 24 hours, decimal sign) those of the reader's region, as in `en-DE`.
 */
export function localeFor(language: string, readers: readonly string[]): string {
  const [first] = readers.filter((tag) => Intl.DateTimeFormat.supportedLocalesOf([tag]).length > 0);
  if (first === undefined) return language;
  const reader = new Intl.Locale(first);
  // A reader who reads the page's own language and names no region has said all.
  const region = reader.region ?? (reader.language === language ? undefined : reader.maximize().region);
  if (region === undefined) return language;
  const wanted = `${language}-${region}`;
  if (new Intl.DateTimeFormat(wanted).resolvedOptions().locale === wanted) return wanted;
  // Of this region nothing is known in the page's language: then what is closest to its clock, Europe or the world.
  return new Intl.DateTimeFormat(first, { hour: 'numeric' }).resolvedOptions().hour12 === false ? `${language}-150` : `${language}-001`;
}

/** In the page: its language, and the languages of its reader. `en` where there is no page. */
export const locale: string = typeof document === 'undefined' ? 'en' : localeFor(document.documentElement.lang, navigator.languages);

/** A time of day as all of the page writes it, for what takes options instead of text: “8:00 AM”, “08:00”. */
export const clock: Intl.DateTimeFormatOptions = {
  hour: new Intl.DateTimeFormat(locale, { hour: 'numeric' }).resolvedOptions().hour12 === true ? 'numeric' : '2-digit',
  minute: '2-digit',
};

const time = new Intl.DateTimeFormat(locale, clock);
const number = new Intl.NumberFormat(locale);
const percent = new Intl.NumberFormat(locale, { style: 'percent' });

/** As in “08:00” or “8:00 AM”. */
export function timeOfDay(at: Date): string {
  return time.format(at);
}

/** As in “1,234”. */
export function numberText(value: number): string {
  return number.format(value);
}

/** As in “40%”, of a share between 0 and 1. */
export function percentText(share: number): string {
  return percent.format(share);
}

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** A size in bytes as people read it, with two digits at least: “1 byte”, “482 bytes”, “1.4 MB”. Steps are of a thousand. */
export function sizeText(bytes: number): string {
  const step = bytes < 1000 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), units.length - 1);
  const value = bytes / 1000 ** step;
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: units[step] ?? 'byte',
    unitDisplay: step === 0 ? 'long' : 'short',
    maximumFractionDigits: value < 10 && step > 0 ? 1 : 0,
  }).format(value);
}

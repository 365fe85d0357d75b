// Days that are typed, in words or in digits.

import { dayFirst } from './format.ts';

const pattern = /^(\d{4})-(\d{2})-(\d{2})$/;

/** Whether text in the form `YYYY-MM-DD` names a day that there is. */
function isDay(text: string): boolean {
  const [year = 0, month = 0, day = 0] = (pattern.exec(text) ?? []).slice(1).map(Number);
  return day >= 1 && month >= 1 && month <= 12 && day <= new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate();
}

/** The day that a text such as “2026-12-24”, “24 Dec” or “next friday” names, as `YYYY-MM-DD` like `today`; null if it names none. */
export async function typedDay(text: string, today: string): Promise<string | null> {
  const plain = text.trim();
  if (plain === '') return null;
  if (pattern.test(plain)) return isDay(plain) ? plain : null;
  const { plainDate, resultsIn } = await import('../../main/contract/phrases/dates.ts');
  const [found] = await resultsIn(plain, { now: Date.parse(`${today}T12:00Z`), timeZone: 'UTC', dayFirst });
  return found === undefined || found.text.length < plain.length ? null : plainDate(found.start).toString();
}

// Days as other programs give them out.

import { monthBeginnings } from '../../../contract/days.ts';

/** Whether a text of which `checkedDay` tells a day says nothing else: no time, and no end. */
export function isDayAlone(text: string): boolean {
  return /^(\d{4}[-/]\d{2}[-/]\d{2}|[A-Z][a-z]{2,8} \d{1,2}, \d{4}|\d{1,2} [A-Z][a-z]{2,8} \d{4})$/.test(text.trim());
}

/**
 * `YYYY-MM-DD` for a text that begins with a day in that form, in those of Notion (`March 12, 2026`, `2026/03/12`) or of Todoist
 * (`12 Mar 2026`); null for anything else.
 */
export function checkedDay(text: string): string | null {
  const inOrder = text.trim().replace(/^(\d{1,2}) ([A-Z][a-z]{2,8}) (\d{4})\b/, '$2 $1, $3');
  const [, name = '', day = '', year = ''] = /^([A-Z][a-z]{2,8}) (\d{1,2}), (\d{4})/.exec(inOrder) ?? [];
  const month = monthBeginnings.indexOf(name.slice(0, 3).toLowerCase()) + 1;
  const told =
    month > 0
      ? `${year}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`
      : (/^\d{4}([-/])\d{2}\1\d{2}/.exec(text.trim())?.[0].replaceAll('/', '-') ?? '');
  const time = Date.parse(`${told}T00:00Z`);
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== told ? null : told;
}

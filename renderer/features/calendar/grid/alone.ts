// Which events of a column of hours nothing stands beside: they need leave no room for the number of what is hidden. Pure.

import type { EventInput } from '@fullcalendar/react';

/** An event is drawn at least this high, in milliseconds: what begins below it within that time stands beside it. */
const leastHeight = 30 * 60_000;

/** The entries, those with hours marked by which of them none of the others overlaps. */
export function markAlone(inputs: readonly EventInput[]): EventInput[] {
  const timed = inputs
    .filter(({ allDay }) => allDay !== true)
    .map((input) => {
      const start = new Date(input.start as string).getTime();
      return { input, start, end: Math.max(new Date(input.end as string).getTime(), start + leastHeight) };
    })
    .toSorted((a, b) => a.start - b.start);
  const beside = new Set<EventInput>();
  let last: (typeof timed)[number] | null = null;
  for (const each of timed) {
    if (last !== null && each.start < last.end) {
      beside.add(last.input);
      beside.add(each.input);
    }
    if (last === null || each.end > last.end) last = each;
  }
  return inputs.map((input) =>
    input.allDay === true ? input : { ...input, extendedProps: { ...input.extendedProps, isAlone: !beside.has(input) } },
  );
}

import { plusDays, plusMonths, weekStart } from '../days.ts';

interface Press {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
}

/** Where a key leads from `day`; null for one that leads nowhere. */
export function dayByKey({ key, shiftKey, altKey, ctrlKey, metaKey }: Press, day: string, firstDay: number): string | null {
  if (altKey || ctrlKey || metaKey) return null;
  const months = shiftKey ? 12 : 1;
  switch (key) {
    case 'ArrowLeft':
      return plusDays(day, -1);
    case 'ArrowRight':
      return plusDays(day, 1);
    case 'ArrowUp':
      return plusDays(day, -7);
    case 'ArrowDown':
      return plusDays(day, 7);
    case 'Home':
      return weekStart(day, firstDay);
    case 'End':
      return plusDays(weekStart(day, firstDay), 6);
    case 'PageUp':
      return plusMonths(day, -months);
    case 'PageDown':
      return plusMonths(day, months);
    default:
      return null;
  }
}

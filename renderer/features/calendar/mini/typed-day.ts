import { midnightOf, required } from '../days.ts';

/** The day that a text such as “2026-12-24”, “24 Dec” or “next friday” names; null if it names none. */
export async function typedDay(text: string, today: string): Promise<string | null> {
  const plain = text.trim();
  if (plain === '') return null;
  if (/^\d{4}-\d{2}-\d{2}$/.test(plain)) return midnightOf(plain) === null ? null : plain;
  const chrono = await import('chrono-node/en');
  const noon = required(today);
  noon.setHours(12);
  const [found] = chrono.casual.parse(plain, noon, { forwardDate: true });
  if (found === undefined || found.text.length < plain.length) return null;
  const part = (name: 'year' | 'month' | 'day', length: number): string => String(found.start.get(name)).padStart(length, '0');
  const day = `${part('year', 4)}-${part('month', 2)}-${part('day', 2)}`;
  return midnightOf(day) === null ? null : day;
}

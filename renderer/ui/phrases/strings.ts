/** What the preview of a phrase says. */
export const strings = {
  understood: 'Understood from the title',
  keep: (words: string): string => `Keep ${words} as text`,
  quoted: (words: string): string => `“${words}”`,
  allDay: 'all day',
  daily: (count: number): string => (count === 1 ? 'Daily' : `Every ${count} days`),
  weekdays: 'Every weekday',
  weekly: (count: number, days: string): string => (count === 1 ? `Weekly on ${days}` : `Every ${count} weeks on ${days}`),
  monthly: (count: number, on: string): string => (count === 1 ? `Monthly on ${on}` : `Every ${count} months on ${on}`),
  yearly: (count: number): string => (count === 1 ? 'Annually' : `Every ${count} years`),
  dayOfMonth: (day: string): string => `day ${day}`,
  nth: (nth: string, weekday: string): string => `the ${nth} ${weekday}`,
  nths: { '1': 'first', '2': 'second', '3': 'third', '4': 'fourth', '5': 'fifth', '-1': 'last' } as Readonly<Record<string, string>>,
  until: (day: string): string => `until ${day}`,
  times: (count: number): string => (count === 1 ? 'once' : `${count} times`),
} as const;

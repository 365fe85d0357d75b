// What both sides of the benchmark hold: the same notes, cards and events in each run, made from their number.

/** Numbers from 0 to 1, always the same for a seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const syllables = ['ka', 'lo', 'mi', 'ne', 'ru', 'sta', 'ver', 'dol', 'pin', 'gra', 'tor', 'ze', 'fu', 'bel', 'osk', 'win'];

/** The word of a rank. */
export function wordAt(rank: number): string {
  let text = '';
  for (let rest = rank + syllables.length; rest > 0; rest = Math.floor(rest / syllables.length))
    text += syllables[rest % syllables.length] ?? '';
  return text;
}

/** Words as frequent as in a language: the one of rank r comes 1/r as often as the first (Zipf's law). */
function words(random: () => number, count: number): string {
  return Array.from({ length: count }, () => wordAt(Math.floor(Math.exp(random() * Math.log(20_000))) - 1)).join(' ');
}

export const noteAt = (number: number): { title: string; content: string } => {
  const random = randomFrom(number * 7919 + 11);
  const title = words(random, 5);
  const blocks = [
    `# ${title}`,
    `${words(random, 55)}. **${words(random, 2)}** and [${words(random, 1)}](https://example.org/${number}).`,
    `- ${words(random, 8)}\n- ${words(random, 7)}\n  - ${words(random, 6)}`,
    `- [ ] ${words(random, 6)}\n- [x] ${words(random, 5)}`,
    `| ${words(random, 1)} | ${words(random, 1)} |\n| --- | --- |\n| ${words(random, 3)} | ${number} |`,
    `\`\`\`js\nconst ${words(random, 1)} = ${number};\n\`\`\``,
  ];
  while (blocks.join('\n\n').length < 1900) blocks.push(`## ${words(random, 3)}\n\n${words(random, 45)}.`);
  return { title, content: `${blocks.join('\n\n')}\n` };
};

export const columnCount = 20;

export const cardAt = (number: number): { title: string; description: string; priority: string; dueDate: string } => {
  const random = randomFrom(number * 104_729 + 3);
  return {
    title: words(random, 5),
    description: words(random, 20),
    priority: ['low', 'medium', 'high'][number % 3] ?? 'low',
    dueDate: new Date(Date.UTC(2020, 0, 1 + Math.floor(random() * 3650))).toISOString().slice(0, 10),
  };
};

const firstDay = Date.UTC(2020, 0, 1);
const quarterHour = 15 * 60_000;

/** Spread evenly over ten years: a month of 20,000 holds about 167. */
export const eventAt = (number: number): { title: string; startTime: string; endTime: string; description: string; location: string } => {
  const random = randomFrom(number * 15_485_863 + 5);
  const start = firstDay + Math.floor(random() * 3650 * 96) * quarterHour;
  return {
    title: words(random, 4),
    startTime: new Date(start).toISOString(),
    endTime: new Date(start + (1 + Math.floor(random() * 8)) * quarterHour).toISOString(),
    description: words(random, 15),
    location: words(random, 2),
  };
};

/** How many months `monthAt` tells apart. */
export const months = 118;

export const monthAt = (number: number): { startDate: string; endDate: string } => ({
  startDate: new Date(Date.UTC(2020, number % months, 1)).toISOString(),
  endDate: new Date(Date.UTC(2020, (number % months) + 1, 1)).toISOString(),
});

// The notes' part of `npm run bench`: each kind of request beside the floor's, one after the other over one connection,
// by turns. Printed are the medians of a round's times, and of the ratios between the two.

import { Agent, request } from 'node:http';

export interface NotesSide {
  readonly name: string;
  readonly url: string;
  readonly token: string;
}

export interface NotesOptions {
  readonly ours: NotesSide;
  readonly floor: NotesSide;
  readonly rounds: number;
  /** How many notes to have, smallest first; at each size searches are measured. */
  readonly sizes: readonly number[];
  /** Only rows whose name holds this. */
  readonly only: string;
}

/** Numbers from 0 to 1 that are the same in each run (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const random = randomFrom(7);
const syllables = ['ka', 'lo', 'mi', 'ne', 'ru', 'sta', 'ver', 'dol', 'pin', 'gra', 'tor', 'ze'];
/** By Zipf's law: the word of rank r is as frequent as 1 / r. */
const word = (): string => {
  let rank = Math.floor(Math.exp(random() * Math.log(20_000)));
  let text = '';
  do {
    text += syllables[rank % syllables.length] ?? '';
    rank = Math.floor(rank / syllables.length);
  } while (rank > 0);
  return text;
};
const words = (count: number): string => Array.from({ length: count }, word).join(' ');

/** Markdown of about `size` bytes. */
function markdown(size: number): string {
  const blocks: string[] = [];
  for (let length = 0; length < size;) {
    const kind = random();
    const block =
      kind < 0.15
        ? `## ${words(4)}`
        : kind < 0.4
          ? `- ${words(8)}\n- [ ] ${words(6)}\n- ${words(9)}`
          : kind < 0.5
            ? `| ${word()} | ${word()} |\n| --- | --- |\n| ${words(3)} | ${words(2)} |`
            : `${words(30)} **${words(2)}** ${words(20)} [${word()}](https://example.org/${word()}).`;
    blocks.push(block);
    length += block.length + 2;
  }
  return `${blocks.join('\n\n')}\n`;
}

type Send = (method: string, path: string, body?: unknown) => Promise<{ readonly id: string; version: number }>;

function sender({ url, token }: NotesSide, agent: Agent): Send {
  return (method, path, body) =>
    new Promise((resolve, reject) => {
      const text = body === undefined ? undefined : JSON.stringify(body);
      const headers = {
        Authorization: `Bearer ${token}`,
        ...(text === undefined ? {} : { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) }),
      };
      const sent = request(url + path, { method, agent, headers }, (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => {
          chunks.push(chunk);
        });
        answer.once('end', () => {
          const got = Buffer.concat(chunks).toString();
          if ((answer.statusCode ?? 500) < 300) resolve(JSON.parse(got) as { id: string; version: number });
          else reject(new Error(`${method} ${path}: ${answer.statusCode} ${got}`));
        });
      });
      sent.once('error', reject);
      sent.end(text);
    });
}

/** One kind of request: `prepare` runs before the clock does. */
interface Kind {
  readonly name: string;
  readonly count: number;
  readonly run: (send: Send) => Promise<() => Promise<unknown>>;
}

const at = <T>(list: readonly T[], share: number): T | undefined =>
  list.toSorted((a, b) => Number(a) - Number(b))[Math.min(list.length - 1, Math.floor(list.length * share))];
const median = (numbers: readonly number[]): number => at(numbers, 0.5) ?? Number.NaN;

/** Typing one letter after the other into the middle of a note of `size` bytes. */
function typing(size: number): Kind {
  const content = markdown(size);
  const notes = new Map<Send, { id: string; version: number }>();
  return {
    name: `one key in ${size >= 1_000_000 ? '1 MB' : `${Math.round(size / 1000)} KB`}`,
    count: 100,
    run: async (send) => {
      const note = notes.get(send) ?? (await send('POST', '/api/notes', { title: 'Typed', content }));
      const steps = [{ stepType: 'replace', from: 3, to: 3, slice: { content: [{ type: 'text', text: 'x' }] } }];
      if (!notes.has(send))
        await send('POST', `/api/notes/${note.id}/delta`, { version: note.version, steps }).then(() => {
          note.version += 1;
        });
      notes.set(send, note);
      return async () => {
        const answer = await send('POST', `/api/notes/${note.id}/delta`, { version: note.version, steps });
        note.version = answer.version;
      };
    },
  };
}

function kinds(): Kind[] {
  const content = markdown(2000);
  const made = new Map<Send, string>();
  return [
    {
      name: 'create 2 KB',
      count: 100,
      run: (send) =>
        Promise.resolve(async () => {
          made.set(send, (await send('POST', '/api/notes', { title: words(4), content })).id);
        }),
    },
    { name: 'get 2 KB', count: 200, run: (send) => Promise.resolve(() => send('GET', `/api/notes/${made.get(send) ?? ''}`)) },
    typing(2_000),
    typing(50_000),
    typing(1_000_000),
  ];
}

function searches(size: number): Kind[] {
  const find = (name: string, path: string): Kind => ({
    name: `${name} (${size})`,
    count: 20,
    run: (send) => Promise.resolve(() => send('GET', path)),
  });
  return [
    find('list 50', '/api/notes?limit=50'),
    find('search rare', '/api/notes?limit=50&q=zezeze'),
    find('search common', '/api/notes?limit=50&q=lo'),
    find('search two words', '/api/notes?limit=50&q=lo%20mi'),
  ];
}

async function fill(side: NotesSide, from: number, to: number): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 32 });
  const send = sender(side, agent);
  let next = from;
  await Promise.all(
    Array.from({ length: 32 }, async () => {
      while (next < to) {
        const number = next;
        next += 1;
        await send('POST', '/api/notes', {
          title: words(4),
          content: `${words(120)}${number % 1000 === 0 ? ' zezeze' : ''}\n\n- ${words(20)}\n`,
        });
      }
    }),
  );
  agent.destroy();
}

export async function benchNotes({ ours, floor, rounds, sizes, only }: NotesOptions): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const sides = { ours: sender(ours, agent), floor: sender(floor, agent) };
  process.stdout.write(
    `\n${'notes'.padEnd(26)} ${'floor ms'.padStart(9)} ${'ours ms'.padStart(9)} ${'ours p95'.padStart(9)} ${'times the floor'.padStart(16)}\n`,
  );
  await measure(kinds(), sides, rounds, only);
  let have = 0;
  for (const size of sizes) {
    const rows = searches(size);
    if (!rows.some(({ name }) => name.includes(only))) continue;
    await fill(ours, have, size);
    await fill(floor, have, size);
    have = size;
    await measure(rows, sides, rounds, only);
  }
  agent.destroy();
}

async function measure(
  rows: readonly Kind[],
  sides: { readonly ours: Send; readonly floor: Send },
  rounds: number,
  only: string,
): Promise<void> {
  for (const { name, count, run } of rows.filter((row) => row.name.includes(only) || row.name === 'create 2 KB')) {
    const rates: { ours: number; floor: number; p95: number }[] = [];
    for (let round = -1; round < rounds; round += 1) {
      const times: { ours: number[]; floor: number[] } = { ours: [], floor: [] };
      const once = { ours: await run(sides.ours), floor: await run(sides.floor) };
      for (let index = 0; index < count; index += 1) {
        for (const side of index % 2 === 0 ? (['ours', 'floor'] as const) : (['floor', 'ours'] as const)) {
          const start = performance.now();
          await once[side]();
          times[side].push(performance.now() - start);
        }
      }
      // The first round warms up.
      if (round >= 0) rates.push({ ours: median(times.ours), floor: median(times.floor), p95: at(times.ours, 0.95) ?? Number.NaN });
    }
    const cells = [
      median(rates.map((rate) => rate.floor)),
      median(rates.map((rate) => rate.ours)),
      median(rates.map((rate) => rate.p95)),
    ].map((value) => value.toFixed(2).padStart(9));
    process.stdout.write(
      `${name.padEnd(26)} ${cells.join(' ')} ${median(rates.map((rate) => rate.ours / rate.floor))
        .toFixed(2)
        .padStart(16)}\n`,
    );
  }
}

// The requests that are measured. Both sides answer them under the same addresses.

import { cardAt, columnCount, eventAt, monthAt, noteAt, randomFrom, wordAt } from './data.ts';

/** What was made on one side before the load, by its own ids. */
export interface Seeded {
  readonly notes: readonly string[];
  readonly cards: readonly string[];
  readonly columns: readonly string[];
}

export interface BenchRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: unknown;
}

/** Makes the n-th request of a kind. */
type Make = (n: number) => BenchRequest;

const random = randomFrom(97);
const any = (list: readonly string[]): string => list[Math.floor(random() * list.length)] ?? '';
const get = (path: string): BenchRequest => ({ method: 'GET', path });
const post = (path: string, body: unknown): BenchRequest => ({ method: 'POST', path, body });

/** One letter is typed into each note in its turn, so that its version is known. */
function typing(versions: Map<string, number>): Make {
  const notes = [...versions.keys()];
  return (n) => {
    const id = notes[n % notes.length] ?? '';
    const version = versions.get(id) ?? 0;
    versions.set(id, version + 1);
    const steps = [{ stepType: 'replace', from: 3, to: 3, slice: { content: [{ type: 'text', text: 'x' }] } }];
    return post(`/api/notes/${id}/delta`, { version, steps });
  };
}

/**
 * Kinds of requests by name. Numbers of what is created begin far above those of the seeded records. `versions` says which version each note has
 * by now.
 */
export function requestsOn({ notes, cards, columns }: Seeded, versions: Map<string, number>): Readonly<Record<string, Make>> {
  const made = 1_000_000;
  const search = (query: string): BenchRequest => get(`/api/notes?limit=50&q=${encodeURIComponent(query)}`);
  return {
    'read a column': () => get(`/api/columns/${columns[0]}`),
    'read a note': () => get(`/api/notes/${any(notes)}`),
    'list 50 notes': () => get('/api/notes?limit=50'),
    'list all notes': () => get('/api/notes'),
    'search two words': (n) => search(`${wordAt(100 + ((n * 37) % 300))} ${wordAt(120 + ((n * 53) % 280))}`),
    'search a word': (n) => search(wordAt(400 + ((n * 37) % 400))),
    'search a common word': (n) => search(wordAt(10 + ((n * 7) % 20))),
    'list a month': (n) => {
      const { startDate, endDate } = monthAt(n * 7);
      return get(`/api/events?startDate=${startDate}&endDate=${endDate}&limit=500`);
    },
    'list a column of cards': () => get(`/api/cards/column/${any(columns)}`),
    'create a note': (n) => post('/api/notes', noteAt(made + n)),
    'type a letter': typing(versions),
    'create an event': (n) => post('/api/events', eventAt(made + n)),
    'create a card': (n) => post('/api/cards', { ...cardAt(made + n), columnId: any(columns) }),
    'move a card': () =>
      post(`/api/cards/${any(cards)}/move`, { columnId: any(columns), position: Math.floor(random() * (cards.length / columnCount)) }),
  };
}

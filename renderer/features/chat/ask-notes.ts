// Asks for an answer from the user's own records, and reads it event by event.

import type { AskEvent, AskSource, MeaningSearch } from '../../../main/contract/ask.ts';
import type { Client } from '../../api/client.ts';
import { routes } from '../../api/routes.ts';
import { BrokenAnswer, dataOf } from './ask.ts';

/** What came of a question about the user's records. */
export interface Sources {
  readonly items: readonly AskSource[];
  readonly meaning: MeaningSearch;
}

type NotesPiece = { readonly sources: Sources } | { readonly text: string };

/** Throws a `BrokenAnswer`, or as `Client.call` does. */
export async function* askNotes(
  client: Client,
  { question, provider, signal }: { readonly question: string; readonly provider: string | null; readonly signal: AbortSignal },
): AsyncGenerator<NotesPiece, void> {
  const body = { question, ...(provider === null ? {} : { provider }) };
  const response = await client.open(routes.ask, { body, signal });
  for await (const data of dataOf(response, signal)) {
    const event = JSON.parse(data) as AskEvent;
    if (event.type === 'sources') yield { sources: { items: event.sources, meaning: event.meaning } };
    else if (event.type === 'text') yield { text: event.text };
    else if (event.type === 'done') return;
    else throw new BrokenAnswer(event.error.message);
  }
  throw new BrokenAnswer('');
}

/** Where the page shows a source. */
export function sourcePath({ url }: AskSource): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}

import { z } from 'zod';
import { ProviderQuery } from './ai.ts';
import { route } from './route.ts';
import { text } from './text.ts';

/** The most characters of a question. */
const maxQuestion = 2_000;

export const AskRequest = z
  .strictObject({
    question: text(maxQuestion)
      .refine((question) => /\S/.test(question), 'must not be blank')
      .meta({ example: 'When did I last see the dentist?' }),
    provider: ProviderQuery.shape.provider,
  })
  .meta({ id: 'AskRequest' });

export type AskRequest = z.infer<typeof AskRequest>;

/** What an answer stands on. */
export interface AskSource {
  /** By which the answer names it, as `[1]`. */
  readonly number: number;
  readonly type: 'note' | 'card' | 'event';
  readonly id: string;
  readonly title: string;
  /** Text of the record around what was asked for, in one line and without markup. */
  readonly snippet: string;
  /** The record on the page. */
  readonly url: string;
}

/** How sources were looked for: `off` while no embedding model is set, `failed` when it did not answer. */
export type MeaningSearch = 'on' | 'off' | 'failed';

/** The data of an event of the stream, in the order in which they come: `sources`, `text` many times, `done`; or `error` as the last. */
export type AskEvent =
  | { readonly type: 'sources'; readonly sources: readonly AskSource[]; readonly meaning: MeaningSearch }
  | { readonly type: 'text'; readonly text: string }
  /** `answered`: false when nothing was found, and so no model was asked. `cited`: the numbers of sources that the answer names. */
  | { readonly type: 'done'; readonly answered: boolean; readonly cited: readonly number[] }
  | { readonly type: 'error'; readonly error: { readonly message: string; readonly code: string } };

export const askApi = {
  ask: route('ask', {
    access: 'user',
    scope: 'ai:write',
    tag: 'AI',
    summary: 'Answer a question from notes, cards and events',
    description:
      'Looks for records by their words, and by their meaning once an embedding model is set (`EMBEDDING_MODEL_PATH`, or ' +
      '`EMBEDDING_MODEL` at the provider), and has a language model answer from them. Records are those that the token may ' +
      'read (`notes:read`, `boards:read`, `calendar:read`); what is in the trash is none of them. Answers with Server-Sent ' +
      'Events, whose data is JSON: `{ "type": "sources", "sources": [{ number, type, id, title, snippet, url }], "meaning": ' +
      '"on"|"off"|"failed" }`, then `{ "type": "text", "text" }` as the answer is written, which names sources as `[1]`, ' +
      'then `{ "type": "done", "answered", "cited": [number] }`. When nothing is found, no model is asked: `sources` is ' +
      'empty, one text says so, and `answered` is false. An answer that breaks off, that the provider cuts, or that says ' +
      'nothing, ends with `{ "type": "error", "error": { message, code } }`.',
    body: AskRequest,
    status: 200,
    streamed: true,
    errors: ['not_found', 'invalid_document', 'rate_limited', 'upstream_failed'],
  }),
} as const;

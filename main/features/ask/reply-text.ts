// The text of a chat completion as it comes, whether a provider streams it or sends it whole.

import { createParser } from 'eventsource-parser';
import { AppError } from '../../lib/app-error.ts';
import type { StreamAnswer } from '../../lib/answer.ts';

interface Said {
  readonly content?: unknown;
}

interface Choice {
  readonly delta?: Said | null;
  readonly message?: Said | null;
}

interface Document {
  /** A list of choices, as it should be. */
  readonly choices?: unknown;
  readonly error?: { readonly message?: unknown; readonly code?: unknown } | string | null;
}

/** Piece by piece. Throws the error that the answer tells of, and what reading it throws. */
export async function* replyText({ headers, body }: StreamAnswer): AsyncGenerator<string, void, undefined> {
  const isStream = (headers['Content-Type'] ?? '').startsWith('text/event-stream');
  const decoder = new TextDecoder();
  const ready: string[] = [];
  const parser = createParser({
    onEvent: ({ data }) => {
      ready.push(data);
    },
  });
  let whole = '';
  for await (const chunk of body) {
    const text = decoder.decode(chunk, { stream: true });
    if (isStream) parser.feed(text);
    else whole += text;
    for (const data of ready.splice(0)) if (data.trim() !== '[DONE]') yield textOf(data);
  }
  if (whole !== '') yield textOf(whole);
}

function textOf(data: string): string {
  const { choices, error } = parsed(data);
  if (error !== undefined && error !== null) {
    const message = typeof error === 'string' ? error : error.message;
    throw new AppError('upstream_failed', typeof message === 'string' ? message : 'The AI provider failed');
  }
  const [choice] = Array.isArray(choices) ? (choices as (Choice | null)[]) : [];
  const content = (choice?.delta ?? choice?.message)?.content;
  return typeof content === 'string' ? content : '';
}

function parsed(data: string): Document {
  try {
    return Object(JSON.parse(data)) as Document;
  } catch {
    return {};
  }
}

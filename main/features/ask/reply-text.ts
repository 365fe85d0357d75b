// The text of a chat completion as it comes, whether a provider streams it or sends it whole.

import { createParser } from 'eventsource-parser';
import { completionPiece, cutMessage, type CompletionPiece, type CutReason } from '../../contract/completion-piece.ts';
import { AppError } from '../../lib/app-error.ts';
import type { StreamAnswer } from '../../lib/answer.ts';
import { maybeJson } from '../../lib/json.ts';

interface Document {
  readonly error?: { readonly message?: unknown; readonly code?: unknown } | string | null;
}

/** Piece by piece. Throws the error that the answer tells of, also that it was cut, and what reading it throws. */
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
  let cut: CutReason | null = null;
  for await (const chunk of body) {
    const text = decoder.decode(chunk, { stream: true });
    if (isStream) parser.feed(text);
    else whole += text;
    for (const data of ready.splice(0)) {
      if (data.trim() === '[DONE]') continue;
      const piece = pieceOf(data);
      cut = piece.cut ?? cut;
      yield piece.content;
    }
  }
  if (whole !== '') {
    const piece = pieceOf(whole);
    ({ cut } = piece);
    yield piece.content;
  }
  if (cut !== null) throw new AppError('upstream_failed', cutMessage(cut));
}

function pieceOf(data: string): CompletionPiece {
  const document = Object(maybeJson(data)) as Document;
  const { error } = document;
  if (error !== undefined && error !== null) {
    const message = typeof error === 'string' ? error : error.message;
    throw new AppError('upstream_failed', typeof message === 'string' ? message : 'The AI provider failed');
  }
  return completionPiece(document);
}

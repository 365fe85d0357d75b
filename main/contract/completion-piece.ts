// What a piece of a chat completion says, or one that comes as a whole, in OpenAI's form.

/** Why a provider has ended an answer before its end. */
export type CutReason = 'length' | 'content_filter';

export interface CompletionPiece {
  /** Empty where it says nothing. */
  readonly content: string;
  /** Calls of tools, as they stand there. */
  readonly calls: readonly unknown[];
  /** Null where it does not end, or ends as the model wants. */
  readonly cut: CutReason | null;
}

/** Reads the first choice of parsed JSON. Never throws: what is not there, or of another form, says nothing. */
export function completionPiece(document: unknown): CompletionPiece {
  const { choices } = Object(document) as { choices?: unknown };
  const [choice] = Array.isArray(choices) ? (choices as unknown[]) : [];
  const { delta, message, finish_reason: reason } = Object(choice) as { delta?: unknown; message?: unknown; finish_reason?: unknown };
  const { content, tool_calls: calls } = Object(delta ?? message) as { content?: unknown; tool_calls?: unknown };
  return {
    content: textOf(content),
    calls: Array.isArray(calls) ? (calls as unknown[]) : [],
    cut: reason === 'length' || reason === 'content_filter' ? reason : null,
  };
}

/** Some providers send a list of parts, of which those of the type `text`, or of none, are what the model says. */
function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return (content as unknown[])
    .map((part) => {
      const { type, text } = Object(part) as { type?: unknown; text?: unknown };
      return (type === undefined || type === 'text') && typeof text === 'string' ? text : '';
    })
    .join('');
}

/** What is told of an answer that the provider has cut. */
export function cutMessage(reason: CutReason): string {
  const why = reason === 'length' ? 'it is too long for the provider' : 'a filter of the provider stopped it';
  return `The model was cut off before the end of its answer: ${why}`;
}

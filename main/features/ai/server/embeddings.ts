// POST /v1/embeddings

import { badField } from './api-error.ts';
import type { Engine } from './engine.ts';
import type { ModelReply } from './reply.ts';
import { EmbeddingBody, parseBody } from './requests.ts';

/** The numbers as OpenAI packs them: 32-bit floats, little-endian, in base64. */
function packed(vector: readonly number[]): string {
  const bytes = Buffer.alloc(vector.length * 4);
  for (const [index, value] of vector.entries()) bytes.writeFloatLE(value, index * 4);
  return bytes.toString('base64');
}

/** Of length 1, as OpenAI gives them: then a product tells how near two of them are. */
function normalized(vector: readonly number[]): number[] {
  const length = Math.hypot(...vector);
  return length === 0 ? [...vector] : vector.map((value) => value / length);
}

/** Turns texts into vectors. Throws an `ApiError` for what is refused. */
export async function answerEmbeddings(engine: Engine, sent: unknown, reply: ModelReply, signal: AbortSignal): Promise<void> {
  const body = parseBody(EmbeddingBody, sent);
  const texts = [body.input].flat();
  for (const text of texts) engine.checkLength(text.length);
  await engine.turn([], signal, async () => {
    const { context, longest } = await engine.embedding();
    const lengths = texts.map((text) => context.calculateInputLength(text));
    const tooLong = lengths.findIndex((length) => length >= longest);
    if (tooLong >= 0)
      throw badField(
        'input',
        `has ${lengths[tooLong] ?? 0} tokens, and this model takes ${longest - 1} at a time`,
        'context_length_exceeded',
      );
    const data: object[] = [];
    for (const [index, text] of texts.entries()) {
      if (signal.aborted) return;
      const vector = normalized((await context.getEmbeddingFor(text)).vector);
      data.push({ object: 'embedding', index, embedding: body.encoding_format === 'base64' ? packed(vector) : vector });
    }
    const tokens = lengths.reduce((sum, length) => sum + length, 0);
    reply.json(200, { object: 'list', model: engine.name, data, usage: { prompt_tokens: tokens, total_tokens: tokens } });
  });
}

// How much a model takes in.

import type { AiProvider, ModelList } from '../../../main/contract/ai.ts';
import type { Client } from '../../api/client.ts';
import { routes } from '../../api/routes.ts';

/** The names that providers give to it in their lists of models. */
const sizes = ['context_length', 'context_window', 'max_model_len', 'max_context_length'] as const;

/** A question does not wait for longer to learn it, in milliseconds. */
const timeoutMs = 4_000;

/** In tokens; null if there is no answer in time. Never throws: it is only a hint. */
export async function contextTokensOf(
  client: Client,
  { id, kind }: AiProvider,
  model: string | null,
  signal: AbortSignal,
): Promise<number | null> {
  try {
    if (kind === 'local') return (await client.call(routes.readLocalModel, { signal, timeoutMs })).contextSize;
    const { data } = await client.call(routes.listModels, { query: { provider: id }, signal, timeoutMs });
    return sizeIn(data, model);
  } catch {
    return null;
  }
}

/** What a list of models says of one of them, in tokens; null if nothing. */
export function sizeIn(models: ModelList['data'], model: string | null): number | null {
  const entry: Readonly<Record<string, unknown>> | undefined = models.find(({ id }) => id === model);
  const size = sizes.map((name) => entry?.[name]).find((value) => typeof value === 'number' && value > 0);
  return typeof size === 'number' ? Math.floor(size) : null;
}

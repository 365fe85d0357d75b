// How the next token is chosen, from what the request says.

import type { LLamaContextualRepeatPenalty } from 'node-llama-cpp';

interface Sampling {
  readonly temperature?: number | null | undefined;
  readonly top_p?: number | null | undefined;
  readonly seed?: number | null | undefined;
  readonly frequency_penalty?: number | null | undefined;
  readonly presence_penalty?: number | null | undefined;
  readonly stop?: string | string[] | null | undefined;
}

/** What llama.cpp's own programs take unless told. */
const defaultSampling = { temperature: 0.8, topP: 0.95, topK: 40, minP: 0.05 };

interface SamplingOptions {
  readonly temperature: number;
  readonly topP: number;
  readonly topK: number;
  readonly minP: number;
  readonly seed?: number;
  readonly repeatPenalty: false | LLamaContextualRepeatPenalty;
  readonly customStopTriggers: readonly string[];
}

export function samplingOptions({ temperature, top_p, seed, frequency_penalty, presence_penalty, stop }: Sampling): SamplingOptions {
  const frequencyPenalty = frequency_penalty ?? 0;
  const presencePenalty = presence_penalty ?? 0;
  return {
    ...defaultSampling,
    ...(temperature === undefined || temperature === null ? {} : { temperature }),
    ...(top_p === undefined || top_p === null ? {} : { topP: top_p }),
    // The library counts seeds from 0, in 32 bits.
    ...(seed === undefined || seed === null ? {} : { seed: Math.abs(seed) % 2 ** 32 }),
    repeatPenalty: frequencyPenalty === 0 && presencePenalty === 0 ? false : { penalty: 1, frequencyPenalty, presencePenalty },
    customStopTriggers: [stop ?? []].flat().filter((trigger) => trigger !== ''),
  };
}

/** `length` when a limit ended the reply, else `stop`. */
export function finishReason(stopReason: string): 'length' | 'stop' {
  return stopReason === 'maxTokens' ? 'length' : 'stop';
}

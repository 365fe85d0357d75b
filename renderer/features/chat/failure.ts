// What a failed question comes to, for a person.

import { ServiceError } from '../../api/client.ts';
import { BrokenAnswer } from './ask.ts';
import { strings } from './strings.ts';

export interface Failure {
  readonly title: string;
  readonly text: string;
  /** The settings of models may help. */
  readonly settingsHelp: boolean;
}

/** Whether the model's context does not hold what was sent. */
export function isTooLong(error: unknown): boolean {
  return error instanceof ServiceError && error.problem?.['reason'] === 'context_length_exceeded';
}

export function failureOf(error: unknown): Failure {
  if (error instanceof BrokenAnswer)
    return { title: strings.brokeOff, text: error.message === '' ? strings.brokeOffHint : sentence(error.message), settingsHelp: false };
  if (!(error instanceof ServiceError)) return { title: strings.unreachable, text: strings.unreachableHint, settingsHelp: false };
  const text = sentence(error.message);
  if (isTooLong(error)) return { title: strings.tooLong, text: strings.tooLongHint(text), settingsHelp: false };
  if (error.status === 503) return { title: strings.unavailable, text, settingsHelp: true };
  if (error.status === 502) return { title: strings.upstream, text, settingsHelp: true };
  if (error.status === 429) return { title: strings.limited, text, settingsHelp: false };
  return { title: strings.refused, text, settingsHelp: error.status === 400 || error.status === 404 };
}

function sentence(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}

import { ServiceError } from '../api/client.ts';
import { strings } from './strings.ts';

/** A sentence by field. */
export type FieldFaults = Readonly<Record<string, string>>;

/** What the service objects to in the fields of a request; null when it is about something else. */
export function fieldFaults(error: Error | null): FieldFaults | null {
  const errors = error instanceof ServiceError ? (error.problem?.errors ?? []) : [];
  return errors.length === 0 ? null : Object.fromEntries(errors.map(({ path, message }) => [path, strings.refused(message)]));
}

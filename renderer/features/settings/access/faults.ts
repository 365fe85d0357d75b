import { ServiceError } from '../../../api/client.ts';
import { strings } from './strings.ts';

/** What the service objects to, by field; also a name that is taken. Empty when it is about something else. */
export function faultsIn(error: Error | null): Readonly<Record<string, string>> {
  if (!(error instanceof ServiceError)) return {};
  if (error.code === 'conflict') return { username: error.message };
  return Object.fromEntries((error.problem?.errors ?? []).map(({ path, message }) => [path, strings.refused(message)]));
}

// Decides what a request to write the configuration comes to.

import { AppError, type FieldError } from '../../lib/app-error.ts';
import { secretMask } from '../../contract/config.ts';
import { addressesOfOtherServers } from './key-servers.ts';
import { keyFor, portKeys } from './keys.ts';
import { leadsToPorts } from './providers.ts';

type Values = ReadonlyMap<string, string>;

interface Around {
  /** Those on which the service listens. */
  readonly portsInUse: readonly number[];
  /** What the environment and flags give. */
  readonly overrides: Values;
  /** Whether a user asks with a login, and not a program with a token of its own. */
  readonly isLogin: boolean;
}

/**
 * The keys whose stored value has to change, with null for those to remove. `null` and `""` remove, the mask leaves a
 * secret as it is. Throws `validation_failed` with every refused key; nothing is taken then.
 */
export function acceptedChanges(
  sent: Readonly<Record<string, string | null>>,
  stored: Values,
  { portsInUse, overrides, isLogin }: Around,
): Map<string, string | null> {
  const errors: FieldError[] = [];
  const changes = new Map<string, string | null>();
  for (const [key, value] of Object.entries(sent)) {
    const entry = keyFor(key);
    if (entry === null) errors.push({ path: key, message: 'is not a known key' });
    else if (entry.secret && value === secretMask) continue;
    else if (value === null || value === '') changes.set(key, null);
    else {
      const message = entry.check(value);
      if (message === null) changes.set(key, value);
      else errors.push({ path: key, message });
    }
  }
  errors.push(...portClashes(changes, stored, overrides), ...portsTaken(changes, portsInUse), ...ownAddresses(changes, portsInUse));
  if (!isLogin) errors.push(...addressesOfOtherServers(changes, stored, overrides));
  const [first] = errors;
  if (first !== undefined) throw new AppError('validation_failed', `${first.path} ${first.message}`.trim(), { errors });
  for (const [key, value] of changes) if ((stored.get(key) ?? null) === value) changes.delete(key);
  return changes;
}

/**
 * Ports that would meet once the changes are in the file, in it or with what wins over it. Clashes that were there before are no reason to
 * refuse a change.
 */
function portClashes(changes: ReadonlyMap<string, string | null>, stored: Values, overrides: Values): FieldError[] {
  const after = (key: string): string | null => (changes.has(key) ? changes.get(key) : stored.get(key)) || (keyFor(key)?.default ?? null);
  return portKeys.flatMap((key) => {
    if (!changes.has(key)) return [];
    const wanted = Number(after(key));
    const other = portKeys.find((name) => name !== key && (Number(after(name)) === wanted || Number(overrides.get(name)) === wanted));
    return other === undefined ? [] : [{ path: key, message: `must differ from ${other}` }];
  });
}

/**
 * The model server starts while the service runs: its port must not be one that the service has now, whatever the file says of the next
 * start.
 */
function portsTaken(changes: ReadonlyMap<string, string | null>, portsInUse: readonly number[]): FieldError[] {
  const wanted = changes.get('LLAMA_SERVER_PORT') ?? null;
  return wanted !== null && portsInUse.includes(Number(wanted))
    ? [{ path: 'LLAMA_SERVER_PORT', message: 'must differ from the ports on which the service listens' }]
    : [];
}

/** What is asked of a provider at one of these would come back to the service, which would ask it again, without end. */
function ownAddresses(changes: ReadonlyMap<string, string | null>, portsInUse: readonly number[]): FieldError[] {
  return [...changes].flatMap(([key, value]) =>
    key.endsWith('_BASE_URL') && value !== null && leadsToPorts(value, portsInUse)
      ? [{ path: key, message: 'must be the address of another service, not of Daybook itself' }]
      : [],
  );
}

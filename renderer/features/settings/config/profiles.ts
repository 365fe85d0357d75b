// Provider profiles, as the keys of the configuration tell of them. Pure.

import { profileForm, profileKey, profileOfKey, providerFields } from '../../../../main/contract/config-keys.ts';
import type { Values } from './drafts.ts';

/** The names of all profiles: with something saved or filled in, the active one, and those that were just added. By name. */
export function profilesIn(saved: Values, drafts: Values, added: readonly string[], active: string | null): readonly string[] {
  const named = [...Object.keys(saved), ...Object.keys(drafts)]
    .filter((key) => (drafts[key] === undefined ? saved[key] : drafts[key]) !== null)
    .map((key) => profileOfKey(key)?.profile)
    .filter((name) => name !== undefined);
  const all = new Set([...named, ...added, ...(active === null || active === '' || !profileForm.test(active) ? [] : [active])]);
  return [...all].toSorted();
}

/** The three keys of a profile. */
export function keysOfProfile(name: string): readonly string[] {
  return providerFields.map((field) => profileKey(name, field));
}

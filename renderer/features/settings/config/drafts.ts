// What has been changed in the settings and is not saved. It outlives the page, but for secrets: these are never on the disk.

import { useEffect } from 'react';
import { profileOfKey, profileForm, profileKey, providerFields } from '../../../../main/contract/config-keys.ts';
import { useService } from '../../../api/service.ts';
import { Store, useStore } from '../../../api/store.ts';
import { settingsSections, type SectionId } from '../sections.ts';

/** By key; null removes it. */
export type Values = Readonly<Record<string, string | null>>;

const values = new Store<Values>({});

export const drafts = {
  set: (key: string, value: string | null): void => {
    values.set({ ...values.get(), [key]: value });
  },
  /** Forgets the drafts of these keys. */
  discard: (keys: readonly string[]): void => {
    values.set(Object.fromEntries(Object.entries(values.get()).filter(([key]) => !keys.includes(key))));
  },
  /** Forgets the drafts that have just these values: the user may have typed on meanwhile. */
  drop: (saved: Values): void => {
    values.set(Object.fromEntries(Object.entries(values.get()).filter(([key, value]) => !(key in saved && saved[key] === value))));
  },
};

/** Keys with such names hold secrets, known ones and others. */
const secretName = /KEY|SECRET|TOKEN|PASSWORD|CREDENTIAL/;

/** The name under which they are kept. */
const keptName = 'settings';

/** Keeps the drafts beyond the page, and brings back those of an earlier one. To be used once, where the settings are shown. */
export function useKeptSettings(): void {
  const { drafts: kept } = useService();
  useEffect(() => {
    const earlier = kept.read(keptName) as Values | null;
    if (earlier !== null) values.set({ ...earlier, ...values.get() });
    const keep = (): void => {
      const plain = Object.entries(values.get()).filter(([key]) => !secretName.test(key));
      if (plain.length === 0) kept.drop(keptName);
      else kept.write(keptName, Object.fromEntries(plain));
    };
    return values.subscribe(keep);
  }, [kept]);
}

export function useDrafts(): Values {
  return useStore(values);
}

/** The part of the settings in which a key stands. */
function sectionOfKey(key: string): SectionId | undefined {
  if (profileOfKey(key) !== null) return 'models';
  return settingsSections().find(({ keys }) => keys.some((known) => known === key))?.id;
}

/** The parts in which something is not saved. */
export function dirtySections(values: Values): ReadonlySet<SectionId> {
  return new Set(
    Object.keys(values)
      .map(sectionOfKey)
      .filter((id) => id !== undefined),
  );
}

/** The names of all provider profiles: with something saved or filled in, the active one, and those that were just added. By name. */
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

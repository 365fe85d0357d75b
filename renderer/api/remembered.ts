// What a browser remembers of how its user likes the page. Never content, never a token.

import { Store, useStore } from './store.ts';

/** Null when nothing was chosen, or the browser forbids storage. */
export function readSetting(name: string): string | null {
  try {
    return localStorage.getItem(`daybook.${name}`);
  } catch {
    return null;
  }
}

/** Null forgets it. */
export function writeSetting(name: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(`daybook.${name}`);
    else localStorage.setItem(`daybook.${name}`, value);
  } catch {
    // Then it lasts as long as the page.
  }
}

const previews = 'linkPreviews';

/** Whether the service may look at the pages that links lead to, for this browser alone: true until the user turns that off. */
export function showsLinkPreviews(): boolean {
  return readSetting(previews) !== 'off';
}

export function chooseLinkPreviews(on: boolean): void {
  writeSetting(previews, on ? null : 'off');
}

const plainKeys = 'plainKeys';

const arePlainKeysOn = new Store(readSetting(plainKeys) !== 'off');

/** Whether letters and signs without Ctrl, ⌘ or Alt are shortcuts: true until the user turns that off. */
export const hasPlainKeys = arePlainKeysOn.get;

/** Takes effect at once, in the other windows of this browser too. */
export function choosePlainKeys(on: boolean): void {
  writeSetting(plainKeys, on ? null : 'off');
  arePlainKeysOn.set(on);
}

if (typeof window !== 'undefined')
  window.addEventListener('storage', ({ key }) => {
    // Null: another window has forgotten all settings.
    if (key === null || key === `daybook.${plainKeys}`) arePlainKeysOn.set(readSetting(plainKeys) !== 'off');
  });

export function useHasPlainKeys(): boolean {
  return useStore(arePlainKeysOn);
}

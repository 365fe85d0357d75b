// Light or dark: the system's choice unless the user made one. public/theme.js applies it before the first paint.

import { useSyncExternalStore } from 'react';
import { readSetting, writeSetting } from './remembered.ts';

export const themes = ['system', 'light', 'dark'] as const;

export type Theme = (typeof themes)[number];

const listeners = new Set<() => void>();
let chosen = read();

function read(): Theme {
  const kept = readSetting('theme');
  return kept === 'light' || kept === 'dark' ? kept : 'system';
}

export function chooseTheme(theme: Theme): void {
  chosen = theme;
  writeSetting('theme', theme === 'system' ? null : theme);
  apply();
}

function apply(): void {
  if (chosen === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = chosen;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  // Another window may change it.
  const onStorage = ({ key }: StorageEvent): void => {
    if (key !== 'daybook.theme') return;
    chosen = read();
    apply();
  };
  listeners.add(listener);
  window.addEventListener('storage', onStorage);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', onStorage);
  };
}

/** The theme that was chosen. */
export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, () => chosen);
}

// Light or dark: the system's choice unless the user made one. public/theme.js applies it before the first paint.

import { readSetting, writeSetting } from '../api/remembered.ts';
import { Store, useStore } from '../api/store.ts';

export const themes = ['system', 'light', 'dark'] as const;

export type Theme = (typeof themes)[number];

const chosen = new Store(read());

function read(): Theme {
  const kept = readSetting('theme');
  return kept === 'light' || kept === 'dark' ? kept : 'system';
}

export function chooseTheme(theme: Theme): void {
  writeSetting('theme', theme === 'system' ? null : theme);
  apply(theme);
}

function apply(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
  chosen.set(theme);
}

// Another window may change it, also while nothing here shows what was chosen. Null: it has forgotten all settings.
window.addEventListener('storage', ({ key }) => {
  if (key === null || key === 'daybook.theme') apply(read());
});

/** The theme that was chosen. */
export function useTheme(): Theme {
  return useStore(chosen);
}

// The parts of the settings, in their order.

import { AppWindow, ArrowLeftRight, Bot, CalendarDays, Database, Info, KeyRound, Palette, Server, type LucideIcon } from 'lucide-react';
import type { KnownKey } from '../../../main/contract/config-keys.ts';
import { hasPreferences } from './desktop/use-preferences.ts';
import { strings } from './strings.ts';

const sectionIds = ['look', 'calendar', 'desktop', 'models', 'access', 'service', 'moving', 'data', 'about'] as const;

export type SectionId = (typeof sectionIds)[number];

export interface SettingsSection {
  readonly id: SectionId;
  readonly name: string;
  readonly icon: LucideIcon;
  readonly path: string;
  /** Only the owner has what is in it. */
  readonly forOwner: boolean;
  /** Keys of the configuration that stand in it, in their order. */
  readonly keys: readonly KnownKey[];
}

const icons: Readonly<Record<SectionId, LucideIcon>> = {
  look: Palette,
  calendar: CalendarDays,
  desktop: AppWindow,
  models: Bot,
  access: KeyRound,
  service: Server,
  moving: ArrowLeftRight,
  data: Database,
  about: Info,
};

const keys: Readonly<Partial<Record<SectionId, readonly KnownKey[]>>> = {
  models: [
    'AI_PROFILE',
    'AI_BASE_URL',
    'AI_API_KEY',
    'AI_MODEL',
    'LOCAL_MODEL_PATH',
    'LLAMA_SERVER_PORT',
    'EMBEDDING_MODEL_PATH',
    'EMBEDDING_MODEL',
  ],
  access: ['SOLO_MODE', 'JWT_EXPIRES_IN', 'JWT_SECRET'],
  service: ['PORT', 'FRONTEND_PORT', 'NODE_ENV', 'TRASH_DAYS', 'HISTORY_DAYS', 'WORKSPACE_ROOT'],
  data: ['BACKUP_PASSPHRASE'],
};

const forOwner: readonly SectionId[] = ['models', 'service', 'data'];

/** Those that make sense here: some are for the desktop window alone. */
export function settingsSections(): readonly SettingsSection[] {
  return sections.filter(({ id }) => id !== 'desktop' || hasPreferences());
}

const sections: readonly SettingsSection[] = sectionIds.map((id) => ({
  id,
  name: strings.sections[id],
  icon: icons[id],
  path: id === 'look' ? '/settings' : `/settings/${id}`,
  forOwner: forOwner.includes(id),
  keys: keys[id] ?? [],
}));

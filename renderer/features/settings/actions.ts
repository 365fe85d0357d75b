import { DatabaseBackup } from 'lucide-react';
import type { Action, ActionContext } from '../../actions/action.ts';
import { settingsSections } from './sections.ts';
import { strings } from './strings.ts';

/** Other words under which a user may look for a part of the settings. */
const words = {
  look: ['theme', 'dark', 'light'],
  calendar: ['week', 'time zone', 'clock', 'hours', 'date'],
  moving: ['export', 'import', 'obsidian', 'joplin', 'notion', 'trello', 'todoist', 'google tasks', 'zip', 'jex'],
  desktop: ['tray', 'login', 'notification', 'badge', 'update', 'capture'],
  models: ['ai', 'openai', 'provider', 'key', 'llama'],
  access: ['token', 'user', 'password', 'login', 'account'],
  service: ['port', 'configuration'],
  data: ['backup', 'restore', 'storage', 'disk'],
  about: ['version', 'licence', 'license', 'documentation', 'api'],
} as const;

/** What can be done with settings on every page. */
export function settingsActions({ go }: ActionContext): readonly Action[] {
  const sections = settingsSections().map(({ id, name, icon, path }): Action => ({
    id: `settings.${id}`,
    name: strings.goTo(name),
    group: strings.group,
    icon,
    words: words[id],
    perform: () => {
      go(path);
    },
  }));
  const restore: Action = {
    id: 'settings.restore',
    name: strings.restoreFromFile,
    group: strings.group,
    icon: DatabaseBackup,
    words: ['backup', 'move', 'machine'],
    perform: () => {
      go('/settings/data?restore');
    },
  };
  return [...sections, restore];
}

// The actions that are there on every page: the frame's own, and those that the features bring.

import { ArrowLeft, ArrowRight, Keyboard, Lightbulb, Monitor, Moon, PanelLeft, Search, Redo2, Sun, Undo2 } from 'lucide-react';
import type { Action, ActionContext } from '../actions/action.ts';
import { isMac } from '../actions/shortcut.ts';
import { boardsActions } from '../features/boards/actions.ts';
import { calendarActions } from '../features/calendar/actions.ts';
import { chatActions, type ChatDoor } from '../features/chat/actions.ts';
import { notesActions } from '../features/notes/actions.ts';
import { runsActions } from '../features/runs/actions.ts';
import { settingsActions } from '../features/settings/actions.ts';
import { chooseTheme } from '../ui/theme.ts';
import { sections } from './sections.ts';
import { strings } from './strings.ts';

interface Frame {
  readonly openPalette: () => void;
  readonly openKeys: () => void;
  readonly openCapture: () => void;
  readonly toggleSidebar: () => void;
  /** Whether the window leaves the choice. */
  readonly canFold: () => boolean;
  readonly chat: ChatDoor;
}

const historyActions = (['back', 'forward'] as const).map((way): Action => ({
  id: `app.${way}`,
  name: way === 'back' ? strings.goBack : strings.goForward,
  group: strings.goToGroup,
  icon: way === 'back' ? ArrowLeft : ArrowRight,
  shortcut: way === 'back' ? 'Alt+ArrowLeft' : 'Alt+ArrowRight',
  words: ['history', 'previous', 'next'],
  // On a Mac these keys go by words in a text.
  ...(isMac ? {} : { anywhere: true as const }),
  perform: () => {
    if (way === 'back') window.history.back();
    else window.history.forward();
  },
}));

export function allActions(context: ActionContext, frame: Frame): readonly Action[] {
  return [
    {
      id: 'app.palette',
      name: strings.openPalette,
      group: strings.general,
      icon: Search,
      shortcut: '$mod+k',
      anywhere: true,
      listed: 'keys',
      perform: frame.openPalette,
    },
    {
      id: 'app.search',
      name: strings.search,
      group: strings.general,
      icon: Search,
      shortcut: '/',
      listed: 'keys',
      perform: frame.openPalette,
    },
    {
      id: 'app.keys',
      name: strings.showKeys,
      group: strings.general,
      icon: Keyboard,
      shortcut: 'Shift+?',
      words: ['help'],
      perform: frame.openKeys,
    },
    {
      id: 'app.capture',
      name: strings.capture,
      group: strings.general,
      icon: Lightbulb,
      shortcut: 'q',
      words: ['inbox', 'idea', 'thought', 'jot'],
      perform: frame.openCapture,
    },
    {
      id: 'app.undo',
      name: strings.undo,
      group: strings.general,
      icon: Undo2,
      shortcut: '$mod+z',
      when: context.service.history.canUndo,
      perform: () => {
        context.service.history.undo();
      },
    },
    {
      id: 'app.redo',
      name: strings.redo,
      group: strings.general,
      icon: Redo2,
      shortcut: '$mod+Shift+z',
      when: context.service.history.canRedo,
      perform: context.service.history.redo,
    },
    ...historyActions,
    ...sections.map(({ id, name, icon, shortcut, path }): Action => ({
      id: `app.${id}`,
      name: strings.goTo(name),
      group: strings.goToGroup,
      icon,
      shortcut,
      perform: () => {
        context.go(path);
      },
    })),
    ...notesActions(context),
    ...boardsActions(context),
    ...calendarActions(context),
    ...chatActions(frame.chat),
    ...runsActions(context),
    ...settingsActions(context),
    {
      id: 'app.sidebar',
      name: strings.toggleSidebar,
      group: strings.view,
      icon: PanelLeft,
      shortcut: '$mod+b',
      when: frame.canFold,
      perform: frame.toggleSidebar,
    },
    {
      id: 'app.light',
      name: strings.lightTheme,
      group: strings.view,
      icon: Sun,
      words: ['theme', 'bright'],
      perform: () => {
        chooseTheme('light');
      },
    },
    {
      id: 'app.dark',
      name: strings.darkTheme,
      group: strings.view,
      icon: Moon,
      words: ['theme', 'night'],
      perform: () => {
        chooseTheme('dark');
      },
    },
    {
      id: 'app.system',
      name: strings.systemTheme,
      group: strings.view,
      icon: Monitor,
      words: ['theme', 'automatic'],
      perform: () => {
        chooseTheme('system');
      },
    },
  ];
}

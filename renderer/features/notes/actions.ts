import { CalendarCheck, FilePlus2 } from 'lucide-react';
import type { Action, ActionContext } from '../../actions/action.ts';
import { beginNote } from './new-note.ts';
import { openDaily } from './notebooks/open-daily.ts';
import { strings as placeStrings } from './notebooks/strings.ts';
import { strings } from './strings.ts';

/** What can be done with notes on every page. */
export function notesActions({ service, go }: ActionContext): readonly Action[] {
  return [
    {
      id: 'notes.new',
      name: strings.newNote,
      group: strings.group,
      icon: FilePlus2,
      shortcut: '$mod+Alt+n',
      words: ['create', 'add', 'write'],
      anywhere: true,
      perform: () => {
        go(`/notes/${beginNote(service)}`);
      },
    },
    {
      id: 'notes.daily',
      name: placeStrings.daily,
      group: strings.group,
      icon: CalendarCheck,
      shortcut: 'd',
      words: ['daily', 'journal', 'diary', 'day'],
      perform: () => {
        openDaily(service, go);
      },
    },
  ];
}

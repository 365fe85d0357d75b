import { CalendarCheck, FilePlus2 } from 'lucide-react';
import { notePath } from '../../../main/contract/page-paths.ts';
import type { Action, ActionContext } from '../../actions/action.ts';
import { currentDay } from '../../ui/zone-clock.ts';
import { beginNote } from './new-note.ts';
import { strings as placeStrings } from './notebooks/strings.ts';
import { strings } from './strings.ts';
import { beginMutation } from '../../api/begin-mutation.ts';
import { routes } from '../../api/routes.ts';
import type { Service } from '../../api/service.ts';
import { markCursor } from './fresh-note.ts';

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
      makes: true,
      perform: () => {
        go(notePath(beginNote(service)));
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

/** Opens the note of this day, which is that of Today; it is made where there is none. */
function openDaily({ client, queries }: Service, go: (path: string) => void): void {
  const date = currentDay();
  const idempotencyKey = crypto.randomUUID();
  const { outcome } = beginMutation(queries, {
    meta: { failed: placeStrings.dailyFailed },
    mutationFn: () => client.call(routes.createDailyNote, { params: { date }, idempotencyKey }),
  });
  void outcome.then((note) => {
    if (note === null) return;
    markCursor(note);
    go(notePath(note.id));
  });
}

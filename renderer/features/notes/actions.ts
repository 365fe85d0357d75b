import { FilePlus2 } from 'lucide-react';
import type { Action } from '../../actions/action.ts';
import type { ActionContext } from '../../actions/context.ts';
import { routes } from '../../api/routes.ts';
import { holdKeys, markFresh, releaseKeys } from './fresh-note.ts';
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
        const key = crypto.randomUUID();
        holdKeys();
        const mutation = service.queries.getMutationCache().build(service.queries, {
          mutationFn: () => service.client.call(routes.createNote, { body: { title: strings.untitled }, idempotencyKey: key }),
          meta: { failed: strings.createFailed },
          onSuccess: ({ id }: { readonly id: string }) => {
            markFresh(id);
            go(`/notes/${id}`);
          },
          onError: () => { releaseKeys(); },
        });
        mutation.execute(undefined).catch(() => undefined);
      },
    },
  ];
}

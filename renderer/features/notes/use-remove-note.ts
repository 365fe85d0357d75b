import { useRoute } from 'wouter';
import { routes } from '../../api/routes.ts';
import { useService } from '../../api/service.ts';
import { removeWithUndo } from '../../ui/toasts.ts';
import { strings } from './strings.ts';

/** Deletes a note with a way back, and leaves its page. */
export function useRemoveNote(): (id: string, go: (path: string) => void) => void {
  const { client, removals } = useService();
  const [, params] = useRoute('/notes/:id');
  return (id, go) => {
    removeWithUndo(removals, {
      message: strings.deleted,
      failed: strings.deleteFailed,
      ids: [id],
      send: (options) => client.call(routes.deleteNote, { params: { id }, ...options }),
    });
    if (params?.id === id) go('/notes');
  };
}

import { useRoute } from 'wouter';
import { useService } from '../../api/service.ts';
import { trashWithUndo } from '../../ui/toasts.ts';
import { sessionHere } from './session/session-here.ts';
import { strings } from './strings.ts';

/** Puts a note into the trash, and leaves its page. */
export function useRemoveNote(): (id: string, go: (path: string) => void) => void {
  const service = useService();
  const [, params] = useRoute('/notes/:id');
  return (id, go) => {
    trashWithUndo(service, {
      type: 'note',
      id,
      message: strings.deleted,
      failed: strings.deleteFailed,
      save: async () => {
        const session = sessionHere(service, id);
        await session?.flush();
        return session?.id ?? id;
      },
    });
    if (params?.id === id) go('/notes');
  };
}

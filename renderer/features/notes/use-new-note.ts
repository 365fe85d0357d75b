import { useMutation } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { routes } from '../../api/routes.ts';
import { useService } from '../../api/service.ts';
import { holdKeys, markFresh, releaseKeys } from './fresh-note.ts';
import { strings } from './strings.ts';

/** Makes a note and goes there; what is typed meanwhile is its title. */
export function useNewNote(): () => void {
  const { client } = useService();
  const [, go] = useLocation();
  const { mutate } = useMutation({
    mutationFn: (key: string) => client.call(routes.createNote, { body: { title: strings.untitled }, idempotencyKey: key }),
    meta: { failed: strings.createFailed },
    onSuccess: ({ id }) => {
      markFresh(id);
      go(`/notes/${id}`);
    },
    onError: () => { releaseKeys(); },
  });
  return () => {
    holdKeys();
    mutate(crypto.randomUUID());
  };
}

import { useMutation } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { routes } from '../../api/routes.ts';
import { useService } from '../../api/service.ts';
import { strings } from './strings.ts';

/** The note that has just been made: its title is to be typed first. */
let fresh: string | null = null;

/** Whether this note was made a moment ago; true only once. */
export function takeFresh(id: string): boolean {
  const is = fresh === id;
  if (is) fresh = null;
  return is;
}

export function markFresh(id: string): void {
  fresh = id;
}

/** Makes a note and goes there. */
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
  });
  return () => { mutate(crypto.randomUUID()); };
}

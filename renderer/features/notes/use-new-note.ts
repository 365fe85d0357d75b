import { useLocation } from 'wouter';
import { useService } from '../../api/service.ts';
import { beginNote } from './new-note.ts';

/** Begins a note and goes there; what is typed next is its title. The service makes it meanwhile. */
export function useNewNote(): () => void {
  const service = useService();
  const [, go] = useLocation();
  return () => {
    go(`/notes/${beginNote(service)}`);
  };
}

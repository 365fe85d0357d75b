import { useQuery } from '@tanstack/react-query';
import { routes } from '../../../api/routes.ts';
import { useService } from '../../../api/service.ts';
import { useFollowedNotes } from '../list/follow-notes.ts';
import { isNew } from '../new-note.ts';
import { attributesKey, type NoteAttributes } from './note-attributes.ts';

/** Undefined until they are known. They stay true by themselves, also where no list is shown. */
export function useAttributes(id: string): NoteAttributes | undefined {
  const { client } = useService();
  useFollowedNotes();
  const { data } = useQuery({
    queryKey: attributesKey(id),
    queryFn: async ({ signal }): Promise<NoteAttributes> => {
      const { notebookId, isPinned, isArchived } = await client.call(routes.readNote, { params: { id }, signal });
      return { notebookId, isPinned, isArchived };
    },
    enabled: !isNew(id),
    meta: { patched: true, untold: true },
  });
  return data;
}

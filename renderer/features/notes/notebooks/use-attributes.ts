// In which notebook a note is, and whether it is pinned or archived, for what shows the note itself.

import { useQuery, type QueryClient } from '@tanstack/react-query';
import type { NoteSummary } from '../../../../main/contract/notes.ts';
import { routes } from '../../../api/routes.ts';
import { useService } from '../../../api/service.ts';
import { isNew } from '../new-note.ts';

export type NoteAttributes = Pick<NoteSummary, 'notebookId' | 'isPinned' | 'isArchived'>;

export const attributesKey = (id: string) => ['note', 'one', id, 'attributes'] as const;

export function rememberAttributes(
  queries: QueryClient,
  { id, notebookId, isPinned, isArchived }: NoteAttributes & { readonly id: string },
): void {
  const queryKey = attributesKey(id);
  // What is being read may be older.
  if (queries.isFetching({ queryKey }) > 0) void queries.invalidateQueries({ queryKey });
  else queries.setQueryData<NoteAttributes>(queryKey, { notebookId, isPinned, isArchived });
}

/** Undefined until they are known. */
export function useAttributes(id: string): NoteAttributes | undefined {
  const { client } = useService();
  const { data } = useQuery({
    queryKey: attributesKey(id),
    queryFn: async ({ signal }): Promise<NoteAttributes> => {
      const { notebookId, isPinned, isArchived } = await client.call(routes.readNote, { params: { id }, signal });
      return { notebookId, isPinned, isArchived };
    },
    enabled: !isNew(id),
    meta: { patched: true },
  });
  return data;
}

// In which notebook a note is, and whether it is pinned or archived, for what shows the note itself.

import type { QueryClient } from '@tanstack/react-query';
import type { NoteSummary } from '../../../../main/contract/notes.ts';

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

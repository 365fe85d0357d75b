import { useQuery } from '@tanstack/react-query';
import type { Service } from '../../../api/service.ts';
import { useService } from '../../../api/service.ts';
import { notify } from '../../../ui/toasts.ts';
import { notePlugins } from '../editor/plugins.ts';
import { strings } from '../strings.ts';
import { keepAsNote } from './keep-as-note.ts';
import { NoteSession } from './note-session.ts';
import { NoteApi } from './note-api.ts';

/** A session is kept for this many milliseconds after its note was left: a user who comes back finds it as it was. */
const kept = 5 * 60_000;

/** The session of a note. */
export function useSession(id: string) {
  const service = useService();
  return useQuery({
    queryKey: ['session', id],
    queryFn: ({ signal }) => openSession(service, id, signal),
    meta: { fixed: true },
    gcTime: kept,
    // It holds what cannot be compared.
    structuralSharing: false,
  });
}

async function openSession(service: Service, id: string, signal: AbortSignal): Promise<NoteSession> {
  const note = await new NoteApi(service.client, id).read(signal);
  return new NoteSession({
    service,
    note,
    plugins: notePlugins(),
    onLost: (doc) => {
      notify({
        title: strings.lost,
        text: strings.lostHint,
        kind: 'problem',
        action: { name: strings.keep, perform: () => { void keepAsNote(service.client, doc, strings.keptTitle(String(doc.attrs['title']))); } },
      });
    },
  });
}

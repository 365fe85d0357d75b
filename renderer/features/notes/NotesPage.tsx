import './notes-page.css';
import './print.css';
import { NotebookPen } from 'lucide-react';
import { lazy, Suspense, type ReactNode } from 'react';
import { useRoute } from 'wouter';
import { Button } from '../../ui/Button.tsx';
import { Message } from '../../ui/Message.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useMedia } from '../../ui/use-media.ts';
import { NoteList } from './list/NoteList.tsx';
import { strings } from './strings.ts';
import { useNewNote } from './use-new-note.ts';

// The editor is large; the list is there before it.
const NoteView = lazy(() => import('./note/NoteView.tsx').then((module) => ({ default: module.NoteView })));

/** The list and the note beside it; on narrow screens one of the two. */
export function NotesPage(): ReactNode {
  const [, params] = useRoute('/notes/:id');
  const id = params?.id ?? null;
  const narrow = useMedia('(width < 52rem)');
  const newNote = useNewNote();
  return (
    <div className="notes" data-shows={id === null ? 'list' : 'note'}>
      {!(narrow && id !== null) && <NoteList current={id} />}
      {id === null && <title>{strings.title}</title>}
      {!(narrow && id === null) && (
        <div className="notes-detail">
          {id === null ? (
            <Message icon={NotebookPen} title={strings.pick} level={2} action={<Button onClick={newNote}>{strings.newNote}</Button>}>{strings.pickHint}</Message>
          ) : (
            <Suspense fallback={<Skeleton label={strings.reading} />}><NoteView key={id} id={id} narrow={narrow} /></Suspense>
          )}
        </div>
      )}
    </div>
  );
}

import './notes-page.css';
import './print.css';
import { NotebookPen } from 'lucide-react';
import { Suspense, useEffect, useState, type ReactNode } from 'react';
import { useRoute } from 'wouter';
import { Button } from '../../ui/Button.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';
import { Message } from '../../ui/Message.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useMedia } from '../../ui/use-media.ts';
import { NoteList } from './list/NoteList.tsx';
import { ChooseNotebook } from './notebooks/ChooseNotebook.tsx';
import { Places } from './notebooks/Places.tsx';
import { firstId } from './new-note.ts';
import { strings } from './strings.ts';
import { useNewNote } from './use-new-note.ts';

// The editor is large; the list is there before it.
const NoteView = lazyPart(() => import('./note/NoteView.tsx').then((module) => module.NoteView));

/** The list and the note beside it; on narrow screens one of the two. */
export function NotesPage(): ReactNode {
  const [, params] = useRoute('/notes/:id');
  const id = params?.id ?? null;
  const narrow = useMedia('(width < 52rem)');
  const isWide = useMedia('(width >= 80rem)');
  const [showsPlaces, setShowsPlaces] = useState(false);
  const newNote = useNewNote();
  // A new note can be written also when the service, and the page's server with it, is away.
  useEffect(() => {
    NoteView.preload();
  }, []);
  return (
    <div className="notes" data-shows={id === null ? 'list' : 'note'} data-places={isWide ? 'beside' : 'instead'}>
      {(isWide || (showsPlaces && !(narrow && id !== null))) && (
        <Places
          onChosen={() => {
            setShowsPlaces(false);
          }}
        />
      )}
      {!(narrow && id !== null) && (isWide || !showsPlaces) && (
        <NoteList
          current={id}
          onPlaces={
            isWide
              ? undefined
              : () => {
                  setShowsPlaces(true);
                }
          }
        />
      )}
      <ChooseNotebook />
      {id === null && <title>{strings.title}</title>}
      {!(narrow && id === null) && (
        <div className="notes-detail">
          {id === null ? (
            <Message icon={NotebookPen} title={strings.pick} level={2} action={<Button onClick={newNote}>{strings.newNote}</Button>}>
              {strings.pickHint}
            </Message>
          ) : (
            <Suspense fallback={<Skeleton label={strings.reading} />}>
              <NoteView key={firstId(id)} id={id} narrow={narrow} />
            </Suspense>
          )}
        </div>
      )}
    </div>
  );
}

import './notes-page.css';
import './print.css';
import { NotebookPen } from 'lucide-react';
import { Suspense, useEffect, useState, type ReactNode } from 'react';
import { useRoute } from 'wouter';
import { useService } from '../../api/service.ts';
import { Button } from '../../ui/Button.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';
import { Message } from '../../ui/Message.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useMedia } from '../../ui/use-media.ts';
import { NoteList } from './list/NoteList.tsx';
import { beginPlace } from './list/place.ts';
import { ChooseNotebook } from './notebooks/ChooseNotebook.tsx';
import { Places } from './notebooks/Places.tsx';
import { firstId } from './new-note.ts';
import { useOutline } from './note/use-outline.ts';
import { strings } from './strings.ts';
import { useNewNote } from './use-new-note.ts';

// The editor is large; the list is there before it.
const NoteView = lazyPart(() => import('./note/NoteView.tsx').then((module) => module.NoteView));

/** The list and the note beside it; on narrow screens one of the two. */
export function NotesPage(): ReactNode {
  const { queries } = useService();
  useState(() => {
    beginPlace(queries);
  });
  const [, params] = useRoute('/notes/:id');
  const id = params?.id ?? null;
  const narrow = useMedia('(width < 52rem)');
  const key = id === null ? null : firstId(id);
  const outline = useOutline(key);
  // Four columns beside the sidebar would leave the text too little: the notebooks give way to the outline.
  const isBeside = useMedia(outline.open ? '(width >= 100rem)' : '(width >= 80rem)');
  const [showsPlaces, setShowsPlaces] = useState(false);
  const newNote = useNewNote();
  // A new note can be written also when the service, and the page's server with it, is away.
  useEffect(() => {
    NoteView.preload();
  }, []);
  return (
    <div className="notes" data-shows={id === null ? 'list' : 'note'} data-places={isBeside ? 'beside' : 'instead'}>
      {(isBeside || (showsPlaces && !(narrow && id !== null))) && (
        <Places
          isBeside={isBeside}
          onChosen={() => {
            setShowsPlaces(false);
          }}
        />
      )}
      {!(narrow && id !== null) && (isBeside || !showsPlaces) && (
        <NoteList
          current={id}
          onPlaces={
            isBeside
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
              <NoteView key={key} id={id} narrow={narrow} outline={outline} />
            </Suspense>
          )}
        </div>
      )}
    </div>
  );
}

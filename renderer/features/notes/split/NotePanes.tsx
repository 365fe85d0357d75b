import { NotebookPen } from 'lucide-react';
import { Suspense, useEffect, type ReactNode } from 'react';
import { Button } from '../../../ui/Buttons.tsx';
import { lazyPart } from '../../../ui/lazy-part.ts';
import { Message } from '../../../ui/Message.tsx';
import { Skeleton } from '../../../ui/Loaded.tsx';
import { releaseKeys } from '../fresh-note.ts';
import { firstId, useNewNote } from '../new-note.ts';
import { useOutline, type FrameOptions } from '../note/use-outline.ts';
import { strings } from '../strings.ts';
import { PaneRouter } from './pane-router.tsx';
import type { Panes } from './use-panes.ts';

// The editor is large; the list is there before it.
const NoteView = lazyPart(() => import('../note/NoteView.tsx').then((module) => module.NoteView));
// A new note can be written also when the service, and the page's server with it, is away.
NoteView.preload();

interface NotePanesProps extends FrameOptions {
  /** The note of the path; null asks for one. */
  readonly id: string | null;
  readonly panes: Panes;
}

/** The note of the page, and the one beside it. */
export function NotePanes({ id, panes: { main, beside, besideId, enter }, ...frame }: NotePanesProps): ReactNode {
  const newNote = useNewNote();
  useEffect(() => {
    if (id === null) releaseKeys();
  }, [id]);
  useEffect(
    () => () => {
      releaseKeys();
    },
    [],
  );
  return (
    <div className="notes-detail" data-split={besideId !== null}>
      {id === null ? (
        <Message
          icon={NotebookPen}
          title={strings.pick}
          level={2}
          action={
            <Button makes onClick={newNote}>
              {strings.newNote}
            </Button>
          }
        >
          {strings.pickHint}
        </Message>
      ) : (
        <div
          className="note-pane"
          data-active={main.isActive}
          onFocusCapture={() => {
            enter('main');
          }}
        >
          <Suspense fallback={<Skeleton label={strings.reading} />}>
            <NoteView key={firstId(id)} id={id} {...frame} />
          </Suspense>
        </div>
      )}
      {besideId !== null && (
        <PaneRouter state={beside}>
          <div
            className="note-pane"
            data-active={beside.isActive}
            onFocusCapture={() => {
              enter('beside');
            }}
          >
            <SecondNote key={firstId(besideId)} id={besideId} />
          </div>
        </PaneRouter>
      )}
    </div>
  );
}

function SecondNote({ id }: { readonly id: string }): ReactNode {
  const outline = useOutline(firstId(id), true);
  return (
    <Suspense fallback={<Skeleton label={strings.reading} />}>
      <NoteView id={id} narrow={false} outline={outline} />
    </Suspense>
  );
}

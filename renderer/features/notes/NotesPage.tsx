import './notes-page.css';
import './print.css';
import { useState, type ReactNode } from 'react';
import { useService } from '../../api/service.ts';
import { useMedia } from '../../ui/use-media.ts';
import { NoteList } from './list/NoteList.tsx';
import { beginPlace } from './list/place.ts';
import { ChooseNotebook } from './notebooks/ChooseNotebook.tsx';
import { Places } from './notebooks/Places.tsx';
import { firstId } from './new-note.ts';
import { useOutline } from './note/use-outline.ts';
import { PaneRouter } from './split/pane-router.tsx';
import { NotePanes } from './split/NotePanes.tsx';
import { usePanes } from './split/use-panes.ts';
import { strings } from './strings.ts';

/** The list and the note beside it, or two notes; on narrow screens one of these. */
export function NotesPage({ isTight }: { readonly isTight: boolean }): ReactNode {
  const { queries } = useService();
  useState(() => {
    beginPlace(queries);
  });
  const narrow = useMedia('(width < 52rem)');
  const panes = usePanes();
  const { id, besideId } = panes;
  // Four columns beside the sidebar would leave the text too little: the notebooks give way to the outline, the chat and a second note.
  const outline = useOutline(id === null ? null : firstId(id), besideId !== null);
  const isVeryWide = useMedia('(width >= 100rem)');
  const isWide = useMedia('(width >= 80rem)');
  const isBeside = besideId === null && (outline.open || isTight ? isVeryWide : isWide);
  const [showsPlaces, setShowsPlaces] = useState(false);
  const showsList = !(narrow && id !== null) && !panes.hidesList;
  return (
    <PaneRouter state={panes.main}>
      <div
        className="notes"
        data-shows={id === null ? 'list' : 'note'}
        data-places={isBeside ? 'beside' : 'instead'}
        data-list={panes.hidesList ? 'hidden' : 'shown'}
      >
        {(isBeside || (showsPlaces && showsList)) && (
          <Places
            isBeside={isBeside}
            onChosen={() => {
              setShowsPlaces(false);
            }}
          />
        )}
        {showsList && (isBeside || !showsPlaces) && (
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
        {!(narrow && id === null) && <NotePanes id={id} narrow={narrow} panes={panes} outline={outline} />}
      </div>
    </PaneRouter>
  );
}

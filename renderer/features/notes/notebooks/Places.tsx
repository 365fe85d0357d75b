import './places.css';
import { Archive, ArrowLeft, NotebookText, Plus } from 'lucide-react';
import { useState, type DragEvent, type ReactNode } from 'react';
import type { LucideIcon } from 'lucide-react';
import { Button, IconButton } from '../../../ui/Buttons.tsx';
import { strings as uiStrings } from '../../../ui/strings.ts';
import { goToPlace, useView, type NotesPlace } from '../list/place.ts';
import { SavedSearches } from '../searches/SavedSearches.tsx';
import { Tags } from '../tags/Tags.tsx';
import { BoardLinks } from './BoardLinks.tsx';
import { draggedNotes, isDragOf, noteDrag } from './drag.ts';
import { NameField } from './NameField.tsx';
import { NotebookTree } from './NotebookTree.tsx';
import { Pins } from './Pins.tsx';
import { strings } from './strings.ts';
import { useCountsKept, useNotebookChanges, useNotebookList, useNotebooks } from './use-notebooks.ts';
import { useOrganise } from './use-organise.ts';

interface PlacesProps {
  /** The list is shown beside it; otherwise it stands in the place of the list. */
  readonly isBeside: boolean;
  /** Called when the user has gone to a place, or back to the list. */
  readonly onChosen: () => void;
}

/** Where notes can be looked for: all of them, pinned ones, notebooks, tags, saved searches, the archive; and the ways to the boards. */
export function Places({ isBeside, onChosen }: PlacesProps): ReactNode {
  const notebooks = useNotebooks();
  useCountsKept();
  const { create } = useNotebookChanges();
  const organise = useOrganise();
  /** In which notebook a new one gets its name; undefined while none is made. */
  const [parent, setParent] = useState<string | null | undefined>(undefined);
  const go = (place: NotesPlace): void => {
    goToPlace(place);
    onChosen();
  };
  const field = (
    <NameField
      label={strings.nameOfNew}
      initial=""
      keptAs={`notebook/${parent ?? 'top'}/new`}
      send={async (name) => {
        const { id } = await create(name, parent ?? null);
        goToPlace({ kind: 'notebook', id });
      }}
      onDone={() => {
        setParent(undefined);
      }}
    />
  );
  return (
    <nav className="places" aria-label={strings.places}>
      {/* The list has the heading of the page where it is shown. */}
      {!isBeside && (
        <header className="places-head">
          <h1 className="visually-hidden">{strings.heading}</h1>
          {/* What has opened this is gone. */}
          <IconButton icon={ArrowLeft} label={strings.hidePlaces} onClick={onChosen} autoFocus />
        </header>
      )}
      <PlaceButton
        place={{ kind: 'all' }}
        icon={NotebookText}
        name={strings.all}
        onGo={go}
        onNotes={(ids) => {
          organise.change(ids, { notebookId: null }, strings.movedOut(ids.length));
        }}
      />
      <Pins onGone={onChosen} />
      <header className="places-head">
        <h2 className="places-title">{strings.notebooks}</h2>
        <IconButton
          icon={Plus}
          size="small"
          label={strings.newNotebook}
          onClick={() => {
            setParent(null);
          }}
        />
      </header>
      {notebooks.length === 0 && parent === undefined && <NoNotebooks />}
      <NotebookTree
        notebooks={notebooks}
        onGo={go}
        newIn={parent}
        newField={field}
        onNewInside={(id) => {
          setParent(id);
        }}
      />
      {parent === null && <div className="place-new">{field}</div>}
      {/* Otherwise they are above the list. */}
      {isBeside && <Tags />}
      <SavedSearches />
      <BoardLinks />
      <PlaceButton
        place={{ kind: 'archive' }}
        icon={Archive}
        name={strings.archive}
        onGo={go}
        onNotes={(ids) => {
          organise.change(ids, { isArchived: true }, strings.archivedDone(ids.length));
        }}
      />
    </nav>
  );
}

/** Says why there are no notebooks: none was made, or they are being read, or could not be. */
function NoNotebooks(): ReactNode {
  const { data, error, fetchStatus, refetch } = useNotebookList();
  if (data !== undefined) return <p className="places-hint">{strings.noNotebooks}</p>;
  if (error === null || fetchStatus !== 'idle')
    return (
      <p className="places-hint" role="status">
        …
      </p>
    );
  return (
    <div className="places-hint" role="alert">
      <p>{strings.notebooksFailed}</p>
      <Button onClick={() => void refetch()}>{uiStrings.tryAgain}</Button>
    </div>
  );
}

interface PlaceButtonProps {
  readonly place: NotesPlace;
  readonly icon: LucideIcon;
  readonly name: string;
  readonly onGo: (place: NotesPlace) => void;
  readonly onNotes: (ids: readonly string[]) => void;
}

function PlaceButton({ place, icon: Icon, name, onGo, onNotes }: PlaceButtonProps): ReactNode {
  const { place: current } = useView();
  const [isOver, setOver] = useState(false);
  const takes = (event: DragEvent): boolean => isDragOf(event, noteDrag);
  return (
    <button
      type="button"
      className="place"
      aria-current={current.kind === place.kind ? 'true' : undefined}
      data-over={isOver}
      onClick={() => {
        onGo(place);
      }}
      onDragOver={(event) => {
        if (!takes(event)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => {
        setOver(false);
      }}
      onDrop={(event) => {
        if (!takes(event)) return;
        event.preventDefault();
        setOver(false);
        onNotes(draggedNotes(event));
      }}
    >
      <Icon aria-hidden="true" />
      <span className="place-name cut-name">{name}</span>
    </button>
  );
}

import { ArrowDownWideNarrow, FileUp, LayoutTemplate, LibraryBig, Plus } from 'lucide-react';
import { useRef, useState, type ReactNode } from 'react';
import { useActions } from '../../../actions/registry.ts';
import { IconButton } from '../../../ui/Buttons.tsx';
import { Menu } from '../../../ui/Menu.tsx';
import { strings as placeStrings } from '../notebooks/strings.ts';
import { TemplateDialog } from '../notebooks/TemplateDialog.tsx';
import { useNotebooks } from '../notebooks/use-notebooks.ts';
import { strings } from '../strings.ts';
import { markdownFiles } from './import-notes.ts';
import { sortBy, useView, type Sort } from './place.ts';
import type { NoteImport } from './use-import.ts';

const sorts: readonly Sort[] = ['updated', 'created', 'title'];

interface ListHeadProps {
  readonly importing: NoteImport;
  readonly onNew: () => void;
  /** Shows the notebooks; absent where they are there already. */
  readonly onPlaces: (() => void) | undefined;
}

/** The name of the list, the ways to new notes, and how far an import is. */
export function ListHead({ importing, onNew, onPlaces }: ListHeadProps): ReactNode {
  const view = useView();
  const heading = useHeading();
  const [isTemplating, setTemplating] = useState(false);
  const picker = useRef<HTMLInputElement>(null);
  const pick = (): void => {
    picker.current?.click();
  };
  useActions([
    {
      id: 'notes.import',
      name: strings.importMarkdown,
      group: strings.group,
      icon: FileUp,
      words: ['open', 'file', 'md', 'add'],
      perform: pick,
    },
    {
      id: 'notes.template',
      name: placeStrings.fromTemplate,
      group: strings.group,
      icon: LayoutTemplate,
      words: ['new', 'create'],
      perform: () => {
        setTemplating(true);
      },
    },
  ]);
  return (
    <>
      <header className="note-list-head">
        {onPlaces !== undefined && <IconButton icon={LibraryBig} label={placeStrings.showPlaces} onClick={onPlaces} />}
        <h1 className="note-list-title">
          <bdi>{heading}</bdi>
        </h1>
        <span className="note-list-ways">
          <Menu
            trigger={<IconButton icon={ArrowDownWideNarrow} label={placeStrings.sort} />}
            entries={[
              ...sorts.map((sort) => ({
                name: placeStrings.sorts[sort],
                isChosen: sort === view.sort,
                perform: () => {
                  sortBy(sort);
                },
              })),
              null,
              {
                name: placeStrings.fromTemplate,
                icon: LayoutTemplate,
                perform: () => {
                  setTemplating(true);
                },
              },
              { name: strings.importMarkdown, icon: FileUp, perform: pick },
            ]}
          />
          <IconButton icon={Plus} label={strings.newNote} makes onClick={onNew} />
        </span>
        <TemplateDialog
          open={isTemplating}
          onClose={() => {
            setTemplating(false);
          }}
        />
        <input
          ref={picker}
          type="file"
          multiple
          hidden
          accept={markdownFiles}
          data-testid="import-picker"
          onChange={({ target }) => {
            importing.start([...(target.files ?? [])]);
            target.value = '';
          }}
        />
      </header>
      {importing.progress !== null && (
        <p className="note-list-import" role="status">
          <progress aria-label={strings.importing} value={importing.progress.done} max={importing.progress.of} />
          {strings.importedSoFar(importing.progress.done, importing.progress.of)}
        </p>
      )}
    </>
  );
}

/** The name of the place that is shown. */
function useHeading(): string {
  const { place } = useView();
  const notebooks = useNotebooks();
  if (place.kind === 'archive') return placeStrings.archive;
  if (place.kind === 'all') return strings.heading;
  return notebooks.find(({ id }) => id === place.id)?.name ?? strings.heading;
}

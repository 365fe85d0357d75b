import { ArrowDown, ArrowUp, Bookmark, Ellipsis, Pencil, Trash2 } from 'lucide-react';
import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import type { SavedSearch } from '../../../../main/contract/saved-searches.ts';
import { lookFor } from '../../../actions/search-door.ts';
import { Button, IconButton } from '../../../ui/Buttons.tsx';
import { Menu } from '../../../ui/Menu.tsx';
import { strings as uiStrings } from '../../../ui/strings.ts';
import { EditSearch } from './EditSearch.tsx';
import { strings } from './strings.ts';
import { useSavedSearchChanges, useSavedSearchList } from './use-saved-searches.ts';

/** The saved searches, each a way into the palette; nothing while there are none. */
export function SavedSearches(): ReactNode {
  const { data, error, refetch } = useSavedSearchList();
  const searches = data?.items ?? [];
  const hasFailed = data === undefined && error !== null;
  const [edited, setEdited] = useState<SavedSearch | null>(null);
  return (
    <>
      {(searches.length > 0 || hasFailed) && (
        <header className="places-head">
          <h2 className="places-title">{strings.heading}</h2>
        </header>
      )}
      {hasFailed && (
        <div className="places-hint" role="alert">
          <p>{strings.failed}</p>
          <Button onClick={() => void refetch()}>{uiStrings.tryAgain}</Button>
        </div>
      )}
      {searches.length > 0 && (
        <ul className="place-list" aria-label={strings.heading}>
          {searches.map((search) => (
            <Row key={search.id} search={search} isLast={search.position === searches.length - 1} onEdit={setEdited} />
          ))}
        </ul>
      )}
      <EditSearch
        search={edited}
        onClose={() => {
          setEdited(null);
        }}
      />
    </>
  );
}

interface RowProps {
  readonly search: SavedSearch;
  readonly isLast: boolean;
  readonly onEdit: (search: SavedSearch) => void;
}

function Row({ search, isLast, onEdit }: RowProps): ReactNode {
  const { name, query, position } = search;
  const { change, remove } = useSavedSearchChanges();
  const row = useRef<HTMLLIElement>(null);
  const edit = (): void => {
    onEdit(search);
  };
  const step = (by: 1 | -1): void => {
    if (by === 1 ? isLast : position === 0) return;
    change(search, { position: position + by }, strings.moved(name));
  };
  const drop = (): void => {
    const next = row.current?.nextElementSibling ?? row.current?.previousElementSibling;
    next?.querySelector<HTMLElement>('button')?.focus();
    remove(search);
  };
  const keys: Readonly<Record<string, () => void>> = {
    F2: edit,
    Delete: drop,
    'Alt+ArrowUp': () => {
      step(-1);
    },
    'Alt+ArrowDown': () => {
      step(1);
    },
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const perform = keys[`${event.altKey ? 'Alt+' : ''}${event.key}`];
    if (perform === undefined || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    perform();
  };
  return (
    <li ref={row} className="place-row">
      <button
        type="button"
        className="place"
        aria-keyshortcuts="F2 Delete Alt+ArrowUp Alt+ArrowDown"
        onKeyDown={onKeyDown}
        onClick={() => {
          lookFor(query);
        }}
      >
        <Bookmark aria-hidden="true" />
        <span className="place-name cut-name" title={name === query ? query : `${name}: ${query}`}>
          <bdi>{name}</bdi>
        </span>
      </button>
      <Menu
        trigger={<IconButton icon={Ellipsis} size="small" label={strings.moreFor(name)} />}
        entries={[
          { name: strings.edit, icon: Pencil, shortcut: 'F2', perform: edit },
          {
            name: strings.moveUp,
            icon: ArrowUp,
            shortcut: 'Alt+ArrowUp',
            disabled: position === 0,
            perform: () => {
              step(-1);
            },
          },
          {
            name: strings.moveDown,
            icon: ArrowDown,
            shortcut: 'Alt+ArrowDown',
            disabled: isLast,
            perform: () => {
              step(1);
            },
          },
          null,
          { name: strings.delete, icon: Trash2, shortcut: 'Delete', danger: true, perform: drop },
        ]}
      />
    </li>
  );
}

// Saved searches in the palette: those that there are, and the way to one more.

import { Command, defaultFilter } from 'cmdk';
import { Bookmark, BookmarkPlus } from 'lucide-react';
import type { ReactNode } from 'react';
import type { SavedSearch } from '../../main/contract/saved-searches.ts';
import { strings } from '../features/notes/searches/strings.ts';
import { useSavedSearchChanges, useSavedSearches } from '../features/notes/searches/use-saved-searches.ts';
import { LineItem } from './PaletteItems.tsx';

/** Of the line that saves what is searched for. */
const saveId = 'save-search';

/** How many are shown: the sidebar of the notes has all. */
const shown = 6;

interface SavedLines {
  /** The saved searches that fit what is typed. */
  readonly fitting: readonly SavedSearch[];
  /** Saves what is searched for; null where that has no use. */
  readonly save: (() => void) | null;
  /** The values of the lines, in their order. */
  readonly ids: readonly string[];
}

/** `finds`: whether there is anything for what is typed. It is not saved before, nor twice. */
export function useSavedItems(text: string, finds: boolean): SavedLines {
  const searches = useSavedSearches();
  const { save } = useSavedSearchChanges();
  const others = searches.filter(({ query }) => query !== text);
  const fitting = (text === '' ? others : others.filter(({ name }) => defaultFilter(name, text, []) > 0.1)).slice(0, shown);
  const canSave = text !== '' && finds && others.length === searches.length;
  return {
    fitting,
    save: canSave
      ? () => {
          save(text);
        }
      : null,
    ids: [...(canSave ? [saveId] : []), ...fitting.map(({ id }) => id)],
  };
}

interface SavedItemsProps {
  readonly saved: SavedLines;
  /** Searches for this. */
  readonly onLook: (query: string) => void;
  readonly onChoose: (perform: () => void) => void;
}

export function SavedItems({ saved: { fitting, save }, onLook, onChoose }: SavedItemsProps): ReactNode {
  return (
    <>
      {save !== null && (
        <LineItem
          id={saveId}
          icon={BookmarkPlus}
          name={strings.save}
          onSelect={() => {
            onChoose(save);
          }}
        />
      )}
      {fitting.length > 0 && (
        <Command.Group heading={strings.heading}>
          {fitting.map(({ id, name, query }) => (
            <Command.Item
              key={id}
              value={id}
              onSelect={() => {
                onLook(query);
              }}
            >
              <Bookmark aria-hidden="true" />
              <span className="palette-text">
                <span className="palette-name cut-name">
                  <bdi>{name}</bdi>
                </span>
                {name !== query && <span className="palette-detail">{query}</span>}
              </span>
            </Command.Item>
          ))}
        </Command.Group>
      )}
    </>
  );
}

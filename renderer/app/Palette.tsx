import './palette.css';
import { Dialog } from '@base-ui/react/dialog';
import { Command, defaultFilter } from 'cmdk';
import { Archive, ArrowLeft, Search } from 'lucide-react';
import { useDeferredValue, useRef, useState, type ReactNode, type RefObject } from 'react';
import { useLocation } from 'wouter';
import type { SearchType } from '../../main/contract/search.ts';
import type { Action } from '../actions/action.ts';
import { useAvailableActions } from '../actions/registry.ts';
import { awaitsText, awaitText } from '../actions/shortcut.ts';
import { focusNow } from '../ui/focus-now.ts';
import { useEarlyEnter } from '../ui/use-early-enter.ts';
import { ActionItems, archiveId, backId, FoundItems, idsOf, LineItem, SearchStatus } from './PaletteItems.tsx';
import { NamedItems, placed, useNamedLines } from './PaletteNamed.tsx';
import { SavedItems, useSavedItems } from './PaletteSearches.tsx';
import { strings } from './strings.ts';
import { useFound, type PaletteHit } from './use-found.ts';
import { useActiveDescendant, usePaletteSelection } from './use-palette-keys.ts';

interface PaletteProps {
  readonly open: boolean;
  /** What is looked for at first. */
  readonly asked: string;
  readonly onClose: () => void;
}

/** One field for everything: what can be done, and what there is. */
export function Palette({ open, asked, onClose }: PaletteProps): ReactNode {
  // What was chosen happens once the focus is back: it may want to move it elsewhere.
  const chosen = useRef<(() => void) | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const choose = (perform: () => void): void => {
    chosen.current = perform;
    onClose();
  };
  return (
    <Dialog.Root
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
      onOpenChangeComplete={(next) => {
        if (next) return;
        const perform = chosen.current;
        chosen.current = null;
        perform?.();
      }}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className="dialog-backdrop palette-backdrop" />
        <Dialog.Popup className="palette" aria-label={strings.openPalette} initialFocus={() => focusNow(field.current)}>
          <Content field={field} asked={asked} onChoose={choose} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

interface ContentProps {
  readonly field: RefObject<HTMLInputElement | null>;
  readonly asked: string;
  readonly onChoose: (perform: () => void) => void;
}

function Content({ field, asked: beginning, onChoose }: ContentProps): ReactNode {
  const [typed, setTyped] = useState(beginning);
  const [only, setOnly] = useState<SearchType | null>(null);
  const text = typed.trim();
  const asksHelp = /^\?*$/.test(text);
  const actions = fitting(useAvailableActions(), only === null ? text : null);
  const asked = useDeferredValue(asksHelp ? '' : text);
  const { groups, instead, isSearching, failure } = useFound(asked, only);
  const [, go] = useLocation();
  const saved = useSavedItems(text, groups.length > 0 && !isSearching && failure === null);
  const named = useNamedLines(only === null ? text : null);
  const asksArchive = only === null && !asksHelp && !isSearching && failure === null && !/(?:^|\s)-?is:archived(?:\s|$)/i.test(text);
  const first = groups.flatMap(({ found }) => found)[0];
  const [before, after] = placed(named, first?.name, text);
  const all = [
    ...before.map(({ id }) => id),
    ...groups.flatMap(idsOf),
    ...after.map(({ id }) => id),
    ...(only === null ? [] : [backId]),
    ...saved.ids,
    ...actions.map(({ id }) => id),
    ...(asksArchive ? [archiveId] : []),
  ];
  const selection = usePaletteSelection(all);
  const count = groups.reduce((sum, { found, total }) => sum + Math.max(found.length, total), actions.length + named.length);
  const open = (item: PaletteHit): void => {
    const isPressedForText = awaitsText();
    onChoose(() => {
      if (isPressedForText) awaitText();
      go(item.path);
    });
  };
  const show = (type: SearchType | null): void => {
    selection.reset();
    setOnly(type);
  };
  const type = (next: string): void => {
    setTyped(next);
    show(null);
    enter.forget();
  };
  const enter = useEarlyEnter(isSearching || (!asksHelp && asked !== text), () => {
    const [action] = actions;
    const [place] = before;
    if (place !== undefined) onChoose(place.perform);
    else if (first !== undefined) open(first);
    else if (action !== undefined && failure === null) onChoose(action.perform);
  });
  const root = useActiveDescendant(selection.attributes.value);
  return (
    <Command
      ref={root}
      shouldFilter={false}
      label={strings.openPalette}
      loop
      {...selection.attributes}
      onKeyDown={(event) => {
        if (!selection.isPicked()) enter.take(event);
      }}
    >
      <div className="palette-field">
        <Search aria-hidden="true" />
        <Command.Input ref={field} value={typed} onValueChange={type} placeholder={strings.searchHint} />
        {isSearching && (
          // Its status is what is read out.
          <span className="palette-searching" aria-hidden="true">
            {strings.searching}
          </span>
        )}
      </div>
      {instead !== '' && <p className="palette-corrected">{instead}</p>}
      <Command.List
        className="palette-list"
        label={strings.openPalette}
        // A click leaves the focus in the field.
        onMouseDown={(event) => {
          event.preventDefault();
        }}
      >
        <NamedItems lines={before} onChoose={onChoose} />
        {groups.map((group) => (
          <FoundItems key={group.type} group={group} isAlone={only !== null} onOpen={open} onShowAll={show} />
        ))}
        <NamedItems lines={after} onChoose={onChoose} />
        {only !== null && (
          <LineItem
            id={backId}
            icon={ArrowLeft}
            name={strings.showKinds}
            onSelect={() => {
              show(null);
            }}
          />
        )}
        <SavedItems saved={saved} onLook={type} onChoose={onChoose} />
        <ActionItems actions={actions} onChoose={onChoose} />
        {asksArchive && (
          <LineItem
            id={archiveId}
            icon={Archive}
            name={strings.searchArchive}
            onSelect={() => {
              type(`is:archived ${text}`);
            }}
          />
        )}
      </Command.List>
      <SearchStatus text={text} count={asksHelp ? null : count} instead={instead} isSearching={isSearching} failure={failure} />
    </Command>
  );
}

/** The actions whose names fit `text`, best first; all of them in their order when it is empty, none when it is null. */
function fitting(actions: readonly Action[], text: string | null): readonly Action[] {
  if (text === null) return [];
  const listed = actions.filter(({ listed }) => listed === undefined);
  if (text === '') return listed;
  return listed
    .map((action) => ({ action, score: defaultFilter(action.name, text, [action.group, ...(action.words ?? [])]) }))
    .filter(({ score }) => score > 0.1)
    .toSorted((a, b) => b.score - a.score)
    .map(({ action }) => action);
}

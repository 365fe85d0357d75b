import './palette.css';
import { Dialog } from '@base-ui/react/dialog';
import { Command, defaultFilter } from 'cmdk';
import { ArrowLeft, Search } from 'lucide-react';
import { useDeferredValue, useEffect, useRef, useState, type KeyboardEvent, type ReactNode, type RefObject } from 'react';
import { useLocation } from 'wouter';
import type { SearchType } from '../../main/contract/search.ts';
import type { Action } from '../actions/action.ts';
import { useAvailableActions } from '../actions/registry.ts';
import { ActionItem, backId, FoundItems, idsOf, LineItem, Operators } from './PaletteItems.tsx';
import { strings } from './strings.ts';
import { useFound, type Found } from './use-found.ts';

interface PaletteProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** One field for everything: what can be done, and what there is. */
export function Palette({ open, onClose }: PaletteProps): ReactNode {
  // What was chosen happens once the focus is back: it may want to move it elsewhere.
  const chosen = useRef<(() => void) | null>(null);
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
        <Dialog.Popup className="palette" aria-label={strings.openPalette}>
          <Content onChoose={choose} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Content({ onChoose }: { readonly onChoose: (perform: () => void) => void }): ReactNode {
  const [typed, setTyped] = useState('');
  const [only, setOnly] = useState<SearchType | null>(null);
  const text = typed.trim();
  const asksHelp = /^\?*$/.test(text);
  const actions = fitting(useAvailableActions(), only === null ? text : null);
  const asked = useDeferredValue(asksHelp ? '' : text);
  const { groups, isSearching, failure } = useFound(asked, only);
  const [, go] = useLocation();
  const all = [...groups.flatMap(idsOf), ...(only === null ? [] : [backId]), ...actions.map(({ id }) => id)];
  const selection = useSelection(all);
  const count = groups.reduce((sum, { found, total }) => sum + Math.max(found.length, total), actions.length);
  const open = (item: Found): void => {
    onChoose(() => {
      go(item.path);
    });
  };
  const show = (type: SearchType | null): void => {
    selection.reset();
    setOnly(type);
  };
  const enter = useEarlyEnter(isSearching || (!asksHelp && asked !== text), () => {
    const first = groups.flatMap(({ found }) => found)[0];
    const [action] = actions;
    if (first !== undefined) open(first);
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
        <Command.Input
          value={typed}
          onValueChange={(next) => {
            setTyped(next);
            show(null);
            enter.forget();
          }}
          placeholder={strings.searchHint}
        />
      </div>
      <Command.List
        className="palette-list"
        label={strings.openPalette}
        // A click leaves the focus in the field.
        onMouseDown={(event) => {
          event.preventDefault();
        }}
      >
        {groups.map((group) => (
          <FoundItems key={group.type} group={group} isAlone={only !== null} onOpen={open} onShowAll={show} />
        ))}
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
        {[...Map.groupBy(actions, ({ group }) => group)].map(([group, members]) => (
          <Command.Group key={group} heading={group}>
            {members.map((action) => (
              <ActionItem
                key={action.id}
                action={action}
                onSelect={() => {
                  onChoose(action.perform);
                }}
              />
            ))}
          </Command.Group>
        ))}
      </Command.List>
      {failure !== null && (
        <p className="palette-note" role="alert">
          {failure}
        </p>
      )}
      {count === 0 && !asksHelp && !isSearching && failure === null && <p className="palette-empty">{strings.noMatch(text)}</p>}
      {(asksHelp || (count === 0 && !isSearching)) && <Operators />}
      <p className="visually-hidden" role="status">
        {isSearching ? strings.searching : !asksHelp && failure === null && strings.results(count)}
      </p>
    </Command>
  );
}

/** What is found may come late: until the user chooses with arrow keys or pointer, the first of `ids` is selected. */
function useSelection(ids: readonly string[]) {
  const [picked, setPicked] = useState<string | null>(null);
  const picks = useRef(false);
  const pick = (): void => {
    picks.current = true;
  };
  return {
    /** Whether the user has chosen among them. */
    isPicked: () => picks.current,
    reset: () => {
      picks.current = false;
      setPicked(null);
    },
    attributes: {
      value: picked !== null && ids.includes(picked) ? picked : (ids[0] ?? ''),
      onValueChange: (id: string) => {
        if (picks.current) setPicked(id);
      },
      onKeyDownCapture: ({ key }: KeyboardEvent) => {
        if (/^(?:Arrow|Home|End|Page)/.test(key)) pick();
      },
      onPointerMoveCapture: pick,
    },
  };
}

/**
 * Tells screen readers of the selected option. cmdk does so as well, but looks for it only when the user moves: where others come under the
 * selection, it goes on naming one that is gone.
 */
function useActiveDescendant(value: string): RefObject<HTMLDivElement | null> {
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const id = root.current?.querySelector(`[cmdk-item][data-value="${CSS.escape(value)}"]`)?.id;
    for (const element of root.current?.querySelectorAll('[role="combobox"], [role="listbox"]') ?? []) {
      if (id === undefined) element.removeAttribute('aria-activedescendant');
      else element.setAttribute('aria-activedescendant', id);
    }
  });
  return root;
}

/** Enter that comes before what is found: the first of that is meant. Pressed once more, it takes what is there. */
function useEarlyEnter(isEarly: boolean, perform: () => void) {
  const [isHeld, setHeld] = useState(false);
  useEffect(() => {
    if (!isHeld || isEarly) return;
    setHeld(false);
    perform();
  }, [isHeld, isEarly, perform]);
  return {
    take: (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !isEarly || isHeld || event.nativeEvent.isComposing) return;
      event.preventDefault();
      setHeld(true);
    },
    forget: () => {
      setHeld(false);
    },
  };
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

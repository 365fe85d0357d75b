import './palette.css';
import { Dialog } from '@base-ui/react/dialog';
import { useQueries, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { Command, defaultFilter } from 'cmdk';
import { CornerDownLeft, Search } from 'lucide-react';
import { useDeferredValue, useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useLocation } from 'wouter';
import type { Action } from '../actions/action.ts';
import { useAvailableActions } from '../actions/registry.ts';
import type { Found } from '../actions/search.ts';
import { useRemoved, useService } from '../api/service.ts';
import { searchSources } from './search-sources.ts';
import { Keys } from '../ui/Keys.tsx';
import { strings } from './strings.ts';

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
  const text = typed.trim();
  const actions = fitting(useAvailableActions(), text);
  const asked = useDeferredValue(text);
  const { groups, isSearching, failed } = useFound(asked);
  const [, go] = useLocation();
  const all = [...groups.flatMap(({ found }) => found), ...actions].map(({ id }) => id);
  const selection = useSelection(all);
  const count = all.length;
  const open = (item: Found): void => {
    onChoose(() => {
      go(item.path);
    });
  };
  const enter = useEarlyEnter(isSearching || asked !== text, () => {
    const first = groups.flatMap(({ found }) => found)[0];
    const [action] = actions;
    if (first !== undefined) open(first);
    else if (action !== undefined) onChoose(action.perform);
  });
  return (
    <Command
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
            selection.reset();
            enter.forget();
          }}
          placeholder={strings.searchHint}
        />
      </div>
      <Command.List className="palette-list" label={strings.openPalette}>
        {groups.map(
          ({ type, heading, found }) =>
            found.length > 0 && (
              <Command.Group key={type} heading={heading}>
                {found.map((item) => (
                  <FoundItem
                    key={item.id}
                    item={item}
                    onSelect={() => {
                      open(item);
                    }}
                  />
                ))}
              </Command.Group>
            ),
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
      {count === 0 && !isSearching && <p className="palette-empty">{strings.noMatch(text)}</p>}
      {failed.map((heading) => (
        <p key={heading} className="palette-note">
          {strings.searchFailed(heading)}
        </p>
      ))}
      <p className="visually-hidden" role="status">
        {isSearching ? strings.searching : text !== '' && strings.results(count)}
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

function FoundItem({
  item: { id, name, detail, icon: Icon },
  onSelect,
}: {
  readonly item: Found;
  readonly onSelect: () => void;
}): ReactNode {
  return (
    <Command.Item value={id} onSelect={onSelect}>
      <Icon aria-hidden="true" />
      <span className="palette-name">
        <bdi>{name}</bdi>
      </span>
      {detail !== undefined && <span className="palette-detail">{detail}</span>}
      <CornerDownLeft className="palette-go" aria-hidden="true" />
    </Command.Item>
  );
}

function ActionItem({
  action: { id, name, icon: Icon, shortcut },
  onSelect,
}: {
  readonly action: Action;
  readonly onSelect: () => void;
}): ReactNode {
  return (
    <Command.Item value={id} onSelect={onSelect}>
      <Icon aria-hidden="true" />
      <span className="palette-name">{name}</span>
      {shortcut !== undefined && <Keys shortcut={shortcut} />}
    </Command.Item>
  );
}

/** The actions whose names fit `text`, best first; all of them in their order when it is empty. */
function fitting(actions: readonly Action[], text: string): readonly Action[] {
  const listed = actions.filter(({ listed }) => listed === undefined);
  if (text === '') return listed;
  return listed
    .map((action) => ({ action, score: defaultFilter(action.name, text, [action.group, ...(action.words ?? [])]) }))
    .filter(({ score }) => score > 0.1)
    .toSorted((a, b) => b.score - a.score)
    .map(({ action }) => action);
}

/** How long nothing must have been typed before the service is asked, in milliseconds. */
const pause = 120;

/** What the features find for `text`. */
function useFound(text: string) {
  const service = useService();
  const removed = useRemoved();
  const debounced = useDebounced(text);
  const queries = useQueryClient();
  const results = useQueries({
    queries: searchSources.map((source) => ({
      queryKey: [source.type, 'search', debounced],
      queryFn: ({ signal }: { signal: AbortSignal }) => source.find(service, debounced, signal),
      enabled: debounced !== '',
      placeholderData: () => foundBefore(queries, source.type, debounced),
    })),
  });
  return {
    groups: searchSources.map(({ type, heading }, index) => ({
      type,
      heading,
      found: text === '' ? [] : (results[index]?.data ?? []).filter(({ id }) => !removed.has(id)),
    })),
    isSearching: text !== debounced || results.some(({ isFetching }) => isFetching),
    failed: text === '' ? [] : searchSources.filter((_, index) => results[index]?.isError === true).map(({ heading }) => heading),
  };
}

/**
 * What was found last for a shorter or longer form of this text: it stays while the search goes on. Otherwise the first line would be,
 * for a moment, that of the kind that answers first, and Enter would take it. (Several queries know nothing of what they had before.)
 */
function foundBefore(queries: QueryClient, type: string, text: string): readonly Found[] | undefined {
  const isNear = (other: unknown): boolean =>
    typeof other === 'string' && other !== '' && (other.startsWith(text) || text.startsWith(other));
  return queries
    .getQueryCache()
    .findAll({ queryKey: [type, 'search'], predicate: ({ queryKey, state }) => state.data !== undefined && isNear(queryKey[2]) })
    .toSorted((one, other) => one.state.dataUpdatedAt - other.state.dataUpdatedAt)
    .at(-1)?.state.data as readonly Found[] | undefined;
}

function useDebounced(text: string): string {
  const [debounced, setDebounced] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => {
      setDebounced(text);
    }, pause);
    return () => {
      clearTimeout(timer);
    };
  }, [text]);
  return debounced;
}

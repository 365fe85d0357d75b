import { createContext, useContext, type ReactNode } from 'react';
import { Router } from 'wouter';
import { navigate, useBrowserLocation, useSearch } from 'wouter/use-browser-location';
import { notePath } from '../../../../main/contract/page-paths.ts';
import { keepWords } from '../tags/tag-address.ts';
import { besideOf, pageAddress, searchIn, type Pane } from './pane-address.ts';

type Options = Parameters<typeof navigate>[1];

const goFrom =
  (pane: Pane) =>
  (to: string, options?: Options): void => {
    // What the list shows stays while notes are opened.
    navigate(keepWords(pageAddress(pane, to, { path: location.pathname, search: location.search }), location.search), options);
  };

const go = { main: goFrom('main'), beside: goFrom('beside') } as const;

const useMainLocation = (): [string, typeof go.main] => [useBrowserLocation()[0], go.main];
const useMainSearch = (): string => searchIn('main', useSearch());
const useBesideLocation = (): [string, typeof go.main] => {
  const [path] = useBrowserLocation();
  const id = besideOf({ path, search: useSearch() });
  return [id === null ? '/notes' : notePath(id), go.beside];
};
const useBesideSearch = (): string => searchIn('beside', useSearch());

const routers = {
  main: { hook: useMainLocation, searchHook: useMainSearch },
  beside: { hook: useBesideLocation, searchHook: useBesideSearch },
} as const;

/** What a note knows of its place on the page. */
export interface PaneState {
  readonly pane: Pane;
  /** The user is in this one: it has the actions, the title of the page, and what is asked about the open note. */
  readonly isActive: boolean;
  /** There is another one beside it in sight. */
  readonly isSplit: boolean;
  /** The heading of the page is its title, as no list is there. */
  readonly isAlone: boolean;
  /** Opens a note on the other side, at a section of it; in a narrow window in the place of this one, which is then the other. */
  readonly openBeside: (id: string, section?: string | null) => void;
  /** Goes to the note on the other side; null where there is none. */
  readonly goToOther: (() => void) | null;
  /** Takes this note away from beside the other; null where there is none. */
  readonly close: (() => void) | null;
}

const PaneContext = createContext<PaneState | null>(null);

/** Null outside of the page of notes, as in the description of a card. */
export function useMaybePane(): PaneState | null {
  return useContext(PaneContext);
}

export function usePane(): PaneState {
  const state = useMaybePane();
  if (state === null) throw new Error('There is no page of notes around this');
  return state;
}

/** A place in which a note, or the list, goes to other notes by itself. */
export function PaneRouter({ state, children }: { readonly state: PaneState; readonly children: ReactNode }): ReactNode {
  return (
    <Router {...routers[state.pane]}>
      <PaneContext value={state}>{children}</PaneContext>
    </Router>
  );
}

import { Columns2, PanelRightClose } from 'lucide-react';
import { useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { useActions } from '../../../actions/registry.ts';
import { announce } from '../../../ui/announce.tsx';
import { useMedia } from '../../../ui/use-media.ts';
import { strings } from '../strings.ts';
import { paneAddress, besideOf, noteOf, type Pane } from './pane-address.ts';
import type { PaneState } from './pane-router.tsx';

export const otherShortcut = '$mod+Alt+o';

export interface Panes {
  /** The note of the path; null where the list is all there is. */
  readonly id: string | null;
  readonly main: PaneState;
  readonly beside: PaneState;
  /** The note beside, where there is room for two; else null. */
  readonly besideId: string | null;
  /** The list has given its room to the second note. */
  readonly hidesList: boolean;
  readonly enter: (pane: Pane) => void;
}

function focusOther(): void {
  const other = document.querySelector('.note-pane[data-active="false"]');
  (other?.querySelector<HTMLElement>('[contenteditable=true]') ?? other?.querySelector<HTMLElement>('textarea'))?.focus();
}

/** The notes of the page, one or two side by side: what they are, and how the user goes between them. */
export function usePanes(): Panes {
  const [path, go] = useLocation();
  const search = useSearch();
  const isWide = useMedia('(width >= 64rem)');
  const hasRoomForList = useMedia('(width >= 90rem)');
  const [active, enter] = useState<Pane>('main');
  const id = noteOf(path);
  const other = besideOf({ path, search });
  const isSplit = isWide && id !== null && other !== null;
  const activePane = isSplit ? active : 'main';
  const openBeside = (pane: Pane, wanted: string, section: string | null): void => {
    const hash = section === null ? '' : `#${encodeURIComponent(section)}`;
    if (wanted === id) return;
    if (id === null) go(paneAddress(wanted, null, search) + hash);
    else if (!isWide) go(paneAddress(wanted, id, search) + hash);
    else if (wanted !== other) go((pane === 'main' ? paneAddress(id, wanted, search) : paneAddress(wanted, other, search)) + hash);
    announce(strings.openedBeside);
  };
  const goToOther =
    id === null || other === null
      ? null
      : (): void => {
          if (!isSplit) go(paneAddress(other, id, search), { replace: true });
          else focusOther();
        };
  const stateOf = (pane: Pane): PaneState => ({
    pane,
    isActive: pane === activePane,
    isSplit,
    isAlone: pane === 'main' && isSplit && !hasRoomForList,
    openBeside: (wanted, section = null) => {
      openBeside(pane, wanted, section);
    },
    goToOther,
    close:
      isSplit && id !== null && other !== null
        ? (): void => {
            go(paneAddress(pane === 'main' ? other : id, null, search));
          }
        : null,
  });
  useActions([
    {
      id: 'notes.other',
      name: strings.goToOther,
      group: strings.group,
      icon: Columns2,
      shortcut: otherShortcut,
      words: ['split', 'beside', 'switch'],
      anywhere: true,
      when: () => goToOther !== null,
      perform: () => {
        goToOther?.();
      },
    },
    {
      id: 'notes.alone',
      name: strings.showAlone,
      group: strings.group,
      icon: PanelRightClose,
      words: ['close', 'split', 'beside'],
      when: () => other !== null,
      perform: () => {
        if (id !== null && other !== null) go(paneAddress(activePane === 'main' ? id : other, null, search));
      },
    },
  ]);
  return {
    id,
    main: stateOf('main'),
    beside: stateOf('beside'),
    besideId: isSplit ? other : null,
    hidesList: isSplit && !hasRoomForList,
    enter,
  };
}

import { useVirtualizer } from '@tanstack/react-virtual';
import {
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type DragEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import { useLocation } from 'wouter';
import { awaitsText } from '../../../actions/shortcut.ts';
import { hasPlainKeys } from '../../../api/remembered.ts';
import type { NoteSummary } from '../../../../main/contract/notes.ts';
import { usePrinting } from '../../../ui/use-media.ts';
import { useLostFocus } from '../../../ui/use-held-focus.ts';
import { dragNotes } from '../notebooks/drag.ts';
import { useNoteActions, type NoteActionName } from '../notebooks/note-actions.ts';
import { usePane } from '../split/pane-router.tsx';
import { useRemoveNote } from '../use-remove-note.ts';
import { NoteRowMenu } from './NoteRowMenu.tsx';
import { NoteRow } from './NoteRow.tsx';
import { SelectionBar } from './SelectionBar.tsx';
import { useChosenNotes, type Selection } from './use-selection.ts';

/** The height of a note in the list, in pixels. */
const usualHeight = 82;

interface RowsProps {
  readonly items: readonly NoteSummary[];
  readonly current: string | null;
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly field: RefObject<HTMLInputElement | null>;
  /** The last ones come into sight. */
  readonly onEnd?: () => void;
}

/** The notes themselves: to be gone through, chosen together, dragged. Only those in sight are drawn, on paper all. */
export function Rows({ items, current, scroller, field, onEnd }: RowsProps): ReactNode {
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => usualHeight,
    overscan: 6,
    getItemKey: (index) => items[index]?.id ?? index,
  });
  const [stop, setStop] = useState<string | null>(null);
  const now = useToday();
  const isPrinting = usePrinting();
  const seen = virtualizer.getVirtualItems();
  const rows = isPrinting ? items.map((_, index) => ({ index, start: 0 })) : seen;
  const last = seen.at(-1)?.index ?? 0;
  const atEnd = last >= items.length - 20;
  useEffect(() => {
    if (atEnd) onEnd?.();
  }, [atEnd, items.length, onEnd]);
  const wanted = stop ?? current;
  const tabStop = seen.some(({ index }) => items[index]?.id === wanted) ? wanted : items[seen[0]?.index ?? 0]?.id;
  const goTo = useGoTo(items, virtualizer.scrollToIndex, scroller);
  const watched = useFocusOnLoss(items, goTo);
  const selection = useChosenNotes(useMemo(() => items.map(({ id }) => id), [items]));
  const selected = items.filter(({ id }) => selection.ids.has(id));
  const stopped = items.find(({ id }) => id === stop);
  const onKeyDown = useListKeys({ items, goTo, field, selection, subject: selected.length > 0 ? selected : stopped ? [stopped] : [] });
  return (
    <div ref={scroller} className="note-list-scroller" data-selecting={selected.length > 0}>
      {selected.length > 0 && <SelectionBar notes={selected} onClear={selection.clear} />}
      <NoteRowMenu items={items} selection={selection}>
        <ul
          className="note-rows"
          style={{ blockSize: virtualizer.getTotalSize() }}
          onKeyDown={onKeyDown}
          onClickCapture={(event) => {
            selectByClick(event, selection);
          }}
          onDragStart={(event: DragEvent) => {
            const id = (event.target as Element).closest('[data-note]')?.getAttribute('data-note');
            if (id !== null && id !== undefined) dragNotes(event, selection.ids.has(id) ? [...selection.ids] : [id]);
          }}
          onFocus={(event) => {
            watched.onFocus(event);
            setStop(event.target.getAttribute('data-note'));
          }}
          onBlur={watched.onBlur}
        >
          {rows.map(({ index, start }) => {
            const note = items[index];
            return (
              note && (
                <NoteRow
                  key={note.id}
                  ref={virtualizer.measureElement}
                  note={note}
                  index={index}
                  of={items.length}
                  start={start}
                  current={note.id === current}
                  selected={selection.ids.has(note.id)}
                  tabStop={note.id === tabStop}
                  now={now}
                />
              )
            );
          })}
        </ul>
      </NoteRowMenu>
    </div>
  );
}

/** A moment of today; another one after midnight. */
function useToday(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1).getTime();
    const timer = setInterval(() => {
      if (Date.now() >= midnight) setNow(new Date());
    }, 60_000);
    return () => {
      clearInterval(timer);
    };
  }, [now]);
  return now;
}

/** Scrolls to a row and gives it the focus as soon as it is drawn. */
function useGoTo(
  items: readonly NoteSummary[],
  scrollToIndex: (index: number) => void,
  scroller: RefObject<HTMLDivElement | null>,
): (index: number) => void {
  return (index) => {
    const id = items[Math.min(Math.max(index, 0), items.length - 1)]?.id;
    if (id === undefined) return;
    const focus = (): boolean => {
      const row = scroller.current?.querySelector<HTMLElement>(`[data-note="${id}"]`);
      row?.focus({ preventScroll: true });
      return row !== null && row !== undefined;
    };
    scrollToIndex(index);
    if (!focus())
      requestAnimationFrame(() =>
        requestAnimationFrame(() => {
          focus();
        }),
      );
  };
}

export const noteIdAt = (element: Element): string | null => element.closest('[data-note]')?.getAttribute('data-note') ?? null;

/** Where another client takes away the note that has the focus, it goes to the one that takes its place, as after a deletion here. */
function useFocusOnLoss(items: readonly NoteSummary[], goTo: (index: number) => void) {
  const before = useRef(items);
  const watched = useLostFocus(noteIdAt, (id) => {
    const indexNow = new Map(items.map((note, index) => [note.id, index]));
    if (indexNow.has(id)) return;
    const at = before.current.findIndex((note) => note.id === id);
    const others = [...before.current.slice(at + 1), ...before.current.slice(0, Math.max(at, 0)).toReversed()];
    const next = others.find((note) => indexNow.has(note.id));
    goTo(next === undefined ? 0 : (indexNow.get(next.id) ?? 0));
  });
  useLayoutEffect(() => {
    before.current = items;
  }, [items]);
  return watched;
}

/** With Ctrl or ⌘ one more, with Shift all up to it. */
function selectByClick(event: MouseEvent, selection: Selection): void {
  const id = (event.target as Element).closest('[data-note]')?.getAttribute('data-note');
  if (id === null || id === undefined) return;
  if (!event.shiftKey && !event.ctrlKey && !event.metaKey) {
    selection.anchorAt(id);
    selection.clear();
    return;
  }
  event.preventDefault();
  event.stopPropagation();
  if (event.shiftKey) selection.extendTo(id);
  else selection.toggle(id);
}

interface ListKeys {
  readonly items: readonly NoteSummary[];
  readonly goTo: (index: number) => void;
  readonly field: RefObject<HTMLInputElement | null>;
  readonly selection: Selection;
  /** What keys for actions are about: what is chosen, else the note that has the focus. */
  readonly subject: readonly NoteSummary[];
}

const actionKeys: Readonly<Record<string, NoteActionName>> = { p: 'pin', v: 'move', e: 'archive' };

function useListKeys({ items, goTo, field, selection, subject }: ListKeys): (event: KeyboardEvent) => void {
  const remove = useRemoveNote();
  const actions = useNoteActions(subject, selection.clear);
  const [, go] = useLocation();
  const { openBeside } = usePane();
  const select = (event: KeyboardEvent, index: number, id: string): boolean => {
    const next = items[index + (event.key === 'ArrowUp' ? -1 : 1)]?.id;
    if (event.shiftKey && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      if (next !== undefined) {
        selection.extendTo(next, selection.ids.size === 0 ? id : undefined);
        goTo(items.findIndex((note) => note.id === next));
      }
    } else if ((event.ctrlKey || event.metaKey) && event.key === ' ') selection.toggle(id);
    else if ((event.ctrlKey || event.metaKey) && event.key === 'a') selection.all();
    else if (event.key === 'Escape' && selection.ids.size > 0) selection.clear();
    else return false;
    return true;
  };
  return (event) => {
    const index = items.findIndex(({ id }) => id === (event.target as Element).getAttribute('data-note'));
    const note = items[index];
    if (note === undefined || event.altKey) return;
    // After a mere click on a note its text is what one goes on to write.
    const isForCommands = !awaitsText() || selection.ids.size > 0;
    if (select(event, index, note.id)) {
      event.preventDefault();
      return;
    }
    if (event.ctrlKey || event.metaKey) {
      if (event.key !== 'Enter') return;
      event.preventDefault();
      openBeside(note.id);
      return;
    }
    const action = hasPlainKeys() && isForCommands ? actionKeys[event.key] : undefined;
    const targets: Readonly<Record<string, number>> = {
      ArrowDown: index + 1,
      ArrowUp: index - 1,
      Home: 0,
      End: items.length - 1,
      PageDown: index + 8,
      PageUp: index - 8,
    };
    const target = targets[event.key];
    if (target !== undefined) {
      event.preventDefault();
      if (target < 0 && event.key === 'ArrowUp') field.current?.focus();
      else goTo(target);
    } else if (event.key === 'Delete' || (event.key === 'Backspace' && isForCommands)) {
      event.preventDefault();
      if (selection.ids.size > 0) {
        actions.trash.perform();
        return;
      }
      goTo(index + 1 < items.length ? index + 1 : index - 1);
      remove(note.id, go);
    } else if (action !== undefined) {
      event.preventDefault();
      actions[action].perform();
    }
  };
}

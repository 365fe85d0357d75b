import './note-list.css';
import { useVirtualizer } from '@tanstack/react-virtual';
import { NotebookPen, SearchX } from 'lucide-react';
import { useDeferredValue, useEffect, useRef, useState, type KeyboardEvent, type ReactNode, type RefObject } from 'react';
import { useLocation } from 'wouter';
import { useActions } from '../../../actions/registry.ts';
import type { NoteSummary } from '../../../../main/contract/notes.ts';
import { useRemoved } from '../../../api/service.ts';
import { Button } from '../../../ui/Button.tsx';
import { Loaded } from '../../../ui/Loaded.tsx';
import { Message } from '../../../ui/Message.tsx';
import { strings } from '../strings.ts';
import { useNewNote } from '../use-new-note.ts';
import { useRemoveNote } from '../use-remove-note.ts';
import { ListHead } from './ListHead.tsx';
import { allNotes } from './note-pages.ts';
import { Tags } from '../tags/Tags.tsx';
import { useTagFilter } from '../tags/use-tags.ts';
import { NoteRow } from './NoteRow.tsx';
import { SearchField } from './SearchField.tsx';
import { useFileDrop, useImport } from './use-import.ts';
import { useFoundNotes, useNotes } from './use-notes.ts';

/** The height of a note in the list, in pixels. */
const usualHeight = 82;

/** All notes, or those that are found, with a field to search in. */
export function NoteList({ current }: { readonly current: string | null }): ReactNode {
  const [typed, setTyped] = useState('');
  const q = useDeferredValue(typed.trim());
  const notes = useNotes();
  const { tags } = useTagFilter();
  const found = useFoundNotes(q, tags);
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const newNote = useNewNote();
  const removed = useRemoved();
  const importing = useImport();
  const drop = useFileDrop(importing.start);
  useActions([
    {
      id: 'notes.through',
      name: strings.listKeys,
      group: strings.group,
      icon: NotebookPen,
      shortcut: 'ArrowDown',
      listed: 'help',
      perform: () => undefined,
    },
    {
      id: 'notes.remove',
      name: strings.deleteNote,
      group: strings.group,
      icon: NotebookPen,
      shortcut: 'Delete',
      listed: 'help',
      perform: () => undefined,
    },
  ]);
  const visible = (items: readonly NoteSummary[]): NoteSummary[] => items.filter(({ id }) => !removed.has(id));
  const toList = (): void => {
    list.current?.querySelector<HTMLElement>('[data-note][tabindex="0"]')?.focus();
  };
  return (
    <section className="note-list" aria-label={strings.list} data-hint={strings.dropHere} {...drop}>
      <ListHead importing={importing} onNew={newNote} />
      <SearchField ref={field} value={typed} onChange={setTyped} onDown={toList} />
      <Tags />
      {q === '' && tags.length === 0 ? (
        <Loaded query={notes} failed={strings.listFailed}>
          {(data) => {
            const items = visible(allNotes(data));
            return items.length === 0 ? (
              <Message
                icon={NotebookPen}
                title={strings.empty}
                level={2}
                action={
                  <Button primary onClick={newNote}>
                    {strings.newNote}
                  </Button>
                }
              >
                {strings.emptyHint}
              </Message>
            ) : (
              <Rows
                scroller={list}
                items={items}
                current={current}
                field={field}
                onEnd={() => {
                  if (notes.hasNextPage && !notes.isFetchingNextPage) void notes.fetchNextPage();
                }}
              />
            );
          }}
        </Loaded>
      ) : (
        <Loaded query={found} failed={strings.listFailed}>
          {(data) => {
            const hits = allNotes(data);
            const items = visible(hits);
            const total = data.pages.at(-1)?.total ?? 0;
            return (
              <>
                <p className="note-list-count" role="status">
                  {strings.found(total - hits.length + items.length)}
                </p>
                {items.length === 0 ? (
                  <Message icon={SearchX} title={q === '' ? strings.noneTagged : strings.noMatch(q)}>
                    {q === '' ? strings.noneTaggedHint : strings.noMatchHint}
                  </Message>
                ) : (
                  <Rows
                    scroller={list}
                    items={items}
                    current={current}
                    field={field}
                    onEnd={() => {
                      if (found.hasNextPage && !found.isFetchingNextPage) void found.fetchNextPage();
                    }}
                  />
                )}
              </>
            );
          }}
        </Loaded>
      )}
    </section>
  );
}

interface RowsProps {
  readonly items: readonly NoteSummary[];
  readonly current: string | null;
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly field: RefObject<HTMLInputElement | null>;
  /** The last ones come into sight. */
  readonly onEnd?: () => void;
}

function Rows({ items, current, scroller, field, onEnd }: RowsProps): ReactNode {
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => usualHeight,
    overscan: 6,
    getItemKey: (index) => items[index]?.id ?? index,
  });
  const [stop, setStop] = useState<string | null>(null);
  const now = useToday();
  const rows = virtualizer.getVirtualItems();
  const last = rows.at(-1)?.index ?? 0;
  const atEnd = last >= items.length - 20;
  useEffect(() => {
    if (atEnd) onEnd?.();
  }, [atEnd, items.length, onEnd]);
  const wanted = stop ?? current;
  const tabStop = rows.some(({ index }) => items[index]?.id === wanted) ? wanted : items[rows[0]?.index ?? 0]?.id;
  const goTo = useGoTo(items, virtualizer.scrollToIndex, scroller);
  const onKeyDown = useListKeys(items, goTo, field);
  return (
    <div ref={scroller} className="note-list-scroller">
      <ul
        className="note-rows"
        style={{ blockSize: virtualizer.getTotalSize() }}
        onKeyDown={onKeyDown}
        onFocus={({ target }) => {
          setStop(target.getAttribute('data-note'));
        }}
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
                tabStop={note.id === tabStop}
                now={now}
              />
            )
          );
        })}
      </ul>
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

function useListKeys(
  items: readonly NoteSummary[],
  goTo: (index: number) => void,
  field: RefObject<HTMLInputElement | null>,
): (event: KeyboardEvent) => void {
  const remove = useRemoveNote();
  const [, go] = useLocation();
  return (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const index = items.findIndex(({ id }) => id === (event.target as Element).getAttribute('data-note'));
    const note = items[index];
    if (note === undefined) return;
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
    } else if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault();
      goTo(index + 1 < items.length ? index + 1 : index - 1);
      remove(note.id, go);
    }
  };
}

import {
  CalendarDays,
  Calendars,
  Columns3,
  FileText,
  Paperclip,
  SquareKanban,
  StickyNote,
  Trash2,
  Undo2,
  type LucideIcon,
} from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, type KeyboardEvent, type ReactNode, type RefObject } from 'react';
import { useLocation } from 'wouter';
import type { TrashEntry, TrashType } from '../../../main/contract/trash.ts';
import { useActions } from '../../actions/registry.ts';
import { Button, IconButton } from '../../ui/Buttons.tsx';
import { confirm } from '../../ui/confirm.ts';
import { useNow, exactTime, timeSince, timeUntil } from '../../ui/when.ts';
import { strings } from './strings.ts';
import { titleOf, useRemoveForGood, useRestore } from './use-trash.ts';

const icons: Readonly<Record<TrashType, LucideIcon>> = {
  note: FileText,
  card: StickyNote,
  column: Columns3,
  project: SquareKanban,
  event: CalendarDays,
  calendar: Calendars,
  file: Paperclip,
};

/** The entries of the trash. The arrow keys go from one to the next, Enter brings back, Delete removes for good. */
export function Entries({ entries }: { readonly entries: readonly TrashEntry[] }): ReactNode {
  const [, go] = useLocation();
  const list = useRef<HTMLUListElement>(null);
  const restore = useRestore(go);
  const removeForGood = useRemoveForGood();
  const now = useNow();
  const { focus, current } = useFocusInList(list, entries);
  const remove = async (entry: TrashEntry): Promise<void> => {
    const { type, title } = entry;
    const goAhead = await confirm({
      title: strings.removeTitle(titleOf(title)),
      text: strings.removeText[type],
      action: strings.removeAction,
      focusAfter: (isWanted) => (isWanted ? current() : null),
    });
    if (goAhead) removeForGood(entry);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const index = entries.findIndex(({ id }) => id === (event.target as Element).closest('[data-entry]')?.getAttribute('data-entry'));
    const entry = entries[index];
    if (entry === undefined) return;
    const targets: Readonly<Record<string, number>> = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: entries.length - 1 };
    const target = targets[event.key];
    if (target !== undefined) {
      event.preventDefault();
      if (target >= 0) focus(target);
    } else if (event.key === 'Delete') {
      event.preventDefault();
      void remove(entry);
    }
  };
  useActions([
    { id: 'trash.go', name: strings.keys, group: strings.group, icon: Trash2, shortcut: 'ArrowDown', listed: 'help', perform: doNothing },
    {
      id: 'trash.restore',
      name: strings.keysRestore,
      group: strings.group,
      icon: Undo2,
      shortcut: 'Enter',
      listed: 'help',
      perform: doNothing,
    },
    {
      id: 'trash.remove',
      name: strings.keysRemove,
      group: strings.group,
      icon: Trash2,
      shortcut: 'Delete',
      listed: 'help',
      perform: doNothing,
    },
  ]);
  return (
    <ul ref={list} className="trash-list" aria-label={strings.heading} onKeyDown={onKeyDown}>
      {entries.map((entry) => (
        <Entry
          key={entry.id}
          entry={entry}
          now={now}
          onRestore={() => {
            restore(entry);
          }}
          onRemove={() => void remove(entry)}
        />
      ))}
    </ul>
  );
}

/** What focuses an entry. When the one with the focus goes, the next one takes it; the page itself when there is none. */
function useFocusInList(list: RefObject<HTMLUListElement | null>, entries: readonly TrashEntry[]) {
  const last = useRef<number | null>(null);
  const at = (index: number): HTMLElement | null => {
    const rows = list.current?.querySelectorAll<HTMLElement>('.trash-restore .button') ?? [];
    return rows[Math.min(index, rows.length - 1)] ?? null;
  };
  const focus = (index: number): void => {
    at(index)?.focus();
  };
  const current = (): HTMLElement | null => at(last.current ?? 0) ?? document.querySelector('#main');
  useLayoutEffect(() => {
    if (last.current !== null && document.activeElement === document.body) focus(last.current);
  });
  useEffect(() => {
    const note = (): void => {
      const id = document.activeElement?.closest('[data-entry]')?.getAttribute('data-entry');
      // With a question above the page it is still this row.
      if (id !== undefined) last.current = entries.findIndex((entry) => entry.id === id);
      else if (document.activeElement?.closest('#main') !== null) last.current = null;
    };
    note();
    document.addEventListener('focusin', note);
    return () => {
      document.removeEventListener('focusin', note);
    };
  }, [entries]);
  useLayoutEffect(
    () => () => {
      if (last.current !== null) document.querySelector<HTMLElement>('#main')?.focus();
    },
    [],
  );
  return { focus, current };
}

interface EntryProps {
  readonly entry: TrashEntry;
  readonly now: Date;
  readonly onRestore: () => void;
  readonly onRemove: () => void;
}

function Entry({ entry, now, onRestore, onRemove }: EntryProps): ReactNode {
  const { id, type, trashedAt, expiresAt, actor } = entry;
  const Icon = icons[type];
  const title = titleOf(entry.title);
  return (
    <li className="trash-entry" data-entry={id}>
      <Icon className="trash-icon" aria-hidden="true" />
      <span className="trash-words">
        <bdi className="trash-title">{title}</bdi>
        <span className="trash-details dotted">
          <span>{strings.kind[type]}</span>
          <time dateTime={trashedAt} title={exactTime(trashedAt)}>
            {strings.deleted(timeSince(trashedAt, now))}
          </time>
          {actor.kind !== 'window' && <span>{strings.by(actor.name)}</span>}
          <time dateTime={expiresAt} title={exactTime(expiresAt)}>
            {strings.goes(timeUntil(expiresAt, now))}
          </time>
        </span>
      </span>
      <span className="trash-restore">
        <Button aria-label={strings.restoreNamed(title)} onClick={onRestore}>
          <Undo2 aria-hidden="true" />
          <span className="trash-restore-word">{strings.restore}</span>
        </Button>
      </span>
      <IconButton size="small" icon={Trash2} label={strings.remove(title)} onClick={onRemove} />
    </li>
  );
}

/** The list handles its keys itself. */
function doNothing(): void {}

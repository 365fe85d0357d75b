import { Columns2, Link, MousePointer2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import type { NoteSummary } from '../../../../main/contract/notes.ts';
import { notePath } from '../../../../main/contract/page-paths.ts';
import { ContextMenu } from '../../../ui/ContextMenu.tsx';
import { copyText } from '../../../ui/hand-over.ts';
import { MenuItems } from '../../../ui/Menu.tsx';
import { useNoteActions } from '../notebooks/note-actions.ts';
import { usePane } from '../split/pane-router.tsx';
import { strings } from '../strings.ts';
import type { Selection } from './use-selection.ts';

interface NoteRowMenuProps {
  readonly items: readonly NoteSummary[];
  readonly selection: Selection;
  /** The list. */
  readonly children: ReactNode;
}

/** The menu of a note in the list; of one that is chosen together with others, theirs. */
export function NoteRowMenu({ items, selection, children }: NoteRowMenuProps): ReactNode {
  return (
    <ContextMenu
      selector="[data-note]"
      find={({ dataset }) => items.find(({ id }) => id === dataset['note']) ?? null}
      renderItems={(note) => (
        <Items
          note={note}
          notes={selection.ids.has(note.id) ? items.filter(({ id }) => selection.ids.has(id)) : [note]}
          onDone={selection.clear}
        />
      )}
    >
      {children}
    </ContextMenu>
  );
}

interface ItemsProps {
  readonly note: NoteSummary;
  readonly notes: readonly NoteSummary[];
  readonly onDone: () => void;
}

function Items({ note: { id }, notes, onDone }: ItemsProps): ReactNode {
  const { pin, move, archive, trash } = useNoteActions(notes, onDone);
  const { openBeside } = usePane();
  const [, go] = useLocation();
  const open = [
    {
      name: strings.open,
      icon: MousePointer2,
      shortcut: 'Enter',
      perform: () => {
        go(notePath(id));
      },
    },
    {
      name: strings.openBeside,
      icon: Columns2,
      shortcut: '$mod+Enter',
      perform: () => {
        openBeside(id);
      },
    },
    { name: strings.copyLink, icon: Link, perform: () => void copyText(new URL(notePath(id), location.href).href) },
    null,
  ];
  return (
    <MenuItems
      entries={[
        ...(notes.length === 1 ? open : []),
        { ...pin, shortcut: 'p' },
        { ...move, shortcut: 'v' },
        { ...archive, shortcut: 'e' },
        null,
        { ...trash, shortcut: 'Delete' },
      ]}
    />
  );
}

import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import type { NoteSummary } from '../../../../main/contract/notes.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { strings } from '../notebooks/strings.ts';
import { useNoteActions } from '../notebooks/note-actions.ts';

/** What can be done with the notes that are chosen together. */
export function SelectionBar({ notes, onClear }: { readonly notes: readonly NoteSummary[]; readonly onClear: () => void }): ReactNode {
  const actions = useNoteActions(notes, onClear);
  return (
    <div className="selection-bar" role="toolbar" aria-label={strings.selection}>
      <span className="selection-count">{strings.selected(notes.length)}</span>
      {(['pin', 'move', 'archive', 'trash'] as const).map((name) => {
        const { name: label, icon, perform } = actions[name];
        return icon && <IconButton key={name} icon={icon} label={label} onClick={perform} />;
      })}
      <IconButton icon={X} label={strings.clearSelection} shortcut="Escape" onClick={onClear} />
    </div>
  );
}

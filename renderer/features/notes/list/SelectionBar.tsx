import { Columns2, X } from 'lucide-react';
import type { ReactNode } from 'react';
import type { NoteSummary } from '../../../../main/contract/notes.ts';
import { IconButton } from '../../../ui/Buttons.tsx';
import { useLocation } from 'wouter';
import { strings } from '../notebooks/strings.ts';
import { paneAddress } from '../split/pane-address.ts';
import { usePane } from '../split/pane-router.tsx';
import { strings as noteStrings } from '../strings.ts';
import { useNoteActions } from '../notebooks/note-actions.ts';

/** What can be done with the notes that are chosen together. */
export function SelectionBar({ notes, onClear }: { readonly notes: readonly NoteSummary[]; readonly onClear: () => void }): ReactNode {
  const actions = useNoteActions(notes, onClear);
  const { openBeside } = usePane();
  const [, go] = useLocation();
  const [first, second, ...more] = notes;
  const beside = (): void => {
    if (first === undefined) return;
    if (second === undefined) openBeside(first.id);
    else go(paneAddress(first.id, second.id));
    onClear();
  };
  return (
    <div className="selection-bar" role="toolbar" aria-label={strings.selection}>
      <span className="selection-count">{strings.selected(notes.length)}</span>
      {(['pin', 'move', 'archive', 'trash'] as const).map((name) => {
        const { name: label, icon, perform } = actions[name];
        return icon && <IconButton key={name} icon={icon} label={label} onClick={perform} />;
      })}
      {more.length === 0 && <IconButton icon={Columns2} label={noteStrings.openBeside} onClick={beside} />}
      <IconButton icon={X} label={strings.clearSelection} shortcut="Escape" onClick={onClear} />
    </div>
  );
}

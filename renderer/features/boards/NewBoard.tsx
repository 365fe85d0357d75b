import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import { textLimits } from '../../../main/contract/limits.ts';
import { Button, SaveButton } from '../../ui/Buttons.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { TextField } from '../../ui/Field.tsx';
import { SavedForm } from '../../ui/SavedForm.tsx';
import { useSavedForm } from '../../ui/use-saved-form.ts';
import type { Project } from '../../../main/contract/projects.ts';
import { boardPath } from '../../../main/contract/page-paths.ts';
import { strings } from './strings.ts';
import { useMakeBoard } from './use-column-changes.ts';

interface NewBoardProps {
  readonly open: boolean;
  readonly onClose: () => void;
  /** Those that there are. */
  readonly boards: readonly Pick<Project, 'id' | 'name'>[];
}

/** Asks for a name, and makes a board of three columns. */
export function NewBoard({ open, onClose, boards }: NewBoardProps): ReactNode {
  return (
    <Dialog open={open} onClose={onClose} title={strings.newBoard} size="small">
      {open && <NewBoardForm boards={boards} onClose={onClose} />}
    </Dialog>
  );
}

function NewBoardForm({ boards, onClose }: Omit<NewBoardProps, 'open'>): ReactNode {
  const [, go] = useLocation();
  const make = useMakeBoard();
  const form = useSavedForm({
    keptAs: 'board/new',
    staysKept: true,
    initial: { name: '' },
    about: 'name',
    failed: strings.createFailed,
    onDone: () => {
      go(boardPath(projectId));
    },
  });
  const { fields, set, faults, object, isSaving, save } = form;
  const name = fields.name.trim();
  const projectId = freeId(name, boards);
  const isTaken = boards.some((board) => board.name === name);
  return (
    <SavedForm
      form={form}
      className="board-form"
      onSubmit={() => {
        if (name === '') object({ name: strings.nameMissing });
        else if (isTaken) object({ name: strings.newBoardTaken });
        else save(() => make(projectId, name));
      }}
      footer={
        <div className="labels-form-actions">
          <Button onClick={onClose}>{strings.cancel}</Button>
          <SaveButton isSaving={isSaving}>{strings.create}</SaveButton>
        </div>
      }
    >
      <TextField
        label={strings.newBoardName}
        hint={strings.newBoardHint}
        value={fields.name}
        most={textLimits.name}
        problem={faults['name'] ?? null}
        onChange={(typed) => {
          set({ name: typed });
        }}
      />
    </SavedForm>
  );
}

/** The name itself, unless a board that was renamed has it as its id. */
function freeId(name: string, boards: readonly Pick<Project, 'id'>[]): string {
  let id = name;
  for (let count = 2; boards.some((board) => board.id === id); count += 1) id = `${name.slice(0, 190)} ${count}`;
  return id;
}

import { useId, useState, type ReactNode } from 'react';
import { useLocation } from 'wouter';
import { useKept } from '../../api/use-kept.ts';
import { Button } from '../../ui/Buttons.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Field } from '../../ui/Field.tsx';
import type { Project } from '../../../main/contract/projects.ts';
import { boardPath } from '../../actions/record-path.ts';
import { strings } from './strings.ts';
import { useAddColumns } from './use-column-changes.ts';

interface NewBoardProps {
  readonly open: boolean;
  readonly onClose: () => void;
  /** Those that there are. */
  readonly boards: readonly Pick<Project, 'id' | 'name'>[];
}

/** Asks for a name, and makes a board of three columns. */
export function NewBoard({ open, onClose, boards }: NewBoardProps): ReactNode {
  const form = useId();
  const [name, setName] = useKept('board/new');
  const [tried, setTried] = useState(false);
  const wanted = name.trim();
  const projectId = freeId(wanted, boards);
  const { add, isAdding } = useAddColumns(projectId, {
    what: () => strings.boardMade(wanted),
    failed: strings.createFailed,
    name: wanted,
  });
  const [, go] = useLocation();
  const isTaken = boards.some((board) => board.name === wanted);
  const create = (): void => {
    setTried(true);
    if (wanted === '' || isTaken || isAdding) return;
    add(strings.firstColumns, () => {
      setName('');
      setTried(false);
      go(boardPath(projectId));
    });
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={strings.newBoard}
      size="small"
      actions={
        <Button primary type="submit" form={form} aria-disabled={isAdding}>
          {strings.create}
        </Button>
      }
    >
      <form
        id={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          create();
        }}
      >
        <Field
          label={strings.newBoardName}
          hint={strings.newBoardHint}
          problem={tried && isTaken && !isAdding ? strings.newBoardTaken : null}
        >
          {(ties) => (
            <input
              {...ties}
              className="input"
              value={name}
              maxLength={200}
              autoComplete="off"
              onChange={(event) => {
                setName(event.target.value);
              }}
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}

/** The name itself, unless a board that was renamed has it as its id. */
function freeId(name: string, boards: readonly Pick<Project, 'id'>[]): string {
  let id = name;
  for (let count = 2; boards.some((board) => board.id === id); count += 1) id = `${name.slice(0, 190)} ${count}`;
  return id;
}

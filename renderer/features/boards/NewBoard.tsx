import { useId, useState, type ReactNode } from 'react';
import { useLocation } from 'wouter';
import { useKept } from '../../api/use-kept.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Field } from '../../ui/Field.tsx';
import { boardPath } from '../../actions/board-path.ts';
import { strings } from './strings.ts';
import { useAddColumns } from './use-column-changes.ts';

interface NewBoardProps {
  readonly open: boolean;
  readonly onClose: () => void;
  /** The names that there are. */
  readonly taken: readonly string[];
}

/** Asks for a name, and makes a board of three columns. */
export function NewBoard({ open, onClose, taken }: NewBoardProps): ReactNode {
  const form = useId();
  const [name, setName] = useKept('board/new');
  const [tried, setTried] = useState(false);
  const projectId = name.trim();
  const { add, isAdding } = useAddColumns(projectId, { what: () => strings.boardMade(projectId), failed: strings.createFailed });
  const [, go] = useLocation();
  const isTaken = taken.includes(projectId);
  const create = (): void => {
    setTried(true);
    if (projectId === '' || isTaken || isAdding) return;
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

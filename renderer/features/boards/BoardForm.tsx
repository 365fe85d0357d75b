import { useState, type ReactNode } from 'react';
import type { Project } from '../../../main/contract/projects.ts';
import { Button } from '../../ui/Buttons.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Field, Labelled } from '../../ui/Field.tsx';
import { strings } from './strings.ts';
import { Swatches } from './Swatches.tsx';
import { useUpdateProject } from './use-project.ts';

/** Name and colour of a board. */
export function BoardForm({ project, onClose }: { readonly project: Project | null; readonly onClose: () => void }): ReactNode {
  // While it disappears it still shows what it showed.
  const [shown, setShown] = useState(project);
  if (project !== null && project.id !== shown?.id) setShown(project);
  return (
    <Dialog
      open={project !== null}
      onClose={onClose}
      onClosed={() => {
        setShown(null);
      }}
      title={strings.editBoard}
      size="small"
    >
      {shown !== null && <Fields key={shown.id} project={shown} onClose={onClose} />}
    </Dialog>
  );
}

function Fields({ project, onClose }: { readonly project: Project; readonly onClose: () => void }): ReactNode {
  const [name, setName] = useState(project.name);
  const [color, setColor] = useState(project.color);
  const update = useUpdateProject();
  return (
    <form
      className="board-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const next = name.trim() === '' ? project.name : name.trim();
        if (next !== project.name || color !== project.color) update(project, { name: next, color }, strings.boardChanged(next));
        onClose();
      }}
    >
      <Field label={strings.newBoardName}>
        {(ties) => (
          <input
            {...ties}
            className="input"
            maxLength={200}
            autoComplete="off"
            value={name}
            onChange={(event) => {
              setName(event.target.value);
            }}
          />
        )}
      </Field>
      <Labelled label={strings.color}>
        <Swatches color={color} onChange={setColor} />
      </Labelled>
      <div className="labels-form-actions">
        <Button onClick={onClose}>{strings.cancel}</Button>
        <Button primary type="submit">
          {strings.save}
        </Button>
      </div>
    </form>
  );
}

import { useState, type ReactNode } from 'react';
import { textLimits } from '../../../main/contract/limits.ts';
import type { Project } from '../../../main/contract/projects.ts';
import { Button, SaveButton } from '../../ui/Buttons.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Labelled, TextField } from '../../ui/Field.tsx';
import { SavedForm } from '../../ui/SavedForm.tsx';
import { useSavedForm } from '../../ui/use-saved-form.ts';
import { strings } from './strings.ts';
import { Swatches } from './Swatches.tsx';
import { useSaveProject } from './use-project.ts';

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
  const form = useSavedForm({
    keptAs: `board/${project.id}/form`,
    initial: { name: project.name, color: project.color },
    about: 'name',
    failed: strings.changeBoardFailed,
    onDone: onClose,
  });
  const { fields, changed, set, faults, object, isSaving, save } = form;
  const update = useSaveProject();
  return (
    <SavedForm
      form={form}
      className="board-form"
      onSubmit={() => {
        if (changed.name === '') object({ name: strings.nameMissing });
        else if (Object.keys(changed).length === 0) onClose();
        else save(() => update(project, changed, strings.boardChanged(changed.name ?? project.name)));
      }}
      footer={
        <div className="labels-form-actions">
          <Button onClick={onClose}>{strings.cancel}</Button>
          <SaveButton isSaving={isSaving}>{strings.save}</SaveButton>
        </div>
      }
    >
      <TextField
        label={strings.newBoardName}
        value={fields.name}
        most={textLimits.name}
        problem={faults['name'] ?? null}
        onChange={(name) => {
          set({ name });
        }}
      />
      <Labelled label={strings.color}>
        <Swatches
          color={fields.color}
          onChange={(color) => {
            set({ color });
          }}
        />
      </Labelled>
    </SavedForm>
  );
}

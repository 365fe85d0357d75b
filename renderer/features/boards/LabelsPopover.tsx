import './labels.css';
import { Popover } from '@base-ui/react/popover';
import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useLayoutEffect, useRef, useState, type ReactElement, type ReactNode } from 'react';
import { textLimits } from '../../../main/contract/limits.ts';
import type { Label, Project } from '../../../main/contract/projects.ts';
import { Button, IconButton, SaveButton } from '../../ui/Buttons.tsx';
import { TextField } from '../../ui/Field.tsx';
import { Checkbox } from '../../ui/Toggles.tsx';
import { palette } from '../../ui/palette.ts';
import { SavedForm } from '../../ui/SavedForm.tsx';
import { useLatest } from '../../ui/use-latest.ts';
import { useSavedForm } from '../../ui/use-saved-form.ts';
import { LabelChip } from './CardMarks.tsx';
import { strings } from './strings.ts';
import { Swatches } from './Swatches.tsx';
import { useDeleteLabel, useProject, useSaveLabel } from './use-project.ts';

interface LabelsPopoverProps {
  readonly projectId: string;
  /** The button that opens it. */
  readonly trigger: ReactElement<Record<string, unknown>>;
  /** Those that are chosen. */
  readonly chosen: readonly string[];
  readonly onToggle: (labelId: string, isChosen: boolean) => void;
}

/** Chooses labels of the board, and makes, changes and deletes them. */
export function LabelsPopover({ projectId, trigger, chosen, onToggle }: LabelsPopoverProps): ReactNode {
  const project = useProject(projectId);
  const remove = useDeleteLabel();
  const [edited, setEdited] = useState<Label | 'new' | null>(null);
  // Others may be chosen while a new one is on its way.
  const latestToggle = useLatest(onToggle);
  const labels = project?.labels ?? [];
  const form = edited ?? (labels.length === 0 ? 'new' : null);
  return (
    <Popover.Root
      onOpenChangeComplete={(open) => {
        if (!open) setEdited(null);
      }}
    >
      <Popover.Trigger render={trigger} />
      <Popover.Portal>
        <Popover.Positioner className="layer" sideOffset={4} align="start" collisionPadding={8}>
          <Popover.Popup className="labels-popover" aria-label={strings.labels}>
            {labels.length > 0 && (
              <ul className="labels-list">
                {labels.map((label) => (
                  <li key={label.id} className="labels-row">
                    <label>
                      <Checkbox
                        checked={chosen.includes(label.id)}
                        onChange={(isChosen) => {
                          onToggle(label.id, isChosen);
                        }}
                      />
                      <LabelChip label={label} />
                    </label>
                    <IconButton
                      size="small"
                      icon={Pencil}
                      label={strings.editLabel(label.name)}
                      onClick={() => {
                        setEdited(label);
                      }}
                    />
                  </li>
                ))}
              </ul>
            )}
            {form === null ? (
              <Button
                tone="quiet"
                onClick={() => {
                  setEdited('new');
                }}
              >
                <Plus aria-hidden="true" />
                {strings.newLabel}
              </Button>
            ) : (
              project !== null && (
                <LabelForm
                  key={form === 'new' ? 'new' : form.id}
                  project={project}
                  label={form === 'new' ? null : form}
                  fresh={palette.find((color) => labels.every((label) => label.color !== color)) ?? 'teal'}
                  canCancel={labels.length > 0}
                  onDone={() => {
                    setEdited(null);
                  }}
                  onMade={(id) => {
                    latestToggle.current(id, true);
                  }}
                  onDelete={(id) => {
                    setEdited(null);
                    remove(project, id);
                  }}
                />
              )
            )}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

interface LabelFormProps {
  readonly project: Project;
  /** Null for a new one. */
  readonly label: Label | null;
  /** The colour that a new one begins with. */
  readonly fresh: string;
  readonly canCancel: boolean;
  /** The service has it, or the user leaves it as it is. */
  readonly onDone: () => void;
  readonly onMade: (id: string) => void;
  readonly onDelete: (id: string) => void;
}

function LabelForm({ project, label, fresh, canCancel, onDone, onMade, onDelete }: LabelFormProps): ReactNode {
  const form = useSavedForm({
    keptAs: `board/${project.id}/label/${label?.id ?? 'new'}`,
    initial: { name: label?.name ?? '', color: label?.color ?? fresh },
    about: 'name',
    failed: strings.labelFailed,
    onDone,
  });
  const saveLabel = useSaveLabel();
  const { fields, changed, set, faults, object, isSaving, save } = form;
  const element = useRef<HTMLFormElement>(null);
  useLayoutEffect(() => element.current?.querySelector('input')?.select(), []);
  const submit = (): void => {
    const written = { name: fields.name.trim(), color: fields.color };
    if (written.name === '') object({ name: strings.nameMissing });
    else if (label === null)
      save(async () => {
        const made = await saveLabel(project, { how: 'add', ...written });
        if (made !== null) onMade(made.id);
      });
    else if (Object.keys(changed).length === 0) onDone();
    else save(() => saveLabel(project, { how: 'change', id: label.id, body: changed }));
  };
  const actions = (
    <div className="labels-form-actions">
      {label !== null && (
        <IconButton
          size="small"
          icon={Trash2}
          label={strings.deleteLabel(label.name)}
          onClick={() => {
            onDelete(label.id);
          }}
        />
      )}
      {canCancel && (
        <Button tone="quiet" onClick={onDone}>
          {strings.cancel}
        </Button>
      )}
      <SaveButton isSaving={isSaving}>{label === null ? strings.addLabel : strings.save}</SaveButton>
    </div>
  );
  return (
    <SavedForm ref={element} form={form} className="labels-form" onSubmit={submit} footer={actions}>
      <TextField
        label={strings.labelName}
        value={fields.name}
        most={textLimits.label}
        problem={faults['name'] ?? null}
        onChange={(name) => {
          set({ name });
        }}
      />
      <Swatches
        color={fields.color}
        onChange={(color) => {
          set({ color });
        }}
      />
    </SavedForm>
  );
}

import './labels.css';
import { Popover } from '@base-ui/react/popover';
import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useLayoutEffect, useRef, useState, type ReactElement, type ReactNode } from 'react';
import type { Label } from '../../../main/contract/projects.ts';
import { Button, IconButton } from '../../ui/Buttons.tsx';
import { Checkbox } from '../../ui/Toggles.tsx';
import { palette } from '../../ui/palette.ts';
import { LabelChip } from './CardMarks.tsx';
import { strings } from './strings.ts';
import { Swatches } from './Swatches.tsx';
import { useChangeLabel, useProject } from './use-project.ts';

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
  const change = useChangeLabel(project);
  const [edited, setEdited] = useState<Label | 'new' | null>(null);
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
              <LabelForm
                key={form === 'new' ? 'new' : form.id}
                label={form === 'new' ? null : form}
                fresh={palette.find((color) => labels.every((label) => label.color !== color)) ?? 'teal'}
                onCancel={
                  labels.length === 0
                    ? null
                    : () => {
                        setEdited(null);
                      }
                }
                onSave={(name, color) => {
                  setEdited(null);
                  if (form === 'new')
                    change({ how: 'add', name, color }, ({ id }) => {
                      onToggle(id, true);
                    });
                  else if (name !== form.name || color !== form.color) change({ how: 'change', id: form.id, name, color });
                }}
                onDelete={() => {
                  setEdited(null);
                  if (form !== 'new') change({ how: 'delete', id: form.id, name: form.name });
                }}
              />
            )}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

interface LabelFormProps {
  /** Null for a new one. */
  readonly label: Label | null;
  /** The colour that a new one begins with. */
  readonly fresh: string;
  readonly onSave: (name: string, color: string) => void;
  readonly onDelete: () => void;
  readonly onCancel: (() => void) | null;
}

function LabelForm({ label, fresh, onSave, onDelete, onCancel }: LabelFormProps): ReactNode {
  const [name, setName] = useState(label?.name ?? '');
  const [color, setColor] = useState(label?.color ?? fresh);
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => field.current?.select(), []);
  return (
    <form
      className="labels-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim() !== '') onSave(name.trim(), color);
      }}
    >
      <input
        ref={field}
        className="input"
        aria-label={strings.labelName}
        placeholder={strings.labelName}
        maxLength={100}
        autoComplete="off"
        value={name}
        onChange={(event) => {
          setName(event.target.value);
        }}
      />
      <Swatches color={color} onChange={setColor} />
      <div className="labels-form-actions">
        {label !== null && <IconButton size="small" icon={Trash2} label={strings.deleteLabel(label.name)} onClick={onDelete} />}
        {onCancel !== null && (
          <Button tone="quiet" onClick={onCancel}>
            {strings.cancel}
          </Button>
        )}
        <Button primary type="submit">
          {label === null ? strings.addLabel : strings.save}
        </Button>
      </div>
    </form>
  );
}

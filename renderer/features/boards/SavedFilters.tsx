import { Bookmark, BookmarkPlus, Check, Pencil, Trash2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { textLimits } from '../../../main/contract/limits.ts';
import type { Project } from '../../../main/contract/projects.ts';
import { Button, SaveButton } from '../../ui/Buttons.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { TextField } from '../../ui/Field.tsx';
import { Menu } from '../../ui/Menu.tsx';
import { SavedForm } from '../../ui/SavedForm.tsx';
import { useSavedForm } from '../../ui/use-saved-form.ts';
import { filterBody, filtersOf, isFiltering, sameFilters, type Filters } from './filters.ts';
import { strings } from './strings.ts';
import { useDeleteFilter, useSaveFilter } from './use-filters.ts';

interface SavedFiltersProps {
  readonly project: Project;
  readonly filters: Filters;
  readonly onChange: (filters: Filters) => void;
}

/** The filters that are saved of a board, and the way to save those that are set. */
export function SavedFilters({ project, filters, onChange }: SavedFiltersProps): ReactNode {
  const remove = useDeleteFilter();
  const saveFilter = useSaveFilter();
  const [naming, setNaming] = useState<'new' | Project['filters'][number] | null>(null);
  // The one that the dialog was opened for, whatever becomes of it meanwhile.
  const renamed = naming === 'new' ? null : naming;
  const saved = project.filters;
  const current = saved.find((each) => sameFilters(filtersOf(each), filters)) ?? null;
  const canSave = isFiltering(filters) && current === null;
  const close = (): void => {
    setNaming(null);
  };
  if (saved.length === 0 && !canSave && naming === null) return null;
  return (
    <>
      <Menu
        align="start"
        trigger={
          <Button tone="quiet" aria-label={current === null ? strings.savedFilters : strings.savedFilterIs(current.name)}>
            <Bookmark aria-hidden="true" />
            <bdi className="saved-filter-name">{current?.name ?? strings.savedFilters}</bdi>
          </Button>
        }
        entries={[
          ...saved.map((each) => ({
            name: each.name,
            icon: each === current ? Check : Bookmark,
            perform: () => {
              onChange(filtersOf(each));
            },
          })),
          ...(saved.length > 0 && isFiltering(filters) ? [null] : []),
          ...(canSave
            ? [
                {
                  name: strings.saveFilter,
                  icon: BookmarkPlus,
                  perform: () => {
                    setNaming('new');
                  },
                },
              ]
            : []),
          ...(current === null
            ? []
            : [
                {
                  name: strings.renameFilter,
                  icon: Pencil,
                  perform: () => {
                    setNaming(current);
                  },
                },
                {
                  name: strings.deleteFilter,
                  icon: Trash2,
                  danger: true,
                  perform: () => {
                    remove(project, current);
                  },
                },
              ]),
        ]}
      />
      <NameDialog
        open={naming !== null}
        title={renamed === null ? strings.saveFilter : strings.renameFilter}
        name={renamed?.name ?? ''}
        keptAs={`board/${project.id}/filter/${renamed?.id ?? 'new'}`}
        onClose={close}
        send={(name) =>
          renamed === null
            ? saveFilter(project, { how: 'save', body: { name, ...filterBody(filters) } })
            : saveFilter(project, { how: 'rename', id: renamed.id, name })
        }
      />
    </>
  );
}

interface NameDialogProps extends NameFormProps {
  readonly open: boolean;
  readonly title: string;
}

function NameDialog({ open, title, ...form }: NameDialogProps): ReactNode {
  return (
    <Dialog open={open} onClose={form.onClose} title={title} size="small">
      {open && <NameForm {...form} />}
    </Dialog>
  );
}

interface NameFormProps {
  readonly name: string;
  readonly keptAs: string;
  readonly onClose: () => void;
  readonly send: (name: string) => Promise<unknown>;
}

function NameForm({ name: initial, keptAs, onClose, send }: NameFormProps): ReactNode {
  const form = useSavedForm({
    keptAs,
    initial: { name: initial },
    about: 'name',
    failed: strings.filterFailed,
    onDone: onClose,
  });
  const { fields, set, faults, object, isSaving, save } = form;
  return (
    <SavedForm
      form={form}
      className="board-form"
      onSubmit={() => {
        const name = fields.name.trim();
        if (name === '') object({ name: strings.nameMissing });
        else save(() => send(name));
      }}
      footer={
        <div className="labels-form-actions">
          <Button onClick={onClose}>{strings.cancel}</Button>
          <SaveButton isSaving={isSaving}>{strings.save}</SaveButton>
        </div>
      }
    >
      <TextField
        label={strings.filterName}
        value={fields.name}
        most={textLimits.label}
        problem={faults['name'] ?? null}
        onChange={(name) => {
          set({ name });
        }}
      />
    </SavedForm>
  );
}

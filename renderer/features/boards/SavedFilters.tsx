import { Bookmark, BookmarkPlus, Check, Pencil, Trash2 } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';
import type { Project } from '../../../main/contract/projects.ts';
import { Button } from '../../ui/Buttons.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Field } from '../../ui/Field.tsx';
import { Menu } from '../../ui/Menu.tsx';
import { filterBody, filtersOf, isFiltering, sameFilters, type Filters } from './filters.ts';
import { strings } from './strings.ts';
import { useChangeFilter } from './use-filters.ts';

interface SavedFiltersProps {
  readonly project: Project;
  readonly filters: Filters;
  readonly onChange: (filters: Filters) => void;
}

/** The filters that are saved of a board, and the way to save those that are set. */
export function SavedFilters({ project, filters, onChange }: SavedFiltersProps): ReactNode {
  const change = useChangeFilter(project);
  const [naming, setNaming] = useState<'save' | 'rename' | null>(null);
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
                    setNaming('save');
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
                    setNaming('rename');
                  },
                },
                {
                  name: strings.deleteFilter,
                  icon: Trash2,
                  danger: true,
                  perform: () => {
                    change({ how: 'delete', id: current.id, name: current.name });
                  },
                },
              ]),
        ]}
      />
      <NameDialog
        open={naming !== null}
        title={naming === 'rename' ? strings.renameFilter : strings.saveFilter}
        name={naming === 'rename' ? (current?.name ?? '') : ''}
        onClose={close}
        onSave={(name) => {
          close();
          if (naming === 'save') change({ how: 'save', body: { name, ...filterBody(filters) } });
          else if (current !== null) change({ how: 'rename', id: current.id, name });
        }}
      />
    </>
  );
}

interface NameDialogProps {
  readonly open: boolean;
  readonly title: string;
  readonly name: string;
  readonly onClose: () => void;
  readonly onSave: (name: string) => void;
}

function NameDialog({ open, title, name, onClose, onSave }: NameDialogProps): ReactNode {
  const form = useId();
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      size="small"
      actions={
        <Button primary type="submit" form={form}>
          {strings.save}
        </Button>
      }
    >
      {open && <NameForm id={form} name={name} onSave={onSave} />}
    </Dialog>
  );
}

function NameForm({
  id,
  name,
  onSave,
}: {
  readonly id: string;
  readonly name: string;
  readonly onSave: (name: string) => void;
}): ReactNode {
  const [typed, setTyped] = useState(name);
  return (
    <form
      id={id}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (typed.trim() !== '') onSave(typed.trim());
      }}
    >
      <Field label={strings.filterName}>
        {(ties) => (
          <input
            {...ties}
            className="input"
            type="text"
            maxLength={100}
            required
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value);
            }}
          />
        )}
      </Field>
    </form>
  );
}

import { Search, X } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import type { Priority } from '../../../main/contract/cards.ts';
import { isComposing } from '../../actions/shortcut.ts';
import { Button } from '../../ui/Buttons.tsx';
import { Select } from '../../ui/Select.tsx';
import { useLatest } from '../../ui/use-latest.ts';
import type { Project } from '../../../main/contract/projects.ts';
import { dueFilters, priorities } from '../../../main/contract/card-values.ts';
import { isFiltering, noFilters, type DueFilter, type Filters } from './filters.ts';
import { PriorityMark } from './CardMarks.tsx';
import { SavedFilters } from './SavedFilters.tsx';
import { strings } from './strings.ts';

interface FilterBarProps {
  readonly filters: Filters;
  /** Null until it has been read. */
  readonly project: Project | null;
  readonly onChange: (filters: Filters) => void;
  readonly field: RefObject<HTMLInputElement | null>;
  readonly shown: number;
  readonly total: number;
}

/** Chooses which cards are shown. */
export function FilterBar({ filters, project, onChange, field, shown, total }: FilterBarProps): ReactNode {
  const labels = project?.labels ?? [];
  const priority = filters.priorities.length === 1 ? (filters.priorities[0] ?? 'any') : 'any';
  const [replacements, setReplacements] = useState(0);
  /** All of them: with that the text that is still being typed goes as well. */
  const replace = (next: Filters): void => {
    setReplacements((count) => count + 1);
    onChange(next);
  };
  return (
    <div className="filters" role="search" aria-label={strings.filters}>
      <TextFilter
        key={replacements}
        field={field}
        text={filters.text}
        onChange={(text) => {
          onChange({ ...filters, text });
        }}
      />
      <Select<Priority | 'any'>
        label={strings.priority}
        tone="quiet"
        value={priority}
        options={[
          { value: 'any', name: strings.anyPriority },
          ...priorities.toReversed().map((value) => ({ value, name: strings.priorities[value], mark: <PriorityMark priority={value} /> })),
        ]}
        onChange={(value) => {
          onChange({ ...filters, priorities: value === 'any' ? [] : [value] });
        }}
      />
      <Select<DueFilter | 'any'>
        label={strings.due}
        tone="quiet"
        value={filters.due ?? 'any'}
        options={[{ value: 'any', name: strings.anyDue }, ...dueFilters.map((value) => ({ value, name: strings.dueFilters[value] }))]}
        onChange={(value) => {
          onChange({ ...filters, due: value === 'any' ? null : value });
        }}
      />
      {(labels.length > 0 || filters.label !== null) && (
        <Select<string>
          label={strings.labels}
          tone="quiet"
          value={filters.label ?? 'any'}
          options={[
            { value: 'any', name: strings.anyLabel },
            ...labels.map(({ id, name, color }) => ({
              value: id,
              name,
              mark: <span className="label-dot" style={{ backgroundColor: color }} aria-hidden="true" />,
            })),
          ]}
          onChange={(value) => {
            onChange({ ...filters, label: value === 'any' ? null : value });
          }}
        />
      )}
      <Select<'any' | 'open' | 'done'>
        label={strings.doneFilter}
        tone="quiet"
        value={filters.isDone === null ? 'any' : filters.isDone ? 'done' : 'open'}
        options={(['any', 'open', 'done'] as const).map((value) => ({ value, name: strings.doneFilters[value] }))}
        onChange={(value) => {
          onChange({ ...filters, isDone: value === 'any' ? null : value === 'done' });
        }}
      />
      {project !== null && <SavedFilters project={project} filters={filters} onChange={replace} />}
      {isFiltering(filters) && (
        <Button
          tone="quiet"
          onClick={() => {
            replace(noFilters);
          }}
        >
          <X aria-hidden="true" />
          {strings.clearFilters}
        </Button>
      )}
      <p className="filters-count" role="status">
        {isFiltering(filters) && strings.shownOf(shown, total)}
      </p>
    </div>
  );
}

/** How long the user must have stopped typing before the cards are chosen anew, in milliseconds. */
const debounceMs = 150;

function TextFilter({
  text,
  onChange,
  field,
}: {
  readonly text: string;
  readonly onChange: (text: string) => void;
  readonly field: RefObject<HTMLInputElement | null>;
}): ReactNode {
  const [typed, setTyped] = useState(text);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // The other filters can have been changed by then.
  const latest = useLatest(onChange);
  // Cleared, or gone back in the history.
  useEffect(() => {
    setTyped(text);
  }, [text]);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
    },
    [],
  );
  const change = (next: string): void => {
    setTyped(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      latest.current(next);
    }, debounceMs);
  };
  return (
    <label className="filter-text">
      <span className="visually-hidden">{strings.filter}</span>
      <Search aria-hidden="true" />
      <input
        ref={field}
        type="search"
        className="input"
        placeholder={strings.filterHint}
        value={typed}
        onChange={(event) => {
          change(event.target.value);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || isComposing(event.nativeEvent)) return;
          if (typed === '') event.currentTarget.blur();
          else change('');
        }}
      />
    </label>
  );
}

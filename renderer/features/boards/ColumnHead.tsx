import { ArrowLeft, ArrowRight, ChevronsRightLeft, Ellipsis, Gauge, LayoutTemplate, Pencil, Plus, Trash2 } from 'lucide-react';
import { useEffectEvent, useLayoutEffect, useRef, useState, type ReactNode, type Ref } from 'react';
import { isComposing } from '../../actions/shortcut.ts';
import { textLimits } from '../../../main/contract/limits.ts';
import { useKept } from '../../api/use-kept.ts';
import { IconButton } from '../../ui/Buttons.tsx';
import { useFocusBack } from '../../ui/use-focus-back.ts';
import { Menu } from '../../ui/Menu.tsx';
import { useBoardControl, type ShownColumn } from './board-context.ts';
import { strings } from './strings.ts';
import { LimitDialog } from './LimitDialog.tsx';
import { TemplatesDialog } from './TemplatesDialog.tsx';
import { columnTitleDraft, useDeleteColumn, useUpdateColumn } from './use-column-changes.ts';

interface ColumnHeadProps {
  /** It is dragged by this. */
  readonly ref: Ref<HTMLElement>;
  readonly shown: ShownColumn;
  readonly count: number;
  readonly headingId: string;
  readonly onAdd: () => void;
}

/** The name of a column, how many cards it has, and what can be done with it. */
export function ColumnHead({ ref, shown: { column, name, cards, total, place }, count, headingId, onAdd }: ColumnHeadProps): ReactNode {
  const { projectId } = useBoardControl();
  // A name that was being written when the page was left is there again, and so is one that was refused.
  const [kept, keep] = useKept(columnTitleDraft(column.id));
  const { ask: askBack, take: takeBack } = useFocusBack();
  const [isNaming, setNaming] = useState(kept !== '');
  const isAtTitle = useRef(false);
  const update = useUpdateColumn(projectId);
  const { wipLimit } = column;
  const isOver = wipLimit !== null && total > wipLimit;
  return (
    <header ref={ref} className="column-head">
      <h2 id={headingId} className="column-title">
        {isNaming || kept !== '' ? (
          <NameField
            name={kept === '' ? column.title : kept}
            takesFocus={() => isNaming || isAtTitle.current}
            onType={(typed) => {
              // Emptied, nothing is kept, and the field is there all the same.
              setNaming(true);
              keep(typed);
            }}
            onKey={askBack}
            onDone={(title) => {
              isAtTitle.current = false;
              setNaming(false);
              keep('');
              if (title !== null && title !== column.title) update(column.id, { title }, strings.columnRenamed(title));
            }}
          />
        ) : (
          <button
            ref={takeBack}
            type="button"
            onFocus={() => {
              isAtTitle.current = true;
            }}
            onBlur={() => {
              isAtTitle.current = false;
            }}
            onClick={() => {
              setNaming(true);
            }}
          >
            <bdi>{column.title}</bdi>
          </button>
        )}
      </h2>
      <span
        className="column-count"
        role="img"
        data-over={isOver}
        title={isOver ? strings.overLimit(total, wipLimit) : undefined}
        aria-label={
          wipLimit === null ? strings.cardCount(total) : isOver ? strings.overLimit(total, wipLimit) : strings.withLimit(total, wipLimit)
        }
      >
        {cards.length !== total ? strings.shownOf(cards.length, total) : wipLimit === null ? total : strings.done(total, wipLimit)}
      </span>
      <ColumnMenu
        column={column}
        name={name}
        place={place}
        count={count}
        onAdd={onAdd}
        onRename={() => {
          setNaming(true);
        }}
      />
    </header>
  );
}

interface ColumnMenuProps extends Pick<ShownColumn, 'column' | 'name' | 'place'>, Pick<ColumnHeadProps, 'count' | 'onAdd'> {
  readonly onRename: () => void;
}

function ColumnMenu({ column, name, place, count, onAdd, onRename }: ColumnMenuProps): ReactNode {
  const { projectId, moveColumn } = useBoardControl();
  const update = useUpdateColumn(projectId);
  const remove = useDeleteColumn();
  const [isLimiting, setLimiting] = useState(false);
  const [isChoosing, setChoosing] = useState(false);
  return (
    <>
      <TemplatesDialog
        projectId={projectId}
        column={column}
        open={isChoosing}
        onClose={() => {
          setChoosing(false);
        }}
      />
      <LimitDialog
        open={isLimiting}
        column={column}
        onClose={() => {
          setLimiting(false);
        }}
        onSave={(limit) => {
          setLimiting(false);
          if (limit !== column.wipLimit) update(column.id, { wipLimit: limit }, strings.limitChanged(column.title));
        }}
      />
      <Menu
        trigger={<IconButton size="small" icon={Ellipsis} label={strings.columnMenu(name)} />}
        entries={[
          { name: strings.addCard, icon: Plus, perform: onAdd },
          {
            name: strings.fromTemplateMenu,
            icon: LayoutTemplate,
            perform: () => {
              setChoosing(true);
            },
          },
          {
            name: strings.renameColumn,
            icon: Pencil,
            perform: onRename,
          },
          {
            name: strings.columnLeft,
            icon: ArrowLeft,
            disabled: place === 0,
            perform: () => {
              moveColumn(column.id, place - 1);
            },
          },
          {
            name: strings.columnRight,
            icon: ArrowRight,
            disabled: place === count - 1,
            perform: () => {
              moveColumn(column.id, place + 1);
            },
          },
          {
            name: strings.limit,
            icon: Gauge,
            perform: () => {
              setLimiting(true);
            },
          },
          {
            name: strings.collapse,
            icon: ChevronsRightLeft,
            perform: () => {
              update(column.id, { isCollapsed: true }, strings.collapsed(column.title));
            },
          },
          null,
          {
            name: strings.deleteColumn,
            icon: Trash2,
            danger: true,
            perform: () => {
              remove(column);
            },
          },
        ]}
      />
    </>
  );
}

interface NameFieldProps {
  readonly name: string;
  /** Whether the user has asked for it, or was at what it takes the place of. */
  readonly takesFocus: () => boolean;
  readonly onType: (typed: string) => void;
  /** Called before `onDone` when the user is done by a key. */
  readonly onKey: () => void;
  readonly onDone: (name: string | null) => void;
}

/** Gives the new name; null when it shall stay. */
function NameField({ name, takesFocus, onType, onKey, onDone }: NameFieldProps): ReactNode {
  const [typed, setTyped] = useState(name);
  const field = useRef<HTMLInputElement>(null);
  const begin = useEffectEvent(() => {
    if (!takesFocus()) return undefined;
    field.current?.select();
    // After a menu has closed the focus goes back to its button first.
    const timer = setTimeout(() => {
      if (document.activeElement !== field.current) field.current?.select();
    });
    return () => {
      clearTimeout(timer);
    };
  });
  useLayoutEffect(() => begin(), []);
  const finish = (): void => {
    onDone(typed.trim() === '' ? null : typed.trim());
  };
  return (
    <input
      ref={field}
      className="input"
      aria-label={strings.columnName}
      maxLength={textLimits.title}
      value={typed}
      onChange={(event) => {
        setTyped(event.target.value);
        onType(event.target.value);
      }}
      onBlur={finish}
      onKeyDown={(event) => {
        if ((event.key !== 'Enter' && event.key !== 'Escape') || isComposing(event.nativeEvent)) return;
        // It would press the button that gets the focus.
        event.preventDefault();
        onKey();
        if (event.key === 'Enter') finish();
        else onDone(null);
      }}
    />
  );
}

import { CalendarPlus } from 'lucide-react';
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { IconButton } from '../../../ui/Buttons.tsx';
import { DateInput } from '../../../ui/Field.tsx';
import { useNow } from '../../../ui/when.ts';
import { dueFields, dueFromFields, dueOf, dueState, dueText } from '../due.ts';
import { strings as boardStrings } from '../strings.ts';
import type { KeyedItem } from './checklist-items.ts';
import { strings } from './strings.ts';

interface ItemDueProps {
  readonly item: KeyedItem;
  /** What the item is called. */
  readonly name: string;
  readonly onChange: (dueDate: string | null) => void;
  /** The field is left: what was chosen is to be saved. */
  readonly onLeave: () => void;
}

/** When an item of a checklist is due: a word that a press turns into a field for the day. A time of day that a program has set stays. */
export function ItemDue({ item: { dueDate, completed }, name, onChange, onLeave }: ItemDueProps): ReactNode {
  const [isEdited, setEdited] = useState(false);
  const place = useRef<HTMLSpanElement>(null);
  const wasEdited = useRef(false);
  useLayoutEffect(() => {
    if (isEdited) place.current?.querySelector('input')?.focus();
    else if (wasEdited.current && document.activeElement === document.body) place.current?.querySelector('button')?.focus();
    wasEdited.current = isEdited;
  }, [isEdited]);
  const { date, time } = dueFields(dueDate);
  const edit = (): void => {
    setEdited(true);
  };
  const leave = (): void => {
    setEdited(false);
    onLeave();
  };
  return (
    <span ref={place} className="item-due">
      {isEdited ? (
        <DateInput
          type="date"
          className="input item-due-field"
          aria-label={strings.itemDue(name)}
          max="9999-12-31"
          value={date}
          onChange={(day) => {
            onChange(dueFromFields(day, time));
          }}
          onBlur={leave}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' && event.key !== 'Enter') return;
            // It leaves the field, not the card.
            event.stopPropagation();
            leave();
          }}
        />
      ) : (
        <DueWord dueDate={dueDate} isDone={completed} name={name} onPress={edit} />
      )}
    </span>
  );
}

interface DueWordProps {
  readonly dueDate: string | null;
  readonly isDone: boolean;
  readonly name: string;
  readonly onPress: () => void;
}

function DueWord({ dueDate, isDone, name, onPress }: DueWordProps): ReactNode {
  const now = useNow();
  const due = dueOf(dueDate);
  if (due === null || dueDate === null)
    return <IconButton size="small" icon={CalendarPlus} label={strings.setItemDue(name)} onClick={onPress} />;
  // What is done is late no more.
  const state = isDone ? 'later' : dueState(due, now);
  const text = dueText(due, now);
  return (
    <button
      type="button"
      className="item-due-word due"
      data-due={state}
      aria-label={strings.itemDueAt(name, boardStrings.dueStates[state], text)}
      onClick={onPress}
    >
      <time dateTime={dueDate}>{text}</time>
    </button>
  );
}

import { Popover } from '@base-ui/react/popover';
import { ChevronDown } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { Button } from '../../../ui/Buttons.tsx';
import { Field } from '../../../ui/Field.tsx';
import { focusNow } from '../../../ui/focus-now.ts';
import { locale } from '../../../ui/format.ts';
import { required } from '../days.ts';
import { MiniMonth } from './MiniMonth.tsx';
import { miniStrings } from '../page-strings.ts';
import { typedDay } from '../../../ui/typed-day.ts';

interface GoToDateProps {
  /** The period that is shown; it is what one clicks. */
  readonly name: string;
  readonly open: boolean;
  readonly onOpen: (open: boolean) => void;
  readonly month: Parameters<typeof MiniMonth>[0];
}

const dayName = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeZone: 'UTC' });

/** The name of what is shown, and behind it a month and a field to go elsewhere. */
export function GoToDate({ name, open, onOpen, month }: GoToDateProps): ReactNode {
  const field = useRef<HTMLInputElement>(null);
  const pick = (day: string): void => {
    onOpen(false);
    month.onPick(day);
  };
  return (
    <Popover.Root open={open} onOpenChange={onOpen}>
      <Popover.Trigger className="calendar-date" title={miniStrings.goToDate}>
        <span className="calendar-date-name" lang={locale}>
          {name}
        </span>
        <ChevronDown aria-hidden="true" />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner className="layer" sideOffset={6} align="start">
          <Popover.Popup
            className="go-to-date"
            aria-label={miniStrings.goToDate}
            // After a touch the field would bring up the keyboard.
            initialFocus={(by) => by === 'touch' || focusNow(field.current, { preventScroll: true })}
          >
            <TypedDate field={field} today={month.today} onPick={pick} />
            <MiniMonth {...month} onPick={pick} />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

interface TypedDateProps {
  readonly field: RefObject<HTMLInputElement | null>;
  readonly today: string;
  readonly onPick: (day: string) => void;
}

function TypedDate({ field, today, onPick }: TypedDateProps): ReactNode {
  const [text, setText] = useState('');
  // Undefined: nothing has been typed, or it has not been read yet.
  const [read, setRead] = useState<{ readonly text: string; readonly day: string | null }>();
  useEffect(() => {
    let isOver = false;
    void typedDay(text, today).then((day) => {
      if (!isOver) setRead({ text, day });
    });
    return () => {
      isOver = true;
    };
  }, [text, today]);
  const day = read?.text === text ? read.day : null;
  const isUnknown = text.trim() !== '' && read?.text === text && day === null;
  return (
    <form
      className="go-to-date-form"
      onSubmit={(event) => {
        event.preventDefault();
        void typedDay(text, today).then((typed) => {
          if (typed !== null) onPick(typed);
        });
      }}
    >
      <Field
        label={miniStrings.date}
        hint={day === null ? (isUnknown ? miniStrings.noDate : miniStrings.dateHint) : dayName.format(required(day))}
      >
        {(ties) => (
          <span className="go-to-date-line">
            <input
              {...ties}
              ref={field}
              className="input"
              type="text"
              autoComplete="off"
              value={text}
              onChange={({ target }) => {
                setText(target.value);
              }}
            />
            <Button type="submit" disabled={day === null}>
              {miniStrings.go}
            </Button>
          </span>
        )}
      </Field>
    </form>
  );
}

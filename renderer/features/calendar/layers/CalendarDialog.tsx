import { useState, type FormEvent, type ReactNode } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Field } from '../../../ui/Field.tsx';
import { palette } from '../colors.ts';
import { ColorField } from '../dialog/ColorField.tsx';
import { strings } from './strings.ts';
import { useCalendars, useChangeCalendar, useCreateCalendar, type Calendar } from './use-calendars.ts';

interface CalendarDialogProps {
  /** Null: closed. */
  readonly target: Calendar | 'new' | null;
  readonly onClose: () => void;
}

/** Name and colour of a calendar, or of a new one. */
export function CalendarDialog({ target, onClose }: CalendarDialogProps): ReactNode {
  // While it disappears it still shows what it showed.
  const [shown, setShown] = useState(target);
  if (target !== null && target !== shown) setShown(target);
  return (
    <Dialog
      open={target !== null}
      onClose={onClose}
      onClosed={() => {
        setShown(null);
      }}
      size="small"
      title={shown === 'new' ? strings.newCalendar : strings.editCalendar}
    >
      {shown !== null && (
        <CalendarForm key={shown === 'new' ? 'new' : shown.id} calendar={shown === 'new' ? null : shown} onDone={onClose} />
      )}
    </Dialog>
  );
}

/** The first colour that no calendar has. */
function freshColor(calendars: readonly Calendar[]): string {
  return palette.find((color) => calendars.every((calendar) => calendar.color !== color)) ?? 'teal';
}

function CalendarForm({ calendar, onDone }: { readonly calendar: Calendar | null; readonly onDone: () => void }): ReactNode {
  const { data: calendars = [] } = useCalendars();
  const [name, setName] = useState(calendar?.name ?? '');
  const [color, setColor] = useState(() => calendar?.color ?? freshColor(calendars));
  const [isTried, setTried] = useState(false);
  const [key] = useState(() => crypto.randomUUID());
  const change = useChangeCalendar();
  const creating = useCreateCalendar();
  const isMissing = name.trim() === '';
  const save = (submitted: FormEvent): void => {
    submitted.preventDefault();
    setTried(true);
    if (isMissing || creating.isPending) return;
    const body = { name: name.trim(), color };
    if (calendar === null) {
      creating.mutate({ key, body }, { onSuccess: onDone });
      return;
    }
    if (body.name !== calendar.name || color !== calendar.color) change(calendar, body);
    onDone();
  };
  return (
    <form className="event-form" noValidate onSubmit={save}>
      <Field label={strings.name} problem={isTried && isMissing ? strings.nameMissing : (creating.error?.message ?? null)}>
        {(ties) => (
          <input
            {...ties}
            className="input"
            maxLength={200}
            autoComplete="off"
            value={name}
            onChange={({ target }) => {
              setName(target.value);
            }}
          />
        )}
      </Field>
      <ColorField color={color} onChange={setColor} />
      <div className="event-actions">
        <span className="event-actions-end">
          <Button onClick={onDone}>{strings.cancel}</Button>
          <Button primary type="submit" aria-disabled={creating.isPending}>
            {creating.isPending ? strings.saving : calendar === null ? strings.create : strings.save}
          </Button>
        </span>
      </div>
    </form>
  );
}

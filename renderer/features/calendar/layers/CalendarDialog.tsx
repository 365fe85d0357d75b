import { useState, type FormEvent, type ReactNode } from 'react';
import { Button } from '../../../ui/Buttons.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Field } from '../../../ui/Field.tsx';
import { momentText } from '../../../ui/format.ts';
import { palette } from '../../../ui/palette.ts';
import { ColorField } from '../dialog/ColorField.tsx';
import { strings } from './strings.ts';
import { useCalendars, type Calendar } from '../../../api/calendars.ts';
import { useChangeCalendar, useCreateCalendar } from './use-calendars.ts';

interface CalendarDialogProps {
  /** Null: closed. */
  readonly target: Calendar | 'new' | 'subscribe' | null;
  readonly onClose: () => void;
}

/** Name and colour of a calendar, or of a new one, which can be a subscription. */
export function CalendarDialog({ target, onClose }: CalendarDialogProps): ReactNode {
  // While it disappears it still shows what it showed.
  const [shown, setShown] = useState(target);
  if (target !== null && target !== shown) setShown(target);
  const isNew = shown === 'new' || shown === 'subscribe';
  return (
    <Dialog
      open={target !== null}
      onClose={onClose}
      onClosed={() => {
        setShown(null);
      }}
      size="small"
      title={shown === 'subscribe' ? strings.subscribeTitle : isNew ? strings.newCalendar : strings.editCalendar}
    >
      {shown !== null && (
        <CalendarForm
          key={isNew ? shown : shown.id}
          calendar={isNew ? null : shown}
          isSubscription={shown === 'subscribe'}
          onDone={onClose}
        />
      )}
    </Dialog>
  );
}

/** The first colour that no calendar has. */
function freshColor(calendars: readonly Calendar[]): string {
  return palette.find((color) => calendars.every((calendar) => calendar.color !== color)) ?? 'teal';
}

interface CalendarFormProps {
  /** Null for a new one. */
  readonly calendar: Calendar | null;
  readonly isSubscription: boolean;
  readonly onDone: () => void;
}

function CalendarForm({ calendar, isSubscription, onDone }: CalendarFormProps): ReactNode {
  const { data: calendars = [] } = useCalendars();
  const [name, setName] = useState(calendar?.name ?? '');
  const [url, setUrl] = useState('');
  const [color, setColor] = useState(() => calendar?.color ?? freshColor(calendars));
  const [isTried, setTried] = useState(false);
  const [key, setKey] = useState(() => crypto.randomUUID());
  const change = useChangeCalendar();
  const creating = useCreateCalendar();
  const lacksName = name.trim() === '';
  const lacksUrl = isSubscription && url.trim() === '';
  const refused = creating.error?.message ?? null;
  const save = (submitted: FormEvent): void => {
    submitted.preventDefault();
    setTried(true);
    if (lacksName || lacksUrl || creating.isPending) return;
    const body = { name: name.trim(), color };
    if (calendar === null) {
      const subscribed = isSubscription ? ({ source: 'subscription', url: url.trim() } as const) : {};
      creating.mutate(
        { key, body: { ...body, ...subscribed } },
        {
          onSuccess: onDone,
          onError: () => {
            setKey(crypto.randomUUID());
          },
        },
      );
      return;
    }
    if (body.name !== calendar.name || color !== calendar.color) change(calendar, body);
    onDone();
  };
  return (
    <form className="event-form" noValidate onSubmit={save}>
      <Field label={strings.name} problem={isTried && lacksName ? strings.nameMissing : isSubscription ? null : refused}>
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
      {isSubscription && (
        <Field label={strings.address} hint={strings.addressHint} problem={isTried && lacksUrl ? strings.addressMissing : refused}>
          {(ties) => (
            <input
              {...ties}
              className="input"
              type="url"
              maxLength={2000}
              autoComplete="off"
              placeholder="https://…"
              value={url}
              onChange={({ target }) => {
                setUrl(target.value);
              }}
            />
          )}
        </Field>
      )}
      <ColorField color={color} onChange={setColor} />
      {calendar?.source === 'subscription' && <SubscriptionState calendar={calendar} />}
      <div className="event-actions">
        <span className="event-actions-end">
          <Button onClick={onDone}>{strings.cancel}</Button>
          <Button primary type="submit" aria-disabled={creating.isPending}>
            {creating.isPending
              ? strings.saving
              : calendar !== null
                ? strings.save
                : isSubscription
                  ? strings.subscribeAction
                  : strings.create}
          </Button>
        </span>
      </div>
    </form>
  );
}

function SubscriptionState({ calendar: { url, refreshedAt, error } }: { readonly calendar: Calendar }): ReactNode {
  return (
    <div className="subscription-state">
      <p>{url}</p>
      <p>{refreshedAt === null ? strings.notReadYet : strings.readAt(momentText(new Date(refreshedAt)))}</p>
      {error !== null && <p className="field-problem">{strings.readFailed(error)}</p>}
    </div>
  );
}

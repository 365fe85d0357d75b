import { useState, type ReactNode } from 'react';
import { textLimits } from '../../../../main/contract/limits.ts';
import { Button, SaveButton } from '../../../ui/Buttons.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { TextField } from '../../../ui/Field.tsx';
import type { FieldFaults } from '../../../ui/field-faults.ts';
import { momentText } from '../../../ui/format.ts';
import { palette } from '../../../ui/palette.ts';
import { SavedForm } from '../../../ui/SavedForm.tsx';
import { useSavedForm } from '../../../ui/use-saved-form.ts';
import { ColorField } from '../dialog/ColorField.tsx';
import { strings } from './strings.ts';
import { useCalendars, type Calendar } from '../../../api/calendars.ts';
import { useCreateCalendar, useSaveCalendar } from './use-calendars.ts';

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
  const [isTried, setTried] = useState(false);
  const form = useSavedForm({
    keptAs: `calendar/${calendar?.id ?? (isSubscription ? 'subscribe' : 'new')}/form`,
    initial: { name: calendar?.name ?? '', url: '', color: calendar?.color ?? freshColor(calendars) },
    about: isSubscription ? 'url' : 'name',
    failed: calendar === null ? strings.failedCreate : strings.failedChange,
    onDone,
  });
  const change = useSaveCalendar();
  const create = useCreateCalendar();
  const { fields, changed, set, faults, isSaving, save } = form;
  const [name, url] = [fields.name.trim(), fields.url.trim()];
  const missing = missingIn({ name, url }, isSubscription);
  const problems: FieldFaults = isTried ? { ...faults, ...missing } : faults;
  const makeAction = isSubscription ? strings.subscribeAction : strings.create;
  const submit = (): void => {
    setTried(true);
    if (Object.keys(missing).length > 0) return;
    const body = { name, color: fields.color };
    if (calendar === null) save(() => create({ ...body, ...(isSubscription ? { source: 'subscription', url } : {}) }));
    else if (Object.keys(changed).length === 0) onDone();
    else save(() => change(calendar, changed));
  };
  const footer = (
    <>
      {calendar?.source === 'subscription' && <SubscriptionState calendar={calendar} />}
      <div className="event-actions">
        <span className="event-actions-end">
          <Button onClick={onDone}>{strings.cancel}</Button>
          <SaveButton isSaving={isSaving}>{calendar === null ? makeAction : strings.save}</SaveButton>
        </span>
      </div>
    </>
  );
  return (
    <SavedForm form={form} className="event-form" onSubmit={submit} footer={footer}>
      <TextField
        label={strings.name}
        value={fields.name}
        most={textLimits.name}
        problem={problems['name'] ?? null}
        onChange={(typed) => {
          set({ name: typed });
        }}
      />
      {isSubscription && (
        <TextField
          label={strings.address}
          hint={strings.addressHint}
          type="url"
          placeholder="https://…"
          value={fields.url}
          most={textLimits.calendarUrl}
          problem={problems['url'] ?? null}
          onChange={(typed) => {
            set({ url: typed });
          }}
        />
      )}
      <ColorField
        color={fields.color}
        onChange={(color) => {
          set({ color });
        }}
      />
    </SavedForm>
  );
}

function missingIn({ name, url }: { readonly name: string; readonly url: string }, isSubscription: boolean): FieldFaults {
  return {
    ...(name === '' ? { name: strings.nameMissing } : {}),
    ...(isSubscription && url === '' ? { url: strings.addressMissing } : {}),
  };
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

import { CopyPlus, ExternalLink, Trash2 } from 'lucide-react';
import { useId, useRef, type FormEvent, type KeyboardEvent, type ReactNode } from 'react';
import { textLimits } from '../../../../main/contract/limits.ts';
import { useCalendarColor } from '../../../api/calendars.ts';
import { Button, SaveButton } from '../../../ui/Buttons.tsx';
import { BusyFields } from '../../../ui/BusyFields.tsx';
import { Field } from '../../../ui/Field.tsx';
import { RecordLinksPart } from '../../../ui/links/LinkedRecords.tsx';
import { RemindersField } from '../../../ui/RemindersField.tsx';
import { PhraseChips } from '../../../ui/phrases/PhraseChips.tsx';
import { RestoredNotice } from '../../../ui/Message.tsx';
import { useFirstFault } from '../../../ui/use-first-fault.ts';
import type { EventFields } from '../event-fields.ts';
import type { CalendarEvent } from '../events.ts';
import { menuStrings } from '../page-strings.ts';
import { useDuplicate } from '../menu/use-duplicate.ts';
import { strings } from '../strings.ts';
import { useDeleteEvent } from '../use-delete-event.ts';
import { CalendarField } from './CalendarField.tsx';
import { ColorField } from './ColorField.tsx';
import { InvitationPart } from './InvitationPart.tsx';
import { RepeatField } from './RepeatField.tsx';
import { TimeFields } from './TimeFields.tsx';
import { useEventForm, useFormState, type FormState } from './use-event-form.ts';

interface EventFormProps {
  /** Null for one that is new. */
  readonly event: CalendarEvent | null;
  /** What a new one begins with. */
  readonly fields: EventFields | null;
  /** What is filled in was begun a moment ago in the small form: its title is text by now. */
  readonly goesOn?: boolean;
  readonly onState: (state: FormState) => void;
  readonly onLeave: () => void;
  readonly onDone: () => void;
}

export function EventForm({ event, fields: initial, goesOn = false, onState, onLeave, onDone }: EventFormProps): ReactNode {
  const form = useEventForm(event, initial, onDone, { reads: !goesOn });
  const { fields, faults, change } = form;
  const remove = useDeleteEvent();
  const duplicate = useDuplicate();
  const calendarColor = useCalendarColor(fields.calendarId ?? '');
  const descriptionId = useId();
  const element = useRef<HTMLFormElement>(null);
  useFirstFault(element, faults);
  useFormState(form, event === null, onState);
  const leave = (): void => {
    form.forget();
    onDone();
  };
  const set = (part: Partial<EventFields>): void => {
    change({ ...fields, ...part });
  };
  return (
    <form
      ref={element}
      className="event-form"
      noValidate
      onSubmit={(submitted: FormEvent) => {
        submitted.preventDefault();
        form.save();
      }}
      onKeyDown={(pressed) => {
        if (isSaveKey(pressed)) form.save();
      }}
    >
      <BusyFields isBusy={form.isSaving}>
        {form.isRestored && !form.isDisputed && !goesOn && <RestoredNotice onDiscard={form.takeTheirs} />}
        {form.isDisputed && <Dispute onMine={form.keepMine} onTheirs={form.takeTheirs} />}
        {faults.form !== undefined && (
          <p className="event-problem" role="alert">
            {faults.form}
          </p>
        )}
        {fields.isCancelled === true && <CancelledNote onTakesPlace={() => set({ isCancelled: false })} />}
        <TitlePart form={form} isNew={event === null} />
        <TimeFields event={event} fields={fields} faults={faults} onChange={change} />
        <RepeatField fields={fields} problem={faults.repeat ?? null} onChange={(repeat) => set({ repeat })} />
        <RemindersField
          reminders={fields.reminders ?? event?.reminders ?? []}
          onChange={(by) => {
            set({ reminders: by(fields.reminders ?? event?.reminders ?? []) });
          }}
        />
        <CalendarField
          calendarId={fields.calendarId ?? ''}
          onChange={(calendarId) => {
            set({ calendarId });
          }}
        />
        <ColorField
          color={fields.color}
          calendarColor={calendarColor}
          onChange={(color) => {
            set({ color });
          }}
        />
        <LocationField
          location={fields.location}
          problem={faults.location ?? null}
          onChange={(location) => {
            set({ location });
          }}
        />
        {event !== null && <InvitationPart id={event.id} />}
        <div className="field">
          <label className="field-label" htmlFor={descriptionId}>
            {strings.description}
          </label>
          <textarea
            id={descriptionId}
            className="input"
            rows={4}
            maxLength={textLimits.eventDescription}
            value={fields.description}
            onChange={({ target }) => {
              set({ description: target.value });
            }}
          />
        </div>
        {event !== null && <RecordLinksPart type="event" id={event.id} />}
      </BusyFields>
      <div className="event-actions">
        {event !== null && (
          <span className="event-actions-start">
            <DeleteButton onClick={() => remove(event, leave)} />
            <Button
              tone="quiet"
              makes
              onClick={() => {
                duplicate(event);
                // What was changed and not saved stays open.
                if (!form.isChanged) leave();
              }}
            >
              <CopyPlus aria-hidden="true" />
              <span className="event-action-name">{menuStrings.duplicate}</span>
            </Button>
          </span>
        )}
        <Closing isNew={event === null} isSaving={form.isSaving} onLeave={onLeave} />
      </div>
    </form>
  );
}

/** The title, and what that of a new event says of the time. */
function TitlePart({ form, isNew }: { readonly form: ReturnType<typeof useEventForm>; readonly isNew: boolean }): ReactNode {
  const { fields, faults, text, setText, understood, keep } = form;
  const title = useRef<HTMLInputElement>(null);
  return (
    <>
      <Field label={strings.titleField} problem={faults.title ?? null}>
        {(ties) => (
          <input
            {...ties}
            ref={title}
            className="input event-form-title"
            data-cancelled={fields.isCancelled === true}
            data-autofocus={isNew ? '' : undefined}
            maxLength={textLimits.title}
            autoComplete="off"
            value={text}
            onChange={({ target }) => {
              setText(target.value);
            }}
          />
        )}
      </Field>
      {isNew && <PhraseChips text={text} understood={understood} timeZone={fields.timeZone} onKeep={keep} field={title} />}
    </>
  );
}

function CancelledNote({ onTakesPlace }: { readonly onTakesPlace: () => void }): ReactNode {
  return (
    <div className="event-dispute">
      <p>{strings.cancelledText}</p>
      <Button onClick={onTakesPlace}>{strings.takesPlace}</Button>
    </div>
  );
}

interface LocationFieldProps {
  readonly location: string;
  readonly problem: string | null;
  readonly onChange: (location: string) => void;
}

/** A place, or an address on the web, which can be opened. */
function LocationField({ location, problem, onChange }: LocationFieldProps): ReactNode {
  return (
    <Field label={strings.location} problem={problem}>
      {(ties) => (
        <span className="event-location-field">
          <input
            {...ties}
            className="input"
            maxLength={textLimits.location}
            autoComplete="off"
            placeholder={strings.locationHint}
            value={location}
            onChange={({ target }) => {
              onChange(target.value);
            }}
          />
          {isWebAddress(location) && (
            <a className="button button-plain" href={location} target="_blank" rel="noreferrer" aria-label={strings.openLocation}>
              <ExternalLink aria-hidden="true" />
            </a>
          )}
        </span>
      )}
    </Field>
  );
}

interface ClosingProps {
  readonly isNew: boolean;
  readonly isSaving: boolean;
  readonly onLeave: () => void;
}

function Closing({ isNew, isSaving, onLeave }: ClosingProps): ReactNode {
  return (
    <span className="event-actions-end">
      {/* What is on its way is saved all the same. */}
      <Button onClick={onLeave}>{isSaving ? strings.close : strings.cancel}</Button>
      <SaveButton isSaving={isSaving}>{isNew ? strings.create : strings.save}</SaveButton>
    </span>
  );
}

function Dispute({ onMine, onTheirs }: { readonly onMine: () => void; readonly onTheirs: () => void }): ReactNode {
  return (
    <div className="event-dispute" data-stays="true" role="alert">
      <p>{strings.conflict}</p>
      <Button onClick={onTheirs}>{strings.takeTheirs}</Button>
      <Button onClick={onMine}>{strings.keepMine}</Button>
    </div>
  );
}

/** In a text of several lines Enter makes a new one. */
function isSaveKey({ key, ctrlKey, metaKey }: KeyboardEvent): boolean {
  return key === 'Enter' && (ctrlKey || metaKey);
}

function isWebAddress(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text);
}

function DeleteButton({ onClick }: { readonly onClick: () => void }): ReactNode {
  return (
    <Button tone="quiet" onClick={onClick}>
      <Trash2 aria-hidden="true" />
      <span className="event-action-name">{strings.delete}</span>
    </Button>
  );
}

import { type ReactNode, useRef, useState } from 'react';
import { whenOf } from '../format.ts';
import type { CalendarEvent } from '../events.ts';
import { strings as layerStrings } from '../layers/strings.ts';
import { strings } from '../strings.ts';
import './event-dialog.css';
import { SearchX } from 'lucide-react';
import { ServiceError } from '../../../api/client.ts';
import { useService } from '../../../api/service.ts';
import { confirm } from '../../../ui/confirm.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { EventTitle } from '../../../ui/EventTitle.tsx';
import { Loaded } from '../../../ui/Loaded.tsx';
import { Message, Unsaved } from '../../../ui/Message.tsx';
import { useLatest } from '../../../ui/use-latest.ts';
import { eventDraft, unsavedTexts, type KeptForm } from '../create-event.ts';
import { fieldsForNew } from '../event-fields.ts';
import { useCalendars } from '../../../api/calendars.ts';
import { shownEntry } from '../grid/use-kept-focus.ts';
import { useEvent } from '../use-calendar.ts';
import type { DialogTarget } from '../use-calendar-view.ts';
import { calendarZone } from '../zones.ts';
import { EventForm } from './EventForm.tsx';
import { InvitationPart } from './InvitationPart.tsx';
import { untouched, type FormState } from './use-event-form.ts';

/** An event of a subscription, to read. */
function ReadOnlyEvent({ event }: { readonly event: CalendarEvent }): ReactNode {
  const { title, location, description, isCancelled } = event;
  return (
    <div className="event-read-only">
      <h3>
        <EventTitle title={title === '' ? strings.untitled : title} isCancelled={isCancelled} />
      </h3>
      <p>{whenOf(event)}</p>
      {isCancelled && <p>{strings.cancelledText}</p>}
      {location !== null && <p>{location}</p>}
      <InvitationPart id={event.id} />
      {description !== null && <p className="event-description">{description}</p>}
      <p className="field-hint">{layerStrings.readOnly}</p>
    </div>
  );
}

interface EventDialogProps {
  /** Null: closed. */
  readonly target: DialogTarget | null;
  /** A new event was begun in the small form. */
  readonly goesOn?: boolean;
  readonly onClose: () => void;
}

/** An event with all that belongs to it, or a new one. */
export function EventDialog({ target, goesOn = false, onClose }: EventDialogProps): ReactNode {
  // While it disappears it still shows what it showed.
  const [shown, setShown] = useState(target);
  if (target !== null && target !== shown) setShown(target);
  const latest = useLatest(target);
  const form = useRef(untouched);
  const keep = (state: FormState): void => {
    form.current = state;
  };
  const leave = async (): Promise<void> => {
    const { isChanged, isNew, forget } = form.current;
    const text = isNew ? strings.discardNew : strings.discardText;
    if (isChanged && !(await confirm({ title: strings.discardTitle, text, action: strings.discard }))) return;
    forget();
    onClose();
  };
  return (
    <Dialog
      open={target !== null}
      onClose={() => void leave()}
      onClosed={() => {
        setShown(null);
      }}
      title={shown?.kind === 'new' ? strings.newEvent : strings.editEvent}
      // A press of the mouse does not give an entry the focus. One that had it may be another part of the same event.
      givesBackTo={(had) => (shown?.kind === 'event' && had?.dataset['entry'] !== shown.id ? shownEntry(shown.id) : null)}
    >
      {shown?.kind === 'new' && (
        <EventForm
          key={JSON.stringify(shown.span)}
          event={null}
          fields={fieldsForNew(shown.span, calendarZone())}
          goesOn={goesOn}
          onState={keep}
          onLeave={() => void leave()}
          onDone={onClose}
        />
      )}
      {shown?.kind === 'event' && (
        <Existing
          key={shown.id}
          id={shown.id}
          onState={keep}
          onLeave={() => void leave()}
          onDone={() => {
            // An answer can come when another event is open.
            if (latest.current?.kind === 'event' && latest.current.id === shown.id) onClose();
          }}
        />
      )}
    </Dialog>
  );
}

function Existing({
  id,
  ...form
}: { readonly id: string } & Pick<Parameters<typeof EventForm>[0], 'onState' | 'onLeave' | 'onDone'>): ReactNode {
  const { data: calendars = [] } = useCalendars();
  const readOnly = new Set(calendars.filter(({ source }) => source === 'subscription').map((calendar) => calendar.id));
  const { drafts } = useService();
  const query = useEvent(id);
  if (query.error instanceof ServiceError && query.error.status === 404) {
    return (
      <Message icon={SearchX} title={strings.gone} action={<Unsaved text={unsavedTexts(drafts.read(eventDraft(id)) as KeptForm | null)} />}>
        {strings.goneHint}
      </Message>
    );
  }
  return (
    <Loaded query={query} failed={strings.eventFailed}>
      {(event) => (readOnly.has(event.calendarId) ? <ReadOnlyEvent event={event} /> : <EventForm event={event} fields={null} {...form} />)}
    </Loaded>
  );
}

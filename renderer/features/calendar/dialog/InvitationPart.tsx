import './invitation.css';
import { ExternalLink, Video } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';
import type { Attendee, Invitation } from '../../../../main/contract/invitations.ts';
import { Button } from '../../../ui/Buttons.tsx';
import { invitationStrings as strings } from '../strings.ts';
import { useInvitation } from '../use-calendar.ts';

/** How many guests are shown at first. */
const fewGuests = 8;

/** Who is invited to an event, and where its call is, as it came in. Nothing where that is not told. */
export function InvitationPart({ id }: { readonly id: string }): ReactNode {
  const { data, error } = useInvitation(id);
  if (data === undefined) {
    return error === null ? null : (
      <p className="field-hint" role="status">
        {strings.failed}
      </p>
    );
  }
  const { callUrl, url, organizer, attendees } = data;
  return (
    <>
      {(callUrl !== null || url !== null) && (
        <div className="invitation-links">
          {callUrl !== null && (
            <a className="button button-plain" href={callUrl} target="_blank" rel="noopener noreferrer">
              <Video aria-hidden="true" />
              {strings.join}
              <Host address={callUrl} />
            </a>
          )}
          {url !== null && url !== callUrl && (
            <a className="button button-plain" href={url} target="_blank" rel="noopener noreferrer">
              <ExternalLink aria-hidden="true" />
              {strings.page}
              <Host address={url} />
            </a>
          )}
        </div>
      )}
      {(organizer !== null || attendees.length > 0) && <Guests invitation={data} />}
    </>
  );
}

/** Where a link leads, whatever it says of itself. */
function Host({ address }: { readonly address: string }): ReactNode {
  return (
    <bdi className="invitation-host" dir="ltr">
      {new URL(address).host}
    </bdi>
  );
}

function Guests({ invitation: { organizer, attendees, attendeeCount } }: { readonly invitation: Invitation }): ReactNode {
  const headingId = useId();
  const [showsAll, setShowsAll] = useState(false);
  const shown = showsAll ? attendees : attendees.slice(0, fewGuests);
  const isInvited = organizer !== null && attendees.some((guest) => isSame(guest, organizer));
  return (
    <section className="invitation" aria-labelledby={headingId}>
      <h3 id={headingId} className="field-label">
        {attendeeCount === 0 ? strings.guests : strings.guestCount(attendeeCount)}
      </h3>
      <ul className="invitation-guests">
        {organizer !== null && !isInvited && <Person {...organizer} told={[strings.organizer]} />}
        {shown.map((guest, index) => (
          <Person
            key={index}
            {...guest}
            told={toldOf(guest, organizer)}
            // Where the focus goes from the button that is gone then.
            {...(showsAll && index === fewGuests ? { takesFocus: true } : {})}
          />
        ))}
      </ul>
      {shown.length < attendees.length ? (
        <Button
          tone="quiet"
          onClick={() => {
            setShowsAll(true);
          }}
        >
          {strings.showAll}
        </Button>
      ) : (
        attendeeCount > attendees.length && <p className="field-hint">{strings.others(attendeeCount - attendees.length)}</p>
      )}
      <p className="field-hint">{strings.readOnly}</p>
    </section>
  );
}

type Named = Pick<Attendee, 'name' | 'email'>;

const isSame = (one: Named, other: Named): boolean =>
  one.email === null ? one.name === other.name : one.email.toLowerCase() === other.email?.toLowerCase();

function toldOf(guest: Attendee, organizer: Named | null): readonly string[] {
  const { kind, isOptional, status } = guest;
  return [
    ...(kind === 'individual' ? [] : [strings.kinds[kind]]),
    ...(organizer !== null && isSame(guest, organizer) ? [strings.organizer] : []),
    ...(isOptional ? [strings.optional] : []),
    strings.statuses[status],
  ];
}

/** Stays the same function: another one would be called at every change. */
const focusOnce = (element: HTMLElement | null): void => {
  element?.focus();
};

interface PersonProps extends Named {
  readonly told: readonly string[];
  readonly takesFocus?: boolean;
}

function Person({ name, email, told, takesFocus = false }: PersonProps): ReactNode {
  return (
    <li className="invitation-guest" {...(takesFocus ? { tabIndex: -1, ref: focusOnce } : {})}>
      <span className="invitation-name">
        <bdi>{name ?? email ?? strings.unnamed}</bdi>
        {name !== null && email !== null && <bdi className="invitation-email">{email}</bdi>}
      </span>
      <span className="invitation-told">{told.join(', ')}</span>
    </li>
  );
}

import type { ReactNode } from 'react';
import { whenOf } from '../format.ts';
import type { CalendarEvent } from '../events.ts';
import { strings as layerStrings } from '../layers/strings.ts';
import { strings } from '../strings.ts';

/** An event of a subscription, to read. */
export function ReadOnlyEvent({ event }: { readonly event: CalendarEvent }): ReactNode {
  const { title, location, description } = event;
  return (
    <div className="event-read-only">
      <h3>
        <bdi dir="auto">{title === '' ? strings.untitled : title}</bdi>
      </h3>
      <p>{whenOf(event)}</p>
      {location !== null && <p>{location}</p>}
      {description !== null && <p className="event-description">{description}</p>}
      <p className="field-hint">{layerStrings.readOnly}</p>
    </div>
  );
}

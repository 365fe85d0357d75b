import { useRef } from 'react';
import { fieldsWithStart } from '../event-bounds.ts';
import type { EventFields } from '../event-fields.ts';

type Start = Pick<EventFields, 'startDay' | 'startClock'>;

interface StartControl {
  /** The start becomes another; the end moves along. */
  readonly start: (part: Partial<Start>) => void;
  /** To be called when a field of the start gets the focus. */
  readonly enter: () => void;
}

/**
 * Changes the start of an event. A field of a browser tells each digit: on the way to 15:00 it is 01:00. So the end follows from how it
 * stood when the field was entered.
 */
export function useStart(fields: EventFields, onChange: (fields: EventFields) => void): StartControl {
  const entered = useRef(fields);
  return {
    enter: () => {
      entered.current = fields;
    },
    start: (part) => {
      const { startDay, startClock, endDay, endClock } = entered.current;
      const moved = fieldsWithStart({ ...fields, startDay, startClock, endDay, endClock }, part);
      onChange({ ...fields, startDay: moved.startDay, startClock: moved.startClock, endDay: moved.endDay, endClock: moved.endClock });
    },
  };
}

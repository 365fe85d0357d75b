import type { CSSProperties, ReactNode } from 'react';
import { Labelled } from '../../../ui/Field.tsx';
import { Select } from '../../../ui/Select.tsx';
import { strings } from '../layers/strings.ts';
import { useCalendars } from '../../../api/calendars.ts';

interface CalendarFieldProps {
  /** Empty for the default one. */
  readonly calendarId: string;
  readonly onChange: (calendarId: string) => void;
}

/** The calendar that an event is in; nothing where there is one alone. */
export function CalendarField({ calendarId, onChange }: CalendarFieldProps): ReactNode {
  const { data: calendars = [] } = useCalendars();
  const own = calendars.filter(({ source }) => source === 'local');
  if (own.length < 2) return null;
  const value = own.some(({ id }) => id === calendarId) ? calendarId : (own.find(({ isDefault }) => isDefault)?.id ?? '');
  return (
    <Labelled label={strings.calendar}>
      <Select
        label={strings.calendar}
        value={value}
        options={own.map(({ id, name, color }) => ({
          value: id,
          name,
          mark: <span className="calendar-mark" style={{ '--entry': color } as CSSProperties} aria-hidden="true" />,
        }))}
        onChange={onChange}
      />
    </Labelled>
  );
}

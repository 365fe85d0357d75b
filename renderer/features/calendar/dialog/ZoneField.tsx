import type { ReactNode } from 'react';
import { Field } from '../../../ui/Field.tsx';
import { ZonePicker } from '../../../ui/ZonePicker.tsx';
import { midnightOf } from '../days.ts';
import type { EventFields } from '../event-fields.ts';
import { strings } from '../strings.ts';

/** For an offset to show while no day is filled in. */
const anyDay = new Date(2000, 0, 1);

interface ZoneFieldProps {
  readonly fields: EventFields;
  readonly problem: string | null;
  readonly onChange: (zone: string) => void;
}

/** The zone on whose clocks the times are meant. */
export function ZoneField({ fields: { timeZone, startDay }, problem, onChange }: ZoneFieldProps): ReactNode {
  return (
    <Field label={strings.zone} problem={problem}>
      {(ties) => <ZonePicker label={strings.zone} ties={ties} zone={timeZone} at={midnightOf(startDay) ?? anyDay} onChange={onChange} />}
    </Field>
  );
}

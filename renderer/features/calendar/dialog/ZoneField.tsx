import { Combobox } from '@base-ui/react/combobox';
import { Check, ChevronDown } from 'lucide-react';
import { useMemo, type ReactNode } from 'react';
import { Field } from '../../../ui/Field.tsx';
import { midnightOf } from '../days.ts';
import type { EventFields } from '../event-fields.ts';
import { strings } from '../strings.ts';
import { allZones, isKnownZone, offsetName } from '../zones.ts';

/** For an offset to show while no day is filled in. */
const anyDay = new Date(2000, 0, 1);

interface ZoneFieldProps {
  readonly fields: EventFields;
  readonly problem: string | null;
  readonly onChange: (zone: string) => void;
}

/** The zone on whose clocks the times are meant. */
export function ZoneField({ fields: { timeZone, startDay }, problem, onChange }: ZoneFieldProps): ReactNode {
  const zones = useMemo(() => [...new Set([...allZones(), timeZone])], [timeZone]);
  const at = midnightOf(startDay) ?? anyDay;
  return (
    <Field label={strings.zone} problem={problem}>
      {(ties) => (
        <Combobox.Root
          items={zones}
          value={timeZone}
          filter={(zone: string, typed) => foldedZone(zone).includes(foldedZone(typed))}
          onValueChange={(zone) => {
            if (zone !== null) onChange(zone);
          }}
          autoHighlight
          limit={80}
        >
          <Combobox.InputGroup className="zone-group">
            <Combobox.Input
              {...ties}
              className="input zone-input"
              placeholder={strings.zoneSearch}
              onFocus={({ target }) => {
                target.select();
              }}
            />
            <span className="zone-offset">{isKnownZone(timeZone) && offsetName(timeZone, at)}</span>
            <Combobox.Trigger className="zone-trigger" aria-label={strings.zone}>
              <ChevronDown aria-hidden="true" />
            </Combobox.Trigger>
          </Combobox.InputGroup>
          <Combobox.Portal>
            <Combobox.Positioner className="layer" sideOffset={4}>
              <Combobox.Popup className="menu zone-popup">
                <Combobox.Empty>
                  <div className="zone-none">{strings.noZone}</div>
                </Combobox.Empty>
                <Combobox.List>
                  {(zone: string) => (
                    <Combobox.Item key={zone} value={zone} className="menu-item">
                      <span className="menu-name">{zone.replaceAll('_', ' ')}</span>
                      <span className="zone-offset-item">{offsetName(zone, at)}</span>
                      <Combobox.ItemIndicator className="menu-check">
                        <Check aria-hidden="true" />
                      </Combobox.ItemIndicator>
                    </Combobox.Item>
                  )}
                </Combobox.List>
              </Combobox.Popup>
            </Combobox.Positioner>
          </Combobox.Portal>
        </Combobox.Root>
      )}
    </Field>
  );
}

function foldedZone(text: string): string {
  return text.toLowerCase().replaceAll(/[_/\s]+/g, ' ');
}

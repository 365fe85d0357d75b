import './menu.css';
import './field.css';
import './zone-picker.css';
import { Combobox } from '@base-ui/react/combobox';
import { Check, ChevronDown } from 'lucide-react';
import { useMemo, type ReactNode } from 'react';
import { isKnownZone } from './date-preferences.ts';
import { strings } from './strings.ts';
import { allZones, offsetName } from './zones.ts';

interface ZonePickerProps {
  /** Of the field, read out for the button that opens the list. */
  readonly label: string;
  /** Tie the input to its label. */
  readonly ties: Readonly<Record<string, unknown>>;
  /** Empty for none. */
  readonly zone: string;
  /** The moment whose offsets are shown. */
  readonly at: Date;
  readonly onChange: (zone: string) => void;
  /** Stands before the zones, under an empty value. */
  readonly none?: string;
}

/** Chooses a time zone, by a part of its name. */
export function ZonePicker({ label, ties, zone: chosen, at, onChange, none }: ZonePickerProps): ReactNode {
  const zones = useMemo(() => [...new Set([...(none === undefined ? [] : ['']), ...allZones(), chosen])], [chosen, none]);
  const nameOf = (zone: string): string => (zone === '' ? (none ?? '') : zone.replaceAll('_', ' '));
  return (
    <Combobox.Root
      items={zones}
      value={chosen}
      itemToStringLabel={nameOf}
      filter={(zone: string, typed) => folded(nameOf(zone)).includes(folded(typed))}
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
        <span className="zone-offset">{isKnownZone(chosen) && offsetName(chosen, at)}</span>
        <Combobox.Trigger className="zone-trigger" aria-label={label}>
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
                  <span className="menu-name">{nameOf(zone)}</span>
                  <span className="zone-offset-item">{zone !== '' && offsetName(zone, at)}</span>
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
  );
}

function folded(text: string): string {
  return text.toLowerCase().replaceAll(/[_/\s]+/g, ' ');
}

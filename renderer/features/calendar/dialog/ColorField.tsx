import { Radio } from '@base-ui/react/radio';
import { RadioGroup } from '@base-ui/react/radio-group';
import { Check, Pipette } from 'lucide-react';
import { useId, type CSSProperties, type ReactNode } from 'react';
import { defaultColor } from '../../../../main/contract/events.ts';
import { colorNames, ownColor, palette } from '../../../ui/palette.ts';
import { strings } from '../strings.ts';

interface ColorFieldProps {
  readonly color: string;
  /** Of an event: the colour of its calendar, which it can have as well. */
  readonly calendarColor?: string;
  readonly onChange: (color: string) => void;
}

/** One of the usual colours, or any other. */
export function ColorField({ color, calendarColor, onChange }: ColorFieldProps): ReactNode {
  const labelId = useId();
  const colors = palette.map((name) => ({ name, value: calendarColor === undefined ? name : ownColor(name) }));
  const asCalendar = calendarColor !== undefined && color === defaultColor;
  const isOther = !asCalendar && !colors.some(({ value }) => value === color);
  return (
    <div className="field">
      <span id={labelId} className="field-label">
        {strings.color}
      </span>
      <div className="event-colors">
        <RadioGroup
          className="event-color-list"
          aria-labelledby={labelId}
          value={isOther ? null : color}
          onValueChange={(next) => {
            if (next !== null) onChange(next);
          }}
        >
          {calendarColor !== undefined && (
            <Radio.Root value={defaultColor} className="event-color-calendar" style={entry(calendarColor)}>
              <span className="calendar-mark" aria-hidden="true" />
              {strings.calendarColor}
              <Radio.Indicator>
                <Check aria-hidden="true" />
              </Radio.Indicator>
            </Radio.Root>
          )}
          {colors.map(({ name, value }) => (
            <Radio.Root
              key={name}
              value={value}
              className="event-color"
              style={entry(name)}
              aria-label={colorNames[name]}
              title={colorNames[name]}
            >
              <Radio.Indicator className="event-color-mark">
                <Check aria-hidden="true" />
              </Radio.Indicator>
            </Radio.Root>
          ))}
        </RadioGroup>
        <label className="event-color-other" data-chosen={isOther} style={entry(isOther ? color : 'transparent')}>
          <span className="visually-hidden">{strings.otherColor}</span>
          <Pipette aria-hidden="true" />
          <input
            type="color"
            value={hexOf(asCalendar ? calendarColor : color)}
            onChange={({ target }) => {
              onChange(target.value);
            }}
          />
        </label>
      </div>
    </div>
  );
}

/** `#rrggbb` for a colour picker, of any CSS colour that the browser knows. */
function hexOf(color: string): string {
  const canvas = document.createElement('canvas').getContext('2d');
  if (canvas === null) return '#800080';
  canvas.fillStyle = color;
  return canvas.fillStyle;
}

function entry(color: string): CSSProperties {
  return { '--entry': color } as CSSProperties;
}

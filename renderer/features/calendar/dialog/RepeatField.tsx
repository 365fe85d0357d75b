import { useId, useState, type ReactNode } from 'react';
import { weekdays } from '../../../../main/contract/days.ts';
import { Labelled } from '../../../ui/Field.tsx';
import { Select } from '../../../ui/Select.tsx';
import type { EventFields } from '../event-fields.ts';
import { utcMidnight } from '../days.ts';
import { customFrom, noRepeat, waysFor, type CustomWay, type End, type Repeat } from '../repeat.ts';
import { endName, weekdayName, wayName } from '../repeat-names.ts';
import { strings } from '../strings.ts';

interface RepeatFieldProps {
  readonly fields: EventFields;
  readonly problem: string | null;
  readonly onChange: (repeat: Repeat) => void;
}

/** How the event repeats: in one of the usual ways of its day, or as the user puts it together. */
export function RepeatField({ fields, problem, onChange }: RepeatFieldProps): ReactNode {
  const { startDay, repeat = noRepeat } = fields;
  // While another day is typed it is none: what stands below does not jump meanwhile.
  const [day, setDay] = useState(startDay);
  if (startDay !== day && utcMidnight(startDay) !== null) setDay(startDay);
  if (utcMidnight(day) === null) return null;
  const ways = waysFor(day);
  const choose = (value: string): void => {
    const way = ways.find((each) => each === value);
    if (way !== undefined) onChange({ kind: way });
    else if (value === 'custom') onChange(customFrom(repeat, day));
  };
  const options = [
    ...ways.map((way) => ({ value: way as string, name: wayName(way, day) })),
    ...(repeat.kind === 'other' ? [{ value: 'other', name: strings.otherRule }] : []),
    { value: 'custom', name: strings.customRepeat },
  ];
  // A fifth weekday that has become a fourth, or the other way round, has another way.
  const value = repeat.kind === 'custom' || repeat.kind === 'other' || ways.includes(repeat.kind) ? repeat.kind : 'custom';
  return (
    <Labelled label={strings.repeat}>
      <Select label={strings.repeat} value={value} options={options} onChange={choose} />
      {value === 'custom' && <Custom way={customFrom(repeat, day)} day={day} onChange={onChange} />}
      {repeat.kind === 'other' && <p className="field-hint repeat-rule">{repeat.rrule}</p>}
      {problem !== null && (
        <p className="field-problem" role="alert">
          {problem}
        </p>
      )}
    </Labelled>
  );
}

interface CustomProps {
  readonly way: CustomWay;
  readonly day: string;
  readonly onChange: (way: CustomWay) => void;
}

function Custom({ way, day, onChange }: CustomProps): ReactNode {
  const set = (part: Partial<CustomWay>): void => {
    onChange({ ...way, ...part });
  };
  return (
    <fieldset className="repeat-custom">
      <legend className="visually-hidden">{strings.customRepeat}</legend>
      <div className="repeat-line">
        <span aria-hidden="true">{strings.every}</span>
        <NumberInput
          label={strings.every}
          value={way.interval}
          max={999}
          onChange={(interval) => {
            set({ interval });
          }}
        />
        <Select
          label={strings.unit}
          value={way.unit}
          options={(['day', 'week', 'month', 'year'] as const).map((unit) => ({ value: unit, name: strings.units[unit](way.interval) }))}
          onChange={(unit) => {
            set({ unit });
          }}
        />
      </div>
      {way.unit === 'week' && <Weekdays way={way} onChange={onChange} />}
      {way.unit === 'month' && (
        <Select
          label={strings.onWhich}
          value={way.monthly}
          options={monthlyOptions(day)}
          onChange={(monthly) => {
            set({ monthly });
          }}
        />
      )}
      <Ends
        way={way}
        day={day}
        onChange={(end) => {
          set({ end });
        }}
      />
    </fieldset>
  );
}

function monthlyOptions(day: string): { readonly value: CustomWay['monthly']; readonly name: string }[] {
  const ways = { date: 'monthlyOnDate', nth: 'monthlyOnNth', last: 'monthlyOnLast' } as const;
  const possible = waysFor(day);
  return (['date', 'nth', 'last'] as const)
    .filter((monthly) => possible.includes(ways[monthly]))
    .map((monthly) => ({ value: monthly, name: wayName(ways[monthly], day) }));
}

function Weekdays({ way, onChange }: Pick<CustomProps, 'way' | 'onChange'>): ReactNode {
  return (
    <div className="repeat-weekdays" role="group" aria-label={strings.onWeekdays}>
      {weekdays.map((weekday) => {
        const isOn = way.weekdays.includes(weekday);
        return (
          <button
            key={weekday}
            type="button"
            className="repeat-weekday"
            aria-pressed={isOn}
            aria-label={weekdayName(weekday, 'long')}
            onClick={() => {
              const next = isOn ? way.weekdays.filter((each) => each !== weekday) : [...way.weekdays, weekday];
              // A week without a day never comes.
              if (next.length > 0) onChange({ ...way, weekdays: weekdays.filter((each) => next.includes(each)) });
            }}
          >
            {weekdayName(weekday, 'short')}
          </button>
        );
      })}
    </div>
  );
}

function Ends({
  way: { end },
  day,
  onChange,
}: {
  readonly way: CustomWay;
  readonly day: string;
  readonly onChange: (end: End) => void;
}): ReactNode {
  const id = useId();
  const kinds: Readonly<Record<End['kind'], () => End>> = {
    never: () => ({ kind: 'never' }),
    on: () => ({ kind: 'on', day: `${Number(day.slice(0, 4)) + 1}${day.slice(4).replace('-02-29', '-02-28')}` }),
    after: () => ({ kind: 'after', count: 10 }),
  };
  return (
    <div className="repeat-line">
      <span id={id}>{strings.endsRepeat}</span>
      <Select
        label={strings.endsRepeat}
        value={end.kind}
        options={(['never', 'on', 'after'] as const).map((kind) => ({ value: kind, name: endName(kind) }))}
        onChange={(kind) => {
          onChange(kinds[kind]());
        }}
      />
      {end.kind === 'on' && (
        <input
          className="input event-date"
          type="date"
          aria-label={strings.lastDay}
          min={day}
          max="9999-12-30"
          value={end.day}
          onChange={({ target }) => {
            onChange({ kind: 'on', day: target.value });
          }}
        />
      )}
      {end.kind === 'after' && (
        <>
          <NumberInput
            label={strings.howOften}
            value={end.count}
            max={9_999}
            onChange={(count) => {
              onChange({ kind: 'after', count });
            }}
          />
          <span aria-hidden="true">{strings.timesWord(end.count)}</span>
        </>
      )}
    </div>
  );
}

interface NumberInputProps {
  readonly label: string;
  readonly value: number;
  readonly max: number;
  readonly onChange: (value: number) => void;
}

/** Whole numbers from 1 on; 0 while it is empty. */
function NumberInput({ label, value, max, onChange }: NumberInputProps): ReactNode {
  return (
    <input
      className="input repeat-number"
      type="number"
      inputMode="numeric"
      aria-label={label}
      min={1}
      max={max}
      value={value === 0 ? '' : value}
      onChange={({ target }) => {
        onChange(Math.min(max, Math.max(0, Math.trunc(Number(target.value) || 0))));
      }}
    />
  );
}

import './dates.css';
import { useState, type ReactNode } from 'react';
import { chooseDates, eventLengths, firstDayOf, useDatePreferences, weekStarts } from '../../../ui/date-preferences.ts';
import { Field, Labelled } from '../../../ui/Field.tsx';
import { locale, ownLocale } from '../../../ui/format.ts';
import { Select, type Option } from '../../../ui/Select.tsx';
import { Switch } from '../../../ui/Toggles.tsx';
import { ZonePicker } from '../../../ui/ZonePicker.tsx';
import { machineZone } from '../../../ui/zones.ts';
import { Card } from '../Card.tsx';
import { calendarStrings } from '../part-strings.ts';

/** How dates and times are shown, and on whose clocks. */
export function CalendarPart(): ReactNode {
  return (
    <>
      <Week />
      <Events />
      <Zones />
    </>
  );
}

/** What is as usual where the reader is has no value of its own. */
const usual = '';

function Week(): ReactNode {
  const { weekStart, hours, weekNumbers } = useDatePreferences();
  const firstDay = weekStart ?? firstDayOf(ownLocale);
  const starts: readonly Option<string>[] = [
    { value: usual, name: calendarStrings.usual(weekday(firstDayOf(ownLocale))) },
    ...weekStarts.map((day) => ({ value: String(day), name: weekday(day) })),
  ];
  const clocks: readonly Option<'' | '12' | '24'>[] = [
    { value: usual, name: calendarStrings.usual(usualTime) },
    { value: '24', name: calendarStrings.hoursOf['24'] },
    { value: '12', name: calendarStrings.hoursOf['12'] },
  ];
  return (
    <Card title={calendarStrings.week} hint={calendarStrings.kept}>
      <div className="date-choices">
        <Labelled label={calendarStrings.weekStart}>
          <Select
            label={calendarStrings.weekStart}
            value={weekStart === null ? usual : String(weekStart)}
            options={starts}
            onChange={(value) => {
              chooseDates({ weekStart: weekStarts.find((day) => String(day) === value) ?? null });
            }}
          />
        </Labelled>
        <Labelled label={calendarStrings.hours}>
          <Select
            label={calendarStrings.hours}
            value={hours ?? usual}
            options={clocks}
            onChange={(value) => {
              chooseDates({ hours: value === '' ? null : value });
            }}
          />
        </Labelled>
      </div>
      <div>
        <label className="switch-row">
          <Switch
            checked={weekNumbers}
            onChange={(on) => {
              chooseDates({ weekNumbers: on });
            }}
          />
          {calendarStrings.weekNumbers}
        </label>
        <p className="settings-hint">{firstDay === 1 ? calendarStrings.weekNumbersHint.iso : calendarStrings.weekNumbersHint.other}</p>
      </div>
    </Card>
  );
}

function Events(): ReactNode {
  const { eventLength } = useDatePreferences();
  return (
    <Card title={calendarStrings.events}>
      <div className="date-choices">
        <Labelled label={calendarStrings.eventLength}>
          <Select
            label={calendarStrings.eventLength}
            value={String(eventLength)}
            options={eventLengths.map((minutes) => ({
              value: String(minutes),
              name: minutes % 60 === 0 ? calendarStrings.wholeHours(minutes / 60) : calendarStrings.minutes(minutes),
            }))}
            onChange={(value) => {
              const chosen = eventLengths.find((minutes) => String(minutes) === value);
              if (chosen !== undefined) chooseDates({ eventLength: chosen });
            }}
          />
        </Labelled>
      </div>
    </Card>
  );
}

function Zones(): ReactNode {
  const { zone, secondZone } = useDatePreferences();
  const [now] = useState(() => new Date());
  return (
    <Card title={calendarStrings.zones} hint={calendarStrings.zonesHint}>
      <Field label={calendarStrings.zone}>
        {(ties) => (
          <ZonePicker
            label={calendarStrings.zone}
            ties={ties}
            zone={zone ?? ''}
            at={now}
            none={calendarStrings.machineZone(machineZone().replaceAll('_', ' '))}
            onChange={(next) => {
              chooseDates({ zone: next === '' ? null : next });
            }}
          />
        )}
      </Field>
      <Field label={calendarStrings.secondZone} hint={calendarStrings.secondZoneHint}>
        {(ties) => (
          <ZonePicker
            label={calendarStrings.secondZone}
            ties={ties}
            zone={secondZone ?? ''}
            at={now}
            none={calendarStrings.noZone}
            onChange={(next) => {
              chooseDates({ secondZone: next === '' ? null : next });
            }}
          />
        )}
      </Field>
    </Card>
  );
}

const weekdayName = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' });

/** Of a day of the week, 0 for Sunday. */
function weekday(day: number): string {
  return weekdayName.format(Date.UTC(2026, 0, 4 + day));
}

/** As a time is written without a choice. */
const usualTime = new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' }).format(Date.UTC(2026, 0, 1, 15));

import { describe, expect, test } from 'vitest';
import { readAlarms, withAlarms } from '../../../main/features/calendar/ics/alarms.ts';

const alarm = (trigger: string, ...more: readonly string[]): string[] => [
  'BEGIN:VALARM',
  'ACTION:DISPLAY',
  'DESCRIPTION:x',
  `TRIGGER${trigger}`,
  ...more,
  'END:VALARM',
];
const minutes = (lines: readonly string[]): number[] => readAlarms(lines).reminders.map(({ minutesBefore }) => minutesBefore);
const describeIt = (): string => 'DESCRIPTION:Review';

describe('an alarm', () => {
  test.each<[string, number]>([
    [':-PT10M', 10],
    [':PT0S', 0],
    [':-P0DT0H30M0S', 30],
    [':-P1D', 1440],
    [':-P4W', 40_320],
    [':-PT1H30M', 90],
    [';VALUE=DURATION:-PT5M', 5],
    [';RELATED=START:-PT15H', 900],
  ])('with the trigger %s is a reminder %i minutes before', (trigger, expected) => {
    expect(minutes(alarm(trigger))).toEqual([expected]);
  });

  test.each<[string, string[]]>([
    ['after the beginning', alarm(':PT9H')],
    ['by the end', alarm(';RELATED=END:-PT5M')],
    ['at an instant', alarm(';VALUE=DATE-TIME:20260301T080000Z')],
    ['by seconds', alarm(':-PT90S')],
    ['more than four weeks before', alarm(':-P29D')],
    ['that repeats itself', alarm(':-PT5M', 'REPEAT:2', 'DURATION:PT5M')],
    ['that sends mail', alarm(':-PT5M').map((line) => line.replace('DISPLAY', 'EMAIL'))],
    ['whose trigger cannot be read', alarm(':soon')],
    ['without a trigger', ['BEGIN:VALARM', 'ACTION:DISPLAY', 'END:VALARM']],
  ])('%s is none, and comes out again', (_, lines) => {
    expect(readAlarms(['X-A:b', ...lines])).toEqual({ reminders: [], kept: ['X-A:b', ...lines], silent: 1 });
    expect(withAlarms(['X-A:b', ...lines], [{ minutesBefore: 7 }], describeIt).slice(0, lines.length + 1)).toEqual(['X-A:b', ...lines]);
  });
});

test.each<[string, number, string[]]>([
  ['the second at the same time', 0, [...alarm(':-PT5M'), ...alarm(':-PT5M', 'X-A:1')]],
  ['more than an event can have', 1, [1, 2, 3, 4, 5, 6].flatMap((before) => alarm(`:-PT${before}M`))],
  [
    'the one by which Apple says that there is none',
    0,
    alarm(';VALUE=DATE-TIME:19760401T005545Z').map((line) => line.replace('DISPLAY', 'NONE')),
  ],
])('of alarms that do not ring here it counts: %s › %i', (_, count, lines) => {
  expect(readAlarms(lines).silent).toBe(count);
});

test('an alarm with more to it comes out as it came in, until its reminder is gone', () => {
  const apple = alarm(':-PT15M', 'X-WR-ALARMUID:1');
  const { reminders, kept } = readAlarms(['X-A:b', ...apple]);
  expect(withAlarms(kept, reminders, describeIt)).toEqual(['X-A:b', ...apple]);
  expect(withAlarms(kept, [], describeIt)).toEqual(['X-A:b']);
  expect(withAlarms(kept, [{ minutesBefore: 5 }], describeIt)).toEqual([
    'X-A:b',
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    'DESCRIPTION:Review',
    'TRIGGER:-PT5M',
    'END:VALARM',
  ]);
});

test('what is written is not kept when it is read, and so changes nothing', () => {
  const written = withAlarms([], [{ minutesBefore: 10 }, { minutesBefore: 0 }], describeIt);
  expect(readAlarms(written)).toEqual({ reminders: [{ minutesBefore: 10 }, { minutesBefore: 0 }], kept: [], silent: 0 });
});

test('of more than five the first five are reminders, and the others come out again', () => {
  const lines = [1, 2, 2, 3, 4, 5, 6].flatMap((each) => alarm(`:-PT${each}M`));
  const { reminders, kept } = readAlarms(lines);
  expect(reminders.map(({ minutesBefore }) => minutesBefore)).toEqual([1, 2, 3, 4, 5]);
  expect(withAlarms(kept, reminders, describeIt)).toEqual(lines);
  expect(withAlarms(kept, reminders.slice(1), describeIt)).toEqual(lines.slice(5));
});

import { casual } from 'chrono-node/en';
import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, test, vi } from 'vitest';
import { understand, type Reading } from '../../../main/contract/phrases/phrase.ts';
import { runs } from '../../support/property.ts';

/** Friday, 14:10 in Berlin. */
const reading: Reading = { now: Date.parse('2026-11-20T13:10:00Z'), timeZone: 'Europe/Berlin', dayFirst: true };
/** A Wednesday at ten that was clicked. */
const slot = { day: '2026-11-25', clock: '10:00', minutes: 60 };

/** `2026-11-27T12:30 +60` of an event with times, `2026-11-27 +2d` of one of whole days. */
async function said(text: string, more: Partial<Reading> = {}): Promise<readonly (string | null)[]> {
  const { title, when, rrule } = await understand(text, { ...reading, ...more });
  if (when === null) return [title];
  const length = Date.parse(when.end) - Date.parse(when.start);
  const span = when.kind === 'days' ? `${when.start} +${length / 86_400_000}d` : `${when.local} +${length / 60_000}`;
  return rrule === null ? [title, span] : [title, span, rrule];
}

describe('a text that tells when', () => {
  test.each([
    ['lunch 12–14', 'lunch', '2026-11-21T12:00 +120'],
    ['mon 9-11 workshop', 'workshop', '2026-11-23T09:00 +120'],
    ['work tomorrow from 9 to 5', 'work', '2026-11-21T09:00 +480'],
    ['shift fri 22:00-6:00', 'shift', '2026-11-20T22:00 +480'],
    ['shift from 22 to 6 tomorrow', 'shift', '2026-11-21T22:00 +480'],
    ['talk between 14 and 16 tomorrow', 'talk', '2026-11-21T14:00 +120'],
    ['dentist friday 9', 'dentist', '2026-11-27T09:00 +60'],
    ['flight 3/12 7:15', 'flight', '2026-12-03T07:15 +60'],
    ['lunch tomorrow 12:30 1h', 'lunch', '2026-11-21T12:30 +60'],
    ['workshop tomorrow 9:00 1h30', 'workshop', '2026-11-21T09:00 +90'],
    ['talk tomorrow 9:00 for an hour and a half', 'talk', '2026-11-21T09:00 +90'],
    ['talk tomorrow 9:00 for 2h 15m', 'talk', '2026-11-21T09:00 +135'],
    ['dinner on 24.12. at 18:00', 'dinner', '2026-12-24T18:00 +60'],
    ['dinner 24.12 18:00', 'dinner', '2026-12-24T18:00 +60'],
    ['dinner on Dec 10 at 18:00', 'dinner', '2026-12-10T18:00 +60'],
    ['train tomorrow 12:30 AM', 'train', '2026-11-21T00:30 +60'],
    ['dinner tonight at 8', 'dinner', '2026-11-20T20:00 +60'],
    ['trip mon to wed', 'trip', '2026-11-23 +3d'],
    ['conference 7-9 dec', 'conference', '2026-12-07 +3d'],
    ['conference 10.12.-12.12.', 'conference', '2026-12-10 +3d'],
    ['conference 10.12.2026-12.12.2026', 'conference', '2026-12-10 +3d'],
    ['section 4.2. review monday 9:00', 'section 4.2. review', '2026-11-23T09:00 +60'],
    ['tomorrow all day cleaning', 'cleaning', '2026-11-21 +1d'],
    ['meeting day after tomorrow 10:00', 'meeting', '2026-11-22T10:00 +60'],
    ['meeting the day after tomorrow 10:00', 'meeting', '2026-11-22T10:00 +60'],
    ['dinner thursday at 8 in the evening', 'dinner', '2026-11-26T20:00 +60'],
    ['dinner at 7:30 in the evening on thursday', 'dinner', '2026-11-26T19:30 +60'],
    ['dinner dec 10 in the evening', 'dinner in the evening', '2026-12-10 +1d'],
    ['walk on December 10 in the morning', 'walk in the morning', '2026-12-10 +1d'],
    ['dinner 10 dec 8 in the evening', 'dinner', '2026-12-10T20:00 +60'],
    ['conference December 5–7, 2026', 'conference', '2026-12-05 +3d'],
    ['conference Dec 5 – 7', 'conference', '2026-12-05 +3d'],
    ['fair on 27 nov for 2 weeks', 'fair', '2026-11-27 +14d'],
    ['dinner sat', 'dinner', '2026-11-21 +1d'],
    ['trip this weekend', 'trip', '2026-11-21 +1d'],
    ['1:1 with Eva tomorrow 10:00', '1:1 with Eva', '2026-11-21T10:00 +60'],
    // “at” leads to the time.
    ['read John 3:16 tomorrow at 8', 'read John 3:16', '2026-11-21T08:00 +60'],
    ['tomorrow at 8 read John 3:16', 'read John 3:16', '2026-11-21T08:00 +60'],
    ['catch the 9:30 train tomorrow at 9', 'catch the 9:30 train', '2026-11-21T09:00 +60'],
    ['study Romans 8:28-30 tomorrow', 'study Romans 8:28-30', '2026-11-21 +1d'],
    ['lunch tomorrow 12:30 - Friday report', 'lunch - Friday report', '2026-11-21T12:30 +60'],
    // Half a day is as what stands beside it has it.
    ['meeting tomorrow 11-1pm', 'meeting', '2026-11-21T11:00 +120'],
    ['meeting 3pm-4:30 thursday', 'meeting', '2026-11-26T15:00 +90'],
    ['meeting 8pm-9:15 on 5 dec', 'meeting', '2026-12-05T20:00 +75'],
    ['party 10pm-1:30am thursday', 'party', '2026-11-26T22:00 +210'],
    ['meeting tomorrow 9am-5', 'meeting', '2026-11-21T09:00 +480'],
    ['meeting tomorrow 10-2am', 'meeting', '2026-11-21T22:00 +240'],
    ['meeting tomorrow 12:30-1:30', 'meeting', '2026-11-21T12:30 +60'],
    ['party 8pm-1am friday', 'party', '2026-11-27T20:00 +300'],
    ['flight 22:10-06:40 5 dec', 'flight', '2026-12-05T22:10 +510'],
    ['movie tonight 8-10', 'movie', '2026-11-20T20:00 +120'],
    ['movie tonight 9', 'movie', '2026-11-20T21:00 +60'],
    ['friday 9 - submit report', 'submit report', '2026-11-27T09:00 +60'],
    // A day of the month.
    ['meeting on the 5th at 10', 'meeting', '2026-12-05T10:00 +60'],
    ['exam 27th 9:00', 'exam', '2026-11-27T09:00 +60'],
    ['exam friday the 13th', 'exam', '2027-08-13 +1d'],
    // Numbers that are none.
    ['bus 12 tomorrow', 'bus 12', '2026-11-21 +1d'],
    ['release 2.10 on 5 dec', 'release 2.10', '2026-12-05 +1d'],
    ['release v1.12. on monday', 'release v1.12.', '2026-11-23 +1d'],
    ['dentist tomorrow 14.30', 'dentist', '2026-11-21T14:30 +60'],
    ['train 14.05 tomorrow', 'train', '2026-11-21T14:05 +60'],
    ['18.30 on 5 dec dinner', 'dinner', '2026-12-05T18:30 +60'],
    ['pay 12.50 tomorrow', 'pay 12.50', '2026-11-21 +1d'],
    ['meeting tomorrow 3 - 4 pm', 'meeting', '2026-11-21T15:00 +60'],
  ])('%s', async (text, ...expected) => {
    expect(await said(text)).toEqual(expected);
  });
});

describe('a text that tells both ends, the later one with its day', () => {
  test.each([
    ['offsite 2026-12-10 14:00 until 2026-12-10 16:00', 'offsite', '2026-12-10T14:00 +120'],
    ['offsite 2026-12-10T14:00 to 2026-12-10T16:00', 'offsite', '2026-12-10T14:00 +120'],
    ['conference 2026-12-10 09:00 to 2026-12-12 17:00', 'conference', '2026-12-10T09:00 +3360'],
    ['flight 6 Dec 23:30 to 7 Dec 06:00', 'flight', '2026-12-06T23:30 +390'],
    ['flight 6 Dec 23:30 - 7 Dec 06:00', 'flight', '2026-12-06T23:30 +390'],
    ['flight from Dec 6 11:30pm until Dec 7 6am', 'flight', '2026-12-06T23:30 +390'],
    ['night train 6 Dec at 23:30 to 7 Dec at 06:00', 'night train', '2026-12-06T23:30 +390'],
    ['meeting on 10 Dec from 14:00 to 11 Dec 10:00', 'meeting', '2026-12-10T14:00 +1200'],
    ['trip 24.12. 18:00 – 26.12. 10:00', 'trip', '2026-12-24T18:00 +2400'],
    ['party 30 Dec 22:00 to 2 Jan 10:00', 'party', '2026-12-30T22:00 +3600'],
    ['trip friday 14:00 to sunday 18:00', 'trip', '2026-11-27T14:00 +3120'],
    // Of the time without a day the last one before.
    ['shift 22:00 to tomorrow 6:00', 'shift', '2026-11-20T22:00 +480'],
    ['meeting 9:00 to 2026-12-10 10:00', 'meeting', '2026-12-10T09:00 +60'],
    ['meeting 9:00 to 10:00 on 10 Dec', 'meeting', '2026-12-10T09:00 +60'],
  ])('%s', async (text, ...expected) => {
    expect(await said(text)).toEqual(expected);
    expect(await said(text, { slot })).toEqual(expected);
  });

  test.each([
    'back to front 2026-12-12 10:00 to 2026-12-10 12:00',
    'conference 2026-12-10 09:00 to 2026-12-12',
    'trip 6 Dec to 7 Dec 06:00',
    'call friday 14:00 until 2027',
    // More is said of the time than one event has, or than can be.
    'gym mon, wed and fri 7am',
    'gym mon wed fri 7am',
    'gym on monday and wednesday 7am',
    'standup every day at 9:15 except friday',
    'train 25:30 tomorrow',
    'prepare the talk of 12 Dec tomorrow 10:00',
    'meeting 5 dec 15',
    'exam monday 27 nov 9:00',
    'workshop 7 and 8 dec 9-17',
    'workshop 7.-8.12.',
    'workshop 7-8/12',
    'parents visit from the 24th to the 26th',
    'meeting monday at 9 or 10',
    'call at 9 and 11 tomorrow',
    'call between 3 and 4pm tomorrow',
    'focus 9-12 and 13-17 tomorrow',
    'meeting next week monday',
    'meeting monday week',
    'meeting a week from monday',
    'meeting a week from tomorrow at 9',
    'meeting 10:00 friday in 2 weeks',
    'shopping the day before christmas',
    'rent a car three days',
    'take pills every four hours',
    'dinner tomorrow 8-10 in the evening',
    'biweekly sync wednesdays 11:00',
    'coffee last monday',
    'holiday all next week',
    'dentist tomorrow at half past three',
    'dentist tomorrow at 14h',
    'meet June at 10',
    'party christmas eve 18:00',
    'class tuesday 18:00 for 10 weeks',
    'meds every 4 hours starting 8am',
    'take pill every morning and evening',
    'water plants every sunday at 10 starting next week',
    'class every tuesday from september to june',
    'course 7-11 dec daily 9-17',
    'yoga every tuesday until the 20th',
    'every friday 22:00 to 31 Dec 23:00',
    'party every friday 22:00 - 25 Dec 23:00',
  ])('%s: is none', async (text) => {
    expect(await said(text)).toEqual([text]);
  });

  test('a text of dashes is read at a few of them only', async () => {
    const clone = vi.spyOn(casual, 'clone');
    await understand('fri-'.repeat(120), reading);
    const { length } = clone.mock.calls;
    clone.mockRestore();
    expect(length).toBeLessThanOrEqual(25);
  });

  const twoDigits = (number: number): string => String(number).padStart(2, '0');
  const monthOf = ({ month }: Temporal.PlainDateTime): string =>
    'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')[month - 1] ?? '';
  const days: Readonly<Record<string, (at: Temporal.PlainDateTime) => string>> = {
    iso: (at) => at.toPlainDate().toString(),
    dayFirst: (at) => `${at.day} ${monthOf(at)}`,
    monthFirst: (at) => `${monthOf(at)} ${at.day}`,
    withYear: (at) => `${monthOf(at)} ${at.day}, ${at.year}`,
    dotted: (at) => `${at.day}.${at.month}.`,
    dottedWithYear: (at) => `${at.day}.${at.month}.${at.year}`,
  };
  const clocks: readonly ((at: Temporal.PlainDateTime) => string)[] = [
    ({ hour, minute }) => `${twoDigits(hour)}:${twoDigits(minute)}`,
    ({ hour, minute }) => `${hour}:${twoDigits(minute)}`,
    ({ hour, minute }) => `${hour % 12 || 12}:${twoDigits(minute)}${hour < 12 ? 'am' : 'pm'}`,
    ({ hour, minute }) => `${hour % 12 || 12}:${twoDigits(minute)} ${hour < 12 ? 'AM' : 'PM'}`,
  ];
  test('the span that is read is the one that is written', async () => {
    const moments = fc.record({ day: fc.integer({ min: 1, max: 300 }), minute: fc.integer({ min: 0, max: 1439 }) });
    const length = fc.oneof(fc.integer({ min: 1, max: 1439 }), fc.integer({ min: 1, max: 20_000 }));
    const form = fc.record({
      day: fc.constantFrom(...Object.values(days)),
      clock: fc.constantFrom(...clocks),
      at: fc.constantFrom(' ', ' at ', ', '),
    });
    const joiners = fc.constantFrom(' - ', '-', ' – ', '–', ' to ', ' until ', ' till ');
    const property = fc.asyncProperty(moments, length, form, joiners, fc.boolean(), async (moment, minutes, write, joiner, isDayFirst) => {
      const start = Temporal.PlainDateTime.from('2026-11-20T00:00').add({ days: moment.day, minutes: moment.minute });
      const end = start.add({ minutes });
      const [from, to] = [start, end].map((at) => `${write.day(at)}${write.at}${write.clock(at)}`);
      const text = `trip ${from ?? ''}${joiner}${to ?? ''}`;
      const { title, when } = await understand(text, { ...reading, timeZone: 'UTC', dayFirst: isDayFirst });
      const [said, meant] = [[when?.start, when?.end], [start, end].map((at) => `${at.toString({ smallestUnit: 'minute' })}:00.000Z`)];
      expect([text, title, ...said]).toEqual([text, 'trip', ...meant]);
    });
    await fc.assert(property, runs(200, 61));
  });
});

describe('a text that tells how often', () => {
  const weekdays = 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR';
  test.each([
    ['lunch with Eva next friday 12:30 for 1h every week', 'lunch with Eva', '2026-11-27T12:30 +60', 'FREQ=WEEKLY;BYDAY=FR'],
    ['yoga every tuesday 18:00', 'yoga', '2026-11-24T18:00 +60', 'FREQ=WEEKLY;BYDAY=TU'],
    ['yoga every 2nd tuesday 18:00', 'yoga', '2026-12-08T18:00 +60', 'FREQ=MONTHLY;BYDAY=2TU'],
    ['yoga every second tuesday 18:00', 'yoga', '2026-11-24T18:00 +60', 'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU'],
    ['yoga every other tuesday at 18:00', 'yoga', '2026-11-24T18:00 +60', 'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU'],
    ['dinner last friday of every month 19:00', 'dinner', '2026-11-27T19:00 +60', 'FREQ=MONTHLY;BYDAY=-1FR'],
    ['gym every mon, wed and fri 7:00-8:00', 'gym', '2026-11-23T07:00 +60', 'FREQ=WEEKLY;BYDAY=MO,WE,FR'],
    ['choir on mondays and thursdays 19:30', 'choir', '2026-11-23T19:30 +60', 'FREQ=WEEKLY;BYDAY=MO,TH'],
    ['class every mon-fri 8-9', 'class', '2026-11-23T08:00 +60', weekdays],
    ['standup weekdays 9:00 for 15 min until christmas', 'standup', '2026-11-23T09:00 +15', `${weekdays};UNTIL=20261225T225900Z`],
    ['weekdays until christmas 9:00 standup', 'standup', '2026-11-23T09:00 +60', `${weekdays};UNTIL=20261225T225900Z`],
    ['jog on weekends 10:00', 'jog', '2026-11-21T10:00 +60', 'FREQ=WEEKLY;BYDAY=SA,SU'],
    ['sync biweekly on wednesdays 11:00', 'sync', '2026-11-25T11:00 +60', 'FREQ=WEEKLY;INTERVAL=2;BYDAY=WE'],
    ['water plants every three days at 9', 'water plants', '2026-11-21T09:00 +60', 'FREQ=DAILY;INTERVAL=3'],
    ['bins every two weeks on friday', 'bins', '2026-11-20 +1d', 'FREQ=WEEKLY;INTERVAL=2;BYDAY=FR'],
    ['standup daily 9:15', 'standup', '2026-11-21T09:15 +60', 'FREQ=DAILY'],
    ['walk every sunday morning', 'walk', '2026-11-22T08:00 +60', 'FREQ=WEEKLY;BYDAY=SU'],
    ['pay rent monthly on the 1st', 'pay rent', '2026-12-01 +1d', 'FREQ=MONTHLY;BYMONTHDAY=1'],
    ['birthday Eva every 5 May', 'birthday Eva', '2027-05-05 +1d', 'FREQ=YEARLY'],
    ['course every tuesday 18-20 for 10 weeks', 'course', '2026-11-24T18:00 +120', 'FREQ=WEEKLY;BYDAY=TU;UNTIL=20270201T225900Z'],
    ['course every tuesday 18:00 10 times', 'course', '2026-11-24T18:00 +60', 'FREQ=WEEKLY;BYDAY=TU;COUNT=10'],
    ['sprint every 2 weeks on monday starting 7 dec 10:00', 'sprint', '2026-12-07T10:00 +60', 'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO'],
    ['lesson every tuesday through june 2027', 'lesson', '2026-11-24 +1d', 'FREQ=WEEKLY;BYDAY=TU;UNTIL=20270630'],
    ['yoga every tuesday 18:00 to 2026-12-31', 'yoga', '2026-11-24T18:00 +60', 'FREQ=WEEKLY;BYDAY=TU;UNTIL=20261231T225900Z'],
    ['party every friday 22:00 to 31 Dec', 'party', '2026-11-20T22:00 +60', 'FREQ=WEEKLY;BYDAY=FR;UNTIL=20261231T225900Z'],
    ['shift every friday 22:00 to saturday 2:00', 'shift', '2026-11-20T22:00 +240', 'FREQ=WEEKLY;BYDAY=FR'],
    ['pay rent on the last day of every month', 'pay rent', '2026-11-30 +1d', 'FREQ=MONTHLY;BYMONTHDAY=-1'],
    ['yoga every tuesday until the 2nd', 'yoga', '2026-11-24 +1d', 'FREQ=WEEKLY;BYDAY=TU;UNTIL=20261202'],
    ['backup nightly at 2', 'backup', '2026-11-21T02:00 +60', 'FREQ=DAILY'],
    ['lesson every tuesday until 18 dec 10:00', 'lesson', '2026-11-24T10:00 +60', 'FREQ=WEEKLY;BYDAY=TU;UNTIL=20261218T225900Z'],
  ])('%s', async (text, ...expected) => {
    expect(await said(text)).toEqual(expected);
  });
});

describe('a text that must not be misread', () => {
  test.each([
    'Read 1984',
    'Meeting 5 people',
    'May I ask',
    'Sat exam',
    'Enjoy the sun',
    '1:1 with Eva',
    'Weekly 1:1 with Eva',
    'Weekly report',
    'Monthly budget',
    'Daily 5k',
    'Tuesdays with Morrie',
    'Black Friday shopping',
    'Friday’s report',
    '24/7 support',
    'Meet at 5 locations',
    'Read pages 12–14',
    'Run 5-10 km',
    'Ajax 2–1',
    'Buy 12-14 eggs',
    'Call 555-1234',
    'Windows 11 update',
    'Weekend trip',
    'Every breath you take',
    'What I do every day is think',
  ])('%s', async (text) => {
    expect(await said(text)).toEqual([text]);
  });
});

describe('with a slot that was pointed at', () => {
  test.each([
    ['lunch 12:30', 'lunch', '2026-11-25T12:30 +60'],
    ['lunch friday', 'lunch', '2026-11-27T10:00 +60'],
    ['lunch for 2 hours', 'lunch', '2026-11-25T10:00 +120'],
    ['off mon to wed', 'off', '2026-11-23 +3d'],
    ['trip for 3 days', 'trip', '2026-11-25 +3d'],
    ['cleaning all day', 'cleaning', '2026-11-25 +1d'],
    ['yoga every week', 'yoga', '2026-11-25T10:00 +60', 'FREQ=WEEKLY;BYDAY=WE'],
    ['yoga every tuesday', 'yoga', '2026-12-01T10:00 +60', 'FREQ=WEEKLY;BYDAY=TU'],
    ['dinner this evening', 'dinner', '2026-11-20T20:00 +60'],
    ['Weekly report', 'Weekly report'],
  ])('%s', async (text, ...expected) => {
    expect(await said(text, { slot })).toEqual(expected);
  });

  test('what it leaves out is as there: days stay days, and it lasts as long', async () => {
    expect(await said('fair friday', { slot: { ...slot, clock: null } })).toEqual(['fair', '2026-11-27 +1d']);
    expect(await said('fair at 14', { slot: { ...slot, minutes: 90 } })).toEqual(['fair', '2026-11-25T14:00 +90']);
  });
});

test('each part of the text is told, and can be kept as text', async () => {
  const text = 'lunch friday for 2h at 12:30 every week';
  const pieces = async (kept: readonly string[]): Promise<readonly string[]> =>
    (await understand(text, { ...reading, slot, kept })).pieces.map(({ kind, start, end }) => `${kind}: ${text.slice(start, end)}`);
  expect(await pieces([])).toEqual(['when: friday', 'when: for 2h', 'when: at 12:30', 'repeat: every week']);
  expect(await said(text, { slot, kept: ['every week'] })).toEqual(['lunch every week', '2026-11-27T12:30 +120']);
  expect(await said(text, { slot, kept: ['friday', 'for 2h', 'at 12:30'] })).toEqual([
    'lunch friday for 2h at 12:30',
    '2026-11-25T10:00 +60',
    'FREQ=WEEKLY;BYDAY=WE',
  ]);
  expect(await said(text, { repeats: false })).toEqual(['lunch every week', '2026-11-27T12:30 +120']);
});

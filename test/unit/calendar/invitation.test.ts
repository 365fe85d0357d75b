// What the lines of an event say of its guests and its call, also those that mean no good.

import { expect, test } from 'vitest';
import { Invitation } from '../../../main/contract/invitations.ts';
import { invitationIn } from '../../../main/features/calendar/ics/invitation.ts';

const guest = { name: null, email: null, status: 'needs-action', isOptional: false, kind: 'individual' } as const;

test('guests and the call as Google writes them', () => {
  const lines = [
    'ORGANIZER;CN=Garden club:mailto:club@example.org',
    'ATTENDEE;CUTYPE=INDIVIDUAL;ROLE=REQ-PARTICIPANT;PARTSTAT=ACCEPTED;CN=Ada;X-NUM-GUESTS=0:mailto:ada@example.org',
    'ATTENDEE;CUTYPE=INDIVIDUAL;ROLE=OPT-PARTICIPANT;PARTSTAT=TENTATIVE;CN=bob@example.org:mailto:bob@example.org',
    'X-GOOGLE-CONFERENCE:https://meet.example.org/abc-defg-hij',
    'URL:https://example.org/fair?a=1:2;b',
    'BEGIN:VALARM',
    'ATTENDEE:mailto:me@example.org',
    'END:VALARM',
  ];
  expect(invitationIn(lines)).toEqual({
    organizer: { name: 'Garden club', email: 'club@example.org' },
    attendees: [
      { ...guest, name: 'Ada', email: 'ada@example.org', status: 'accepted' },
      { ...guest, email: 'bob@example.org', status: 'tentative', isOptional: true },
    ],
    attendeeCount: 2,
    callUrl: 'https://meet.example.org/abc-defg-hij',
    url: 'https://example.org/fair?a=1:2;b',
  });
});

test.each<[string, object]>([
  ['ATTENDEE;CN="Meier; Eva: 1,2";PARTSTAT=declined:MAILTO:eva@example.org', { name: 'Meier; Eva: 1,2', status: 'declined' }],
  ["ATTENDEE;CN=The ^'Boss^'^nof all ^^:mailto:b@example.org", { name: 'The "Boss" of all ^' }],
  ['attendee;cutype=room;partstat=ACCEPTED;cn=Room 5:mailto:room@example.org', { kind: 'location', status: 'accepted' }],
  ['ATTENDEE;EMAIL=ada@example.org;CN=Ada:/principals/ada/', { name: 'Ada', email: 'ada@example.org' }],
  ['ATTENDEE;PARTSTAT=X-PERHAPS:invalid:nomail', guest],
  ['ATTENDEE;CN="\u0007\u202Eadmin\r\n":mailto:x@example.org', { name: '\u202Eadmin' }],
  [`ATTENDEE;CN=${'n'.repeat(5_000)}:mailto:${'m'.repeat(5_000)}`, { name: 'n'.repeat(200), email: 'm'.repeat(320) }],
])('%s', (line, told) => {
  const invitation = invitationIn([line]);
  expect(Invitation.parse(invitation).attendees).toMatchObject([told]);
});

test.each<[readonly string[], string | null]>([
  [
    ['CONFERENCE;VALUE=URI;FEATURE=PHONE:tel:+1-412-555-0123', 'CONFERENCE;VALUE=URI;LABEL="A: b":https://chat.example.org/a'],
    'https://chat.example.org/a',
  ],
  [['X-MICROSOFT-SKYPETEAMSMEETINGURL:https://teams.example.org/l/meetup'], 'https://teams.example.org/l/meetup'],
  [['CONFERENCE:javascript:alert(1)//https://example.org'], null],
  [['CONFERENCE: \u0001javascript:alert(1)'], null],
  [['CONFERENCE:data:text/html,<script>alert(1)</script>', 'X-GOOGLE-CONFERENCE:HTTPS://Meet.example.org'], 'https://meet.example.org/'],
  [['CONFERENCE:https://', 'CONFERENCE:https://[', 'CONFERENCE://example.org', 'CONFERENCE:file:///etc/passwd'], null],
  [[`CONFERENCE:https://example.org/${'a'.repeat(5_000)}`], null],
  [[`CONFERENCE:https://example.org/${'ö'.repeat(1_000)}`], null],
])('the call of %j', (lines, callUrl) => {
  expect(invitationIn(lines).callUrl).toBe(callUrl);
});

test('of very many guests the first are told, and how many there are; lines that are none hold up no other caller', () => {
  const many = Array.from({ length: 10_000 }, (_, at) => `ATTENDEE;CN=Guest ${at}:mailto:guest${at}@example.org`);
  const { attendees, attendeeCount } = invitationIn(many);
  expect([attendees.length, attendeeCount, attendees.at(-1)?.name]).toEqual([200, 10_000, 'Guest 199']);
  expect(invitationIn([`ATTENDEE${';A="'.repeat(100_000)}`, `ATTENDEE${';A="b"'.repeat(100_000)}`, 'ATTENDEE', ':', ''])).toEqual({
    organizer: null,
    attendees: [],
    attendeeCount: 0,
    callUrl: null,
    url: null,
  });
});

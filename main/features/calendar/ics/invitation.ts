// Who takes part in an event, and where its call is, by the lines that it came in with (RFC 5545, 3.8.4; RFC 7986, 5.11). Pure.

import { cutText } from '../../../contract/cut-text.ts';
import { invitationLimits, participationStatuses, type Attendee, type Invitation } from '../../../contract/invitations.ts';
import { ownLines } from './content-lines.ts';

/** Properties that name a call, the standard one first. */
const callNames = ['CONFERENCE', 'X-GOOGLE-CONFERENCE', 'X-MICROSOFT-SKYPETEAMSMEETINGURL'];

const kinds: Readonly<Record<string, Attendee['kind']>> = { GROUP: 'group', ROOM: 'location', RESOURCE: 'resource' };

interface Line {
  readonly name: string;
  readonly parameters: ReadonlyMap<string, string>;
  readonly value: string;
}

/** By the lines of an event, unfolded. */
export function invitationIn(lines: readonly string[]): Invitation {
  const byName = Map.groupBy(ownLines(lines).flatMap(maybeLine), ({ name }) => name);
  const of = (name: string): readonly Line[] => byName.get(name) ?? [];
  const [organizer] = of('ORGANIZER');
  const attendees = of('ATTENDEE');
  return {
    organizer: organizer === undefined ? null : personOf(organizer),
    attendees: attendees.slice(0, invitationLimits.attendees).map(attendeeOf),
    attendeeCount: attendees.length,
    callUrl: firstAddress(callNames.flatMap(of)),
    url: firstAddress(of('URL')),
  };
}

/** ical.js, which a start has no use for, is not needed for names and words. */
function maybeLine(line: string): Line[] {
  const [, name, parameters = '', value] = /^([A-Za-z0-9-]+)((?:;(?:[^:"]|"[^"]*")*)?):(.*)$/s.exec(line) ?? [];
  if (name === undefined || value === undefined) return [];
  const pairs = parameters.matchAll(/;([A-Za-z0-9-]+)=((?:[^;"]|"[^"]*")*)/g);
  return [
    {
      name: name.toUpperCase(),
      parameters: new Map(Array.from(pairs, ([, key = '', text = '']) => [key.toUpperCase(), text.replaceAll('"', '')])),
      value: value.trim(),
    },
  ];
}

function attendeeOf(line: Line): Attendee {
  const word = (name: string): string => line.parameters.get(name)?.toUpperCase() ?? '';
  return {
    ...personOf(line),
    status: participationStatuses.find((each) => each.toUpperCase() === word('PARTSTAT')) ?? 'needs-action',
    isOptional: ['OPT-PARTICIPANT', 'NON-PARTICIPANT'].includes(word('ROLE')),
    kind: kinds[word('CUTYPE')] ?? 'individual',
  };
}

function personOf({ parameters, value }: Line): { readonly name: string | null; readonly email: string | null } {
  const email = cut(/^mailto:(.+)$/is.exec(value)?.[1] ?? parameters.get('EMAIL') ?? '', invitationLimits.email);
  const name = cut(unescaped(parameters.get('CN') ?? ''), invitationLimits.name);
  // Google and Outlook name people by their addresses where they know no name.
  return { name: name === email ? null : name, email };
}

const escapes: Readonly<Record<string, string>> = { "'": '"', '^': '^', n: ' ' };

/** Without the escapes of parameters (RFC 6868). */
const unescaped = (text: string): string => text.replaceAll(/\^(['^n])/g, (_, sign: string) => escapes[sign] ?? '');

/** On one line; null for nothing. */
function cut(text: string, length: number): string | null {
  const line = text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
  return line === '' ? null : cutText(line, length);
}

/** Addresses such as `tel:` and `javascript:` are none that a page opens. */
function firstAddress(lines: readonly Line[]): string | null {
  for (const { value } of lines) {
    if (!/^https?:\/\//i.test(value) || value.length > invitationLimits.url || !URL.canParse(value)) continue;
    const { href } = new URL(value);
    if (href.length <= invitationLimits.url) return href;
  }
  return null;
}

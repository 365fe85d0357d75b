// Who takes part in an event, and where its call is, as a calendar file or a client of CalDAV has told it: to be read alone. Terms are
// those of JSCalendar (RFC 8984).

import { z } from 'zod';

/** How much of an invitation is told. */
export const invitationLimits = { attendees: 200, name: 200, email: 320, url: 2_000 } as const;

const name = z.string().nullable().meta({ maxLength: invitationLimits.name });
const email = z.string().nullable().meta({ maxLength: invitationLimits.email });
const webAddress = z.string().nullable();

export const participationStatuses = ['needs-action', 'accepted', 'declined', 'tentative', 'delegated'] as const;

const Attendee = z
  .object({
    name,
    email,
    status: z.enum(participationStatuses).meta({ description: '`needs-action`: there is no answer yet' }),
    isOptional: z.boolean().meta({ description: 'The event takes place without this one, too' }),
    kind: z.enum(['individual', 'group', 'location', 'resource']).meta({ description: '`location`: a room' }),
  })
  .meta({ id: 'Attendee', description: 'Who is invited (ATTENDEE)' });

export type Attendee = z.infer<typeof Attendee>;

export const Invitation = z
  .object({
    organizer: z.object({ name, email }).nullable().meta({ description: 'Who invites (ORGANIZER)' }),
    attendees: z.array(Attendee).meta({ description: `The first ${invitationLimits.attendees} in the order of the file` }),
    attendeeCount: z.int().min(0).meta({ description: 'How many there are in all' }),
    callUrl: webAddress.meta({ description: 'Where its call takes place (CONFERENCE, X-GOOGLE-CONFERENCE and the like); http or https' }),
    url: webAddress.meta({ description: 'A page about it (URL); http or https' }),
  })
  .meta({
    id: 'Invitation',
    description: 'What an event came in with, and what goes out with it again. Of an event that was made here all is empty',
  });

export type Invitation = z.infer<typeof Invitation>;

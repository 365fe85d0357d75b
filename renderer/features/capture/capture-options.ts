// How something is captured: by the page that the user is on, and by the next one if that did not hear of it.

import { keepCreation, keptCreation, type CreationOptions } from '../../api/creations.ts';
import { showCalendar } from '../../api/calendars.ts';
import type { Service } from '../../api/service.ts';
import { captureDraft, refusedDrafts } from './capture-draft.ts';
import { keep, type Kept, type SentCapture } from './captures.ts';
import { strings } from './strings.ts';

export const captureKey = ['capture'] as const;

const kind = 'capture';

export function captureOptions({
  client,
  drafts,
  queries,
}: Pick<Service, 'client' | 'drafts' | 'queries'>): CreationOptions<SentCapture, Kept> {
  return {
    mutationKey: captureKey,
    // One after the other: the second thought finds the note that the first has made.
    scope: { id: 'capture' },
    meta: { failedLater: strings.notSaved, keptAs: kind },
    mutationFn: (sent) =>
      keep(client, (keptCreation(drafts, sent.key) as SentCapture | null) ?? sent, (place) => {
        const placed: SentCapture = { ...sent, place };
        keepCreation(drafts, kind, placed);
      }),
    onSuccess: ({ calendarId }) => {
      if (calendarId !== undefined) void showCalendar({ client, queries }, calendarId);
    },
    // Never into the next thought: they would be saved as one.
    onError: (_error, { capture, key }) => {
      if ((drafts.read(captureDraft) ?? '') === '') drafts.giveBack(captureDraft, capture.text);
      else drafts.giveBack(`${refusedDrafts}${Date.now()}-${key}`, capture.text, { isWhole: true });
    },
  };
}

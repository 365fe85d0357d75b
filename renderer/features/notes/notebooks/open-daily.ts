import { beginMutation } from '../../../api/begin-mutation.ts';
import { routes } from '../../../api/routes.ts';
import type { Service } from '../../../api/service.ts';
import { markCursor } from '../fresh-cursor.ts';
import { strings } from './strings.ts';

/** Opens the note of this day, as the clocks here have it; it is made where there is none. */
export function openDaily({ client, queries }: Service, go: (path: string) => void): void {
  const now = new Date();
  const two = (part: number): string => String(part).padStart(2, '0');
  const date = `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
  const idempotencyKey = crypto.randomUUID();
  const { outcome } = beginMutation(queries, {
    meta: { failed: strings.dailyFailed },
    mutationFn: () => client.call(routes.createDailyNote, { params: { date }, idempotencyKey }),
  });
  void outcome.then((note) => {
    if (note === null) return;
    markCursor(note);
    go(`/notes/${note.id}`);
  });
}

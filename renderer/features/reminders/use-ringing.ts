import { useCallback, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { ReminderKey, RingingReminder } from '../../../main/contract/reminders.ts';
import { coalesce } from '../../../main/client/coalesce.ts';
import { movesReminders, Ringer } from '../../../main/client/ringer.ts';
import { allPages } from '../../api/all-pages.ts';
import { desktopBridge } from '../../api/bridge.ts';
import { untilInSight } from '../../api/in-sight.ts';
import { routes } from '../../api/routes.ts';
import { useConnectionStatus, useService } from '../../api/service.ts';
import { notify } from '../../ui/toasts.ts';
import { strings } from './strings.ts';

/** How long a page that is out of sight waits for one in sight, in milliseconds. */
const politeness = 3_000;
/** How long a page that is out of sight may take to see what has changed, in milliseconds. */
const outOfSight = 5_000;
/** How long a page in the desktop window waits for the desktop app, which tells by the system unless the user does not want that. */
const afterDesktop = 2_000;

interface Told {
  readonly reminders: readonly RingingReminder[];
  readonly isMissed: boolean;
}

interface Ringing extends Told {
  readonly dismiss: (reminders: readonly RingingReminder[]) => void;
  readonly snooze: (reminders: readonly RingingReminder[], minutes: number) => void;
}

export const ringingKey = ({ id, occurrenceId, at }: RingingReminder): string => `${occurrenceId ?? id} ${at}`;

/** What this page has told of, and is not done with. */
export function useRinging(): Ringing {
  const { client, connection } = useService();
  const isReachable = useConnectionStatus() === 'reachable';
  const [{ reminders, isMissed }, setTold] = useState<Told>({ reminders: [], isMissed: false });
  const shown = useRef(reminders);
  useEffect(() => {
    shown.current = reminders;
  }, [reminders]);
  useEffect(() => {
    if (!isReachable) return undefined;
    const ringer = new Ringer({
      clock: () => Date.now(),
      delayMs: () => Math.max(desktopBridge() === null ? 0 : afterDesktop, document.hidden ? politeness : 0),
      list: (from, to) =>
        allPages((paging) =>
          client.call(routes.listReminders, { query: { from: new Date(from).toISOString(), to: new Date(to).toISOString(), ...paging } }),
        ),
      claim: async (keys) => (await client.call(routes.ringReminders, { body: { items: [...keys] } })).items,
      tell: (found, areMissed) => {
        // What stands here already could not be confirmed, as the service was away.
        const here = new Set(shown.current.map(ringingKey));
        const told = found.filter((each) => !here.has(ringingKey(each)));
        if (told.length === 0) return;
        // On return they are shown: only then is that confirmed.
        flushSync(() => {
          setTold((before) => ({ reminders: [...before.reminders, ...told], isMissed: before.reminders.length === 0 && areMissed }));
        });
        notifyOutside(told, areMissed);
      },
      confirm: (keys) => client.call(routes.confirmReminders, { body: { items: [...keys] } }),
    });
    void ringer.refresh();
    const changed = coalesce(ringer.refresh, () => untilInSight(outOfSight));
    const end = connection.onChange((change) => {
      if (change === null || movesReminders.has(change.type)) changed();
    });
    const look = (): void => {
      void ringer.refresh();
    };
    document.addEventListener('visibilitychange', look);
    window.addEventListener('focus', look);
    return () => {
      ringer.stop();
      end();
      document.removeEventListener('visibilitychange', look);
      window.removeEventListener('focus', look);
    };
  }, [client, connection, isReachable]);

  const take = useCallback((done: readonly RingingReminder[], send: (key: ReminderKey) => Promise<unknown>) => {
    const names = new Set(done.map(ringingKey));
    setTold((before) => ({ ...before, reminders: before.reminders.filter((each) => !names.has(ringingKey(each))) }));
    for (const { type, id, occurrenceId, at } of done)
      send({ type, id: occurrenceId ?? id, at }).catch((error: unknown) => {
        notify({ title: strings.failed, text: (error as Error).message, kind: 'problem' });
      });
  }, []);
  return {
    reminders,
    isMissed,
    dismiss: (done) => {
      take(done, (body) => client.call(routes.dismissReminder, { body }));
    },
    snooze: (later, minutes) => {
      const until = new Date(Date.now() + minutes * 60_000).toISOString();
      take(later, (body) => client.call(routes.snoozeReminder, { body: { ...body, until } }));
    },
  };
}

/** By the system, where the user has allowed it: one message for all. */
function notifyOutside(told: readonly RingingReminder[], isMissed: boolean): void {
  if (typeof Notification === 'undefined' || Notification.permission !== 'granted') return;
  const [first] = told;
  if (first === undefined) return;
  const titles = told.map(({ title }) => title || strings.untitled);
  const heading = isMissed ? strings.missed(told.length) : strings.heading(told.length);
  const notification =
    told.length === 1 && !isMissed
      ? new Notification(titles[0] ?? '', { tag: ringingKey(first) })
      : new Notification(heading, { body: titles.slice(0, 5).join('\n'), tag: ringingKey(first) });
  notification.addEventListener('click', () => {
    window.focus();
    notification.close();
  });
}

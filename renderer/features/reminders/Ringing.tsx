import './ringing.css';
import { Bell, Clock } from 'lucide-react';
import { useEffect, type ReactNode } from 'react';
import type { RingingReminder } from '../../../main/contract/reminders.ts';
import { announce } from '../../ui/announce.tsx';
import { Button, IconButton } from '../../ui/Buttons.tsx';
import { weekdayMoment, weekdayText } from '../../ui/format.ts';
import { Menu } from '../../ui/Menu.tsx';
import { strings } from './strings.ts';
import { ringingKey, useRinging } from './use-ringing.ts';

/** What has rung, until the user has snoozed or dismissed it. */
export function Ringing(): ReactNode {
  const { reminders, isMissed, dismiss, snooze } = useRinging();
  const heading = isMissed ? strings.missed(reminders.length) : strings.heading(reminders.length);
  const titles = reminders.map(titleOf).join(', ');
  useEffect(() => {
    if (titles !== '') announce(`${heading}: ${titles}`);
  }, [heading, titles]);
  if (reminders.length === 0) return null;
  return (
    <section className="ringing" aria-label={strings.reminders}>
      <header className="ringing-head">
        <Bell aria-hidden="true" />
        <h2>{heading}</h2>
        {reminders.length > 1 && (
          <Button
            tone="quiet"
            onClick={() => {
              dismiss(reminders);
            }}
          >
            {strings.dismissAll}
          </Button>
        )}
      </header>
      <ul className="ringing-list">
        {reminders.map((reminder) => (
          <li key={ringingKey(reminder)} className="ringing-item">
            <div className="ringing-words">
              <p className="ringing-title">{titleOf(reminder)}</p>
              <p className="ringing-when">{whenOf(reminder)}</p>
            </div>
            <Menu
              trigger={<IconButton icon={Clock} label={strings.snoozeOne(titleOf(reminder))} />}
              entries={(
                [
                  ['ten', 10],
                  ['hour', 60],
                  ['day', 1440],
                ] as const
              ).map(([name, minutes]) => ({
                name: strings.snoozes[name],
                perform: () => {
                  snooze(reminder, minutes);
                },
              }))}
            />
            <Button
              aria-label={strings.dismissOne(titleOf(reminder))}
              onClick={() => {
                dismiss([reminder]);
              }}
            >
              {strings.dismiss}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

const titleOf = ({ title }: RingingReminder): string => (title.trim() === '' ? strings.untitled : title);

function whenOf({ type, startTime, startDate }: RingingReminder): string {
  const when = startDate === undefined ? weekdayMoment.format(new Date(startTime)) : weekdayText.format(new Date(`${startDate}T00:00Z`));
  return type === 'card' ? strings.due(when) : when;
}

import './reminders-field.css';
import { Bell, X } from 'lucide-react';
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { reminderLimits } from '../../main/contract/limits.ts';
import type { Reminder } from '../../main/contract/reminders.ts';
import { Button, IconButton } from './Buttons.tsx';
import { Menu } from './Menu.tsx';
import { useFocusBack } from './use-focus-back.ts';
import { leadName, usualLeads, strings } from './reminder-words.ts';

interface RemindersFieldProps {
  readonly reminders: readonly Reminder[];
  /** What becomes of them, by those that there are when it gets there. */
  readonly onChange: (by: (reminders: readonly Reminder[]) => readonly Reminder[]) => void;
}

/** When to remind of a record: none, or several. */
export function RemindersField({ reminders, onChange }: RemindersFieldProps): ReactNode {
  const [isCustom, setCustom] = useState(false);
  const leads = useRef(false);
  const { ask: askBack, take: takeBack } = useFocusBack();
  const has = (minutes: number): boolean => hasReminder(reminders, minutes);
  const add = (minutes: number): void => {
    setCustom(false);
    if (!has(minutes)) onChange((now) => withReminder(now, minutes));
    // A button was pressed: browsers ask then, and never by themselves.
    if (typeof Notification !== 'undefined' && Notification.permission === 'default') void Notification.requestPermission();
  };
  return (
    <div className="field reminders-field" role="group" aria-label={strings.reminders}>
      <span className="field-label" aria-hidden="true">
        {strings.reminders}
      </span>
      {reminders.length > 0 && (
        <ul className="reminder-list">
          {reminders.map(({ minutesBefore }) => (
            <li key={minutesBefore} className="reminder">
              <Bell aria-hidden="true" />
              <span>{leadName(minutesBefore)}</span>
              <IconButton
                size="small"
                icon={X}
                label={strings.remove(leadName(minutesBefore))}
                onClick={() => {
                  onChange((now) => now.filter((reminder) => reminder.minutesBefore !== minutesBefore));
                }}
              />
            </li>
          ))}
        </ul>
      )}
      {isCustom && (
        <Custom
          onSet={(minutes) => {
            askBack();
            add(minutes);
          }}
        />
      )}
      {!isCustom && reminders.length < reminderLimits.count && (
        <Menu
          align="start"
          trigger={
            <Button ref={takeBack}>
              <Bell aria-hidden="true" />
              {strings.add}
            </Button>
          }
          entries={[
            ...usualLeads
              .filter((minutes) => !has(minutes))
              .map((minutes) => ({
                name: leadName(minutes),
                perform: () => {
                  add(minutes);
                },
              })),
            null,
            {
              name: strings.custom,
              perform: () => {
                leads.current = true;
                setCustom(true);
              },
            },
          ]}
          // Its button goes with it where a field comes, which takes the focus itself.
          finalFocus={() => {
            const { current: isLeft } = leads;
            leads.current = false;
            return !isLeft;
          }}
        />
      )}
    </div>
  );
}

function hasReminder(reminders: readonly Reminder[], minutes: number): boolean {
  return reminders.some(({ minutesBefore }) => minutesBefore === minutes);
}

function withReminder(reminders: readonly Reminder[], minutesBefore: number): readonly Reminder[] {
  if (hasReminder(reminders, minutesBefore)) return reminders;
  return [...reminders, { minutesBefore }].toSorted((a, b) => a.minutesBefore - b.minutesBefore);
}

/** Any number of minutes. */
function Custom({ onSet }: { readonly onSet: (minutes: number) => void }): ReactNode {
  const [text, setText] = useState('15');
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => field.current?.focus(), []);
  const minutes = Number(text);
  const isPossible = text.trim() !== '' && Number.isInteger(minutes) && minutes >= 0 && minutes <= reminderLimits.minutesBefore;
  return (
    <span className="reminder-custom">
      <input
        ref={field}
        className="input"
        type="number"
        min={0}
        max={reminderLimits.minutesBefore}
        aria-label={strings.customMinutes}
        value={text}
        onChange={({ target }) => {
          setText(target.value);
        }}
        onKeyDown={(pressed) => {
          if (pressed.key !== 'Enter') return;
          pressed.preventDefault();
          if (isPossible) onSet(minutes);
        }}
      />
      <Button
        aria-disabled={!isPossible}
        onClick={() => {
          if (isPossible) onSet(minutes);
        }}
      >
        {strings.set}
      </Button>
    </span>
  );
}

import './ringing.css';
import { Bell, ChevronUp, Clock } from 'lucide-react';
import { useEffectEvent, useLayoutEffect, useRef, useState, type ReactElement, type ReactNode, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import type { RingingReminder } from '../../../main/contract/reminders.ts';
import { isWrittenIn } from '../../actions/shortcut.ts';
import { announce } from '../../ui/announce.tsx';
import { Button, IconButton } from '../../ui/Buttons.tsx';
import { weekdayMoment, weekdayText } from '../../ui/format.ts';
import { Menu } from '../../ui/Menu.tsx';
import { strings } from './strings.ts';
import { ringingKey, useRinging } from './use-ringing.ts';

/** What has rung, until the user has snoozed or dismissed it; folded up, a button that brings it back. */
export function Ringing(): ReactNode {
  const { reminders, isMissed, dismiss, snooze } = useRinging();
  const [isFolded, setFolded] = useState(false);
  const panel = useRef<HTMLElement>(null);
  const heading = isMissed ? strings.missed(reminders.length) : strings.heading(reminders.length);
  useNewcomers(reminders, (newcomers) => {
    setFolded(false);
    announce(`${(isMissed ? strings.missed : strings.heading)(newcomers.length)}: ${newcomers.map(titleOf).join(', ')}`);
  });
  useFoldOverField(panel, isFolded ? 0 : reminders.length, setFolded);
  const latest = reminders.at(-1);
  if (latest === undefined) return null;
  const fold = (folded: boolean): void => {
    flushSync(() => {
      setFolded(folded);
    });
    panel.current?.querySelector<HTMLElement>('[aria-expanded].ringing-show, .ringing-head > .icon-button')?.focus();
  };
  if (isFolded)
    return (
      <section ref={panel} className="ringing" aria-label={strings.reminders} data-folded="true">
        <button
          type="button"
          className="ringing-show"
          aria-expanded={false}
          aria-label={strings.show(heading)}
          onClick={() => {
            fold(false);
          }}
        >
          <Bell aria-hidden="true" />
          <span className="ringing-count">{reminders.length}</span>
          <span className="ringing-latest">{titleOf(latest)}</span>
        </button>
      </section>
    );
  return (
    <section
      ref={panel}
      className="ringing"
      aria-label={strings.reminders}
      onKeyDown={(event) => {
        // Menus of it lie elsewhere, and have a key of their own.
        if (event.key !== 'Escape' || !event.currentTarget.contains(event.target as Element)) return;
        event.preventDefault();
        fold(true);
      }}
    >
      <header className="ringing-head">
        <Bell aria-hidden="true" />
        <h2>{heading}</h2>
        {reminders.length > 1 && (
          <>
            <SnoozeMenu
              trigger={<Button tone="quiet">{strings.snoozeAll}</Button>}
              onChoose={(minutes) => {
                snooze(reminders, minutes);
              }}
            />
            <Button
              tone="quiet"
              onClick={() => {
                dismiss(reminders);
              }}
            >
              {strings.dismissAll}
            </Button>
          </>
        )}
        <IconButton
          icon={ChevronUp}
          label={strings.hide}
          size="small"
          aria-expanded
          onClick={() => {
            fold(true);
          }}
        />
      </header>
      <ul className="ringing-list">
        {reminders.map((reminder) => (
          <li key={ringingKey(reminder)} className="ringing-item">
            <div className="ringing-words">
              <p className="ringing-title">{titleOf(reminder)}</p>
              <p className="ringing-when">{whenOf(reminder)}</p>
            </div>
            <SnoozeMenu
              trigger={<IconButton icon={Clock} label={strings.snoozeOne(titleOf(reminder))} />}
              onChoose={(minutes) => {
                snooze([reminder], minutes);
              }}
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

interface SnoozeMenuProps {
  readonly trigger: ReactElement<Record<string, unknown>>;
  readonly onChoose: (minutes: number) => void;
}

function SnoozeMenu({ trigger, onChoose }: SnoozeMenuProps): ReactNode {
  return (
    <Menu
      trigger={trigger}
      entries={(
        [
          ['ten', 10],
          ['hour', 60],
          ['day', 1440],
        ] as const
      ).map(([name, minutes]) => ({
        name: strings.snoozes[name],
        perform: () => {
          onChoose(minutes);
        },
      }))}
    />
  );
}

/** Tells of those that ring anew before they are painted, once each. */
function useNewcomers(reminders: readonly RingingReminder[], tell: (newcomers: readonly RingingReminder[]) => void): void {
  const known = useRef<ReadonlySet<string>>(new Set());
  const told = useEffectEvent(tell);
  useLayoutEffect(() => {
    const newcomers = reminders.filter((each) => !known.current.has(ringingKey(each)));
    known.current = new Set(reminders.map(ringingKey));
    if (newcomers.length > 0) told(newcomers);
  }, [reminders]);
}

/** Folds the reminders that are shown, of which there are `amount`, where they cover the field or dialog that has the focus, or get to. */
function useFoldOverField(panel: RefObject<HTMLElement | null>, amount: number, setFolded: (folded: boolean) => void): void {
  useLayoutEffect(() => {
    if (amount === 0) return undefined;
    const look = (): void => {
      const focused = document.activeElement;
      const used = focused?.closest('[role=dialog], [role=alertdialog]') ?? (focused !== null && isWrittenIn(focused) ? focused : null);
      if (panel.current !== null && used !== null && meet(panel.current, used)) setFolded(true);
    };
    look();
    const end = new AbortController();
    document.addEventListener('focusin', look, { signal: end.signal });
    window.addEventListener('resize', look, { signal: end.signal });
    return () => {
      end.abort();
    };
  }, [panel, amount, setFolded]);
}

function meet(one: Element, other: Element): boolean {
  const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

const titleOf = ({ title }: RingingReminder): string => (title.trim() === '' ? strings.untitled : title);

function whenOf({ type, startTime, startDate }: RingingReminder): string {
  const when = startDate === undefined ? weekdayMoment.format(new Date(startTime)) : weekdayText.format(new Date(`${startDate}T00:00Z`));
  return type === 'card' ? strings.due(when) : when;
}

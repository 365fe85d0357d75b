import { ContextMenu as Menu } from '@base-ui/react/context-menu';
import {
  CalendarCheck,
  CalendarDays,
  CalendarX,
  Check,
  ChevronRight,
  Copy,
  CopyPlus,
  Link,
  MousePointer2,
  Palette,
  Trash2,
  type LucideIcon,
} from 'lucide-react';
import type { CSSProperties, ReactNode } from 'react';
import { defaultColor } from '../../../../main/contract/events.ts';
import { eventDayPath } from '../../../../main/contract/page-paths.ts';
import { ContextMenu } from '../../../ui/ContextMenu.tsx';
import { copyText } from '../../../ui/hand-over.ts';
import { Keys } from '../../../ui/Hints.tsx';
import { colorNames, ownColor, palette } from '../../../ui/palette.ts';
import type { CalendarEvent } from '../events.ts';
import { whenOf } from '../format.ts';
import { focusBeside } from '../grid/use-kept-focus.ts';
import { strings as layerStrings } from '../layers/strings.ts';
import { useCalendarColor, useCalendars } from '../../../api/calendars.ts';
import { strings } from '../strings.ts';
import type { ShownEvent } from '../use-calendar.ts';
import { useDeleteEvent } from '../use-delete-event.ts';
import { menuStrings } from '../page-strings.ts';
import { useDuplicate } from './use-duplicate.ts';
import { useEditEvent } from './use-edit-event.ts';

interface EventMenuProps {
  readonly events: readonly ShownEvent[];
  readonly onOpen: (event: CalendarEvent) => void;
  /** The calendar. */
  readonly children: ReactNode;
}

/** What can be done to an event. */
export function EventMenu({ events, onOpen, children }: EventMenuProps): ReactNode {
  return (
    <ContextMenu
      selector="[data-entry]"
      find={({ dataset }) => events.find(({ event, isNew }) => event.id === dataset['entry'] && !isNew) ?? null}
      renderItems={(shown) => <Entries shown={shown} onOpen={onOpen} />}
    >
      {children}
    </ContextMenu>
  );
}

function Entries({
  shown: { event, isReadOnly = false },
  onOpen,
}: { readonly shown: ShownEvent } & Pick<EventMenuProps, 'onOpen'>): ReactNode {
  const duplicate = useDuplicate();
  const remove = useDeleteEvent();
  const edit = useEditEvent();
  return (
    <>
      <Item
        icon={MousePointer2}
        name={menuStrings.open}
        shortcut="Enter"
        onClick={() => {
          onOpen(event);
        }}
      />
      <Item
        icon={CopyPlus}
        name={menuStrings.duplicate}
        onClick={() => {
          duplicate(event);
        }}
      />
      {!isReadOnly && <Colors event={event} />}
      {!isReadOnly && <Calendars event={event} />}
      {!isReadOnly && (
        <Item
          icon={event.isCancelled ? CalendarCheck : CalendarX}
          name={event.isCancelled ? menuStrings.takesPlace : menuStrings.cancelEvent}
          onClick={() => {
            edit(event, { isCancelled: !event.isCancelled });
          }}
        />
      )}
      <Menu.Separator className="menu-line" />
      <Item icon={Copy} name={menuStrings.copyText} onClick={() => void copyText(textOf(event))} />
      <Item icon={Link} name={menuStrings.copyLink} onClick={() => void copyText(new URL(eventDayPath(event.id), location.href).href)} />
      {!isReadOnly && (
        <>
          <Menu.Separator className="menu-line" />
          <Item
            icon={Trash2}
            name={strings.delete}
            shortcut="Delete"
            danger
            onClick={() => {
              remove(event, (scope) => {
                focusBeside(event.id, scope);
              });
            }}
          />
        </>
      )}
    </>
  );
}

function textOf(event: CalendarEvent): string {
  const title = event.title === '' ? strings.untitled : event.title;
  return [event.isCancelled ? menuStrings.cancelled(title) : title, whenOf(event), event.location]
    .filter((part) => part !== null && part !== '')
    .join('\n');
}

interface ItemProps {
  readonly icon: LucideIcon;
  readonly name: string;
  readonly shortcut?: string;
  readonly danger?: boolean;
  readonly onClick: () => void;
}

function Item({ icon: Icon, name, shortcut, danger = false, onClick }: ItemProps): ReactNode {
  return (
    <Menu.Item className="menu-item" data-danger={danger} onClick={onClick}>
      <Icon aria-hidden="true" />
      <span className="menu-name">{name}</span>
      {shortcut !== undefined && <Keys shortcut={shortcut} />}
    </Menu.Item>
  );
}

interface Choice {
  readonly value: string;
  readonly name: string;
  readonly color: string;
}

interface ChoicesProps {
  readonly icon: LucideIcon;
  readonly name: string;
  readonly value: string;
  readonly choices: readonly Choice[];
  readonly onChoose: (value: string) => void;
}

/** One of several, in a menu of their own. */
function Choices({ icon: Icon, name, value, choices, onChoose }: ChoicesProps): ReactNode {
  return (
    <Menu.SubmenuRoot>
      <Menu.SubmenuTrigger className="menu-item">
        <Icon aria-hidden="true" />
        <span className="menu-name">{name}</span>
        <ChevronRight aria-hidden="true" />
      </Menu.SubmenuTrigger>
      <Menu.Portal>
        <Menu.Positioner className="layer" alignOffset={-4}>
          <Menu.Popup className="menu">
            <Menu.RadioGroup
              value={value}
              onValueChange={(next: string) => {
                onChoose(next);
              }}
            >
              {choices.map((choice) => (
                <Menu.RadioItem key={choice.value} value={choice.value} className="menu-item" closeOnClick>
                  <span className="calendar-mark" style={{ '--entry': choice.color } as CSSProperties} aria-hidden="true" />
                  <span className="menu-name">{choice.name}</span>
                  <Menu.RadioItemIndicator className="menu-check">
                    <Check aria-hidden="true" />
                  </Menu.RadioItemIndicator>
                </Menu.RadioItem>
              ))}
            </Menu.RadioGroup>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.SubmenuRoot>
  );
}

function Colors({ event }: { readonly event: CalendarEvent }): ReactNode {
  const edit = useEditEvent();
  const ofCalendar = { value: defaultColor, name: strings.calendarColor, color: useCalendarColor(event.calendarId) };
  const choices = [ofCalendar, ...palette.map((color) => ({ value: ownColor(color), name: colorNames[color], color }))];
  return (
    <Choices
      icon={Palette}
      name={strings.color}
      value={event.color}
      choices={choices}
      onChoose={(color) => {
        edit(event, { color });
      }}
    />
  );
}

/** Nothing where there is one calendar alone. */
function Calendars({ event }: { readonly event: CalendarEvent }): ReactNode {
  const edit = useEditEvent();
  const { data: calendars = [] } = useCalendars();
  const choices = calendars.filter(({ source }) => source === 'local').map(({ id, name, color }) => ({ value: id, name, color }));
  if (choices.length < 2) return null;
  return (
    <Choices
      icon={CalendarDays}
      name={layerStrings.calendar}
      value={event.calendarId}
      choices={choices}
      onChoose={(calendarId) => {
        edit(event, { calendarId });
      }}
    />
  );
}

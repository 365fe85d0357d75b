import './layers.css';
import { Ellipsis, Pencil, Plus, SquareKanban, Trash2 } from 'lucide-react';
import { useState, type CSSProperties, type ReactNode } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { Checkbox } from '../../../ui/Checkbox.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { Loaded } from '../../../ui/Loaded.tsx';
import { Menu, type MenuEntry } from '../../../ui/Menu.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { CalendarDialog } from './CalendarDialog.tsx';
import { DeleteDialog } from './DeleteDialog.tsx';
import { strings } from './strings.ts';
import { useCalendars, useChangeCalendar, type Calendar } from './use-calendars.ts';

/** What is open above the list. */
export type LayerDialog = { readonly kind: 'edit' | 'delete'; readonly calendar: Calendar } | { readonly kind: 'new' };

interface LayersProps {
  readonly showsCards: boolean;
  readonly onShowsCards: (shows: boolean) => void;
  /** It stands under a heading of its own. */
  readonly isHeaded: boolean;
}

/** The calendars as layers, each of which can be shown or not, and the cards that are due as one more. */
export function Layers({ showsCards, onShowsCards, isHeaded }: LayersProps): ReactNode {
  const query = useCalendars();
  const [dialog, setDialog] = useState<LayerDialog | null>(null);
  const close = (): void => {
    setDialog(null);
  };
  const add = (): void => {
    setDialog({ kind: 'new' });
  };
  return (
    <section className="layers" aria-label={strings.calendars}>
      {!isHeaded && (
        <div className="layers-head">
          <h2 className="layers-title">{strings.calendars}</h2>
          <IconButton icon={Plus} size="small" label={strings.add} onClick={add} />
        </div>
      )}
      <Loaded query={query} failed={strings.failed} loading={<Skeleton label={strings.loading} />}>
        {(calendars) => (
          <ul className="layer-list">
            {calendars.map((calendar) => (
              <Layer key={calendar.id} calendar={calendar} onDialog={setDialog} />
            ))}
          </ul>
        )}
      </Loaded>
      <label className="layer layer-cards">
        <Checkbox checked={showsCards} onChange={onShowsCards} />
        <SquareKanban className="layer-icon" aria-hidden="true" />
        <span className="layer-name">{strings.cards}</span>
      </label>
      {isHeaded && (
        <span className="layers-add">
          <Button onClick={add}>
            <Plus aria-hidden="true" />
            {strings.add}
          </Button>
        </span>
      )}
      <CalendarDialog target={dialog?.kind === 'edit' ? dialog.calendar : dialog?.kind === 'new' ? 'new' : null} onClose={close} />
      <DeleteDialog calendar={dialog?.kind === 'delete' ? dialog.calendar : null} others={query.data ?? []} onClose={close} />
    </section>
  );
}

interface LayerProps {
  readonly calendar: Calendar;
  readonly onDialog: (dialog: LayerDialog) => void;
}

function Layer({ calendar, onDialog }: LayerProps): ReactNode {
  const change = useChangeCalendar();
  const { name, color, isVisible, isDefault } = calendar;
  const entries: (MenuEntry | null)[] = [
    {
      name: strings.edit,
      icon: Pencil,
      perform: () => {
        onDialog({ kind: 'edit', calendar });
      },
    },
  ];
  if (!isDefault)
    entries.push(null, {
      name: strings.delete,
      icon: Trash2,
      danger: true,
      perform: () => {
        onDialog({ kind: 'delete', calendar });
      },
    });
  return (
    <li className="layer-row" style={{ '--entry': color } as CSSProperties}>
      <label className="layer">
        <Checkbox
          checked={isVisible}
          onChange={(shows) => {
            change(calendar, { isVisible: shows });
          }}
        />
        <span className="layer-name">
          <bdi dir="auto">{name}</bdi>
        </span>
      </label>
      <Menu trigger={<IconButton icon={Ellipsis} size="small" label={strings.more(name)} />} entries={entries} />
    </li>
  );
}

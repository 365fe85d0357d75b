import './layers.css';
import {
  Download,
  Ellipsis,
  FileUp,
  Link,
  MonitorSmartphone,
  Pencil,
  Plus,
  RefreshCw,
  Rss,
  SquareKanban,
  Trash2,
  TriangleAlert,
} from 'lucide-react';
import { useState, type CSSProperties, type ReactNode } from 'react';
import { Button, IconButton } from '../../../ui/Buttons.tsx';
import { Checkbox } from '../../../ui/Toggles.tsx';
import { Loaded, Skeleton } from '../../../ui/Loaded.tsx';
import { Menu, type MenuEntry } from '../../../ui/Menu.tsx';
import { CalendarDialog } from './CalendarDialog.tsx';
import { DeleteDialog } from './DeleteDialog.tsx';
import { FeedDialog } from './FeedDialog.tsx';
import { useExportCalendar, useRefreshCalendar } from './files.ts';
import { ImportDialog } from './ImportDialog.tsx';
import { ProgramsDialog } from './ProgramsDialog.tsx';
import { strings } from './strings.ts';
import { useCalendars, type Calendar } from '../../../api/calendars.ts';
import { useChangeCalendar } from './use-calendars.ts';

/** What is open above the list. */
type LayerDialog =
  | { readonly kind: 'edit' | 'delete' | 'import' | 'share'; readonly calendar: Calendar }
  | { readonly kind: 'new' | 'subscribe' | 'programs' };

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
  const of = (kind: LayerDialog['kind']): Calendar | null => (dialog?.kind === kind && 'calendar' in dialog ? dialog.calendar : null);
  const additions: readonly (MenuEntry | null)[] = [
    {
      name: strings.addNew,
      icon: Plus,
      perform: () => {
        setDialog({ kind: 'new' });
      },
    },
    {
      name: strings.subscribe,
      icon: Rss,
      perform: () => {
        setDialog({ kind: 'subscribe' });
      },
    },
    null,
    {
      name: strings.programs,
      icon: MonitorSmartphone,
      perform: () => {
        setDialog({ kind: 'programs' });
      },
    },
  ];
  return (
    <section className="layers" aria-label={strings.calendars}>
      {!isHeaded && (
        <div className="layers-head">
          <h2 className="layers-title">{strings.calendars}</h2>
          <Menu trigger={<IconButton icon={Plus} size="small" label={strings.add} />} entries={additions} />
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
      <label className="layer-choice layer-cards">
        <Checkbox checked={showsCards} onChange={onShowsCards} />
        <SquareKanban className="layer-icon" aria-hidden="true" />
        <span className="layer-name cut-name">{strings.cards}</span>
      </label>
      {isHeaded && (
        <span className="layers-add">
          <Menu
            align="start"
            trigger={
              <Button>
                <Plus aria-hidden="true" />
                {strings.add}
              </Button>
            }
            entries={additions}
          />
        </span>
      )}
      <CalendarDialog
        target={of('edit') ?? (dialog?.kind === 'new' || dialog?.kind === 'subscribe' ? dialog.kind : null)}
        onClose={close}
      />
      <DeleteDialog calendar={of('delete')} others={query.data ?? []} onClose={close} />
      <ImportDialog calendar={of('import')} onClose={close} />
      <ProgramsDialog open={dialog?.kind === 'programs'} onClose={close} />
      <FeedDialog calendar={of('share')} onClose={close} />
    </section>
  );
}

interface LayerProps {
  readonly calendar: Calendar;
  readonly onDialog: (dialog: LayerDialog) => void;
}

function Layer({ calendar, onDialog }: LayerProps): ReactNode {
  const change = useChangeCalendar();
  const { name, color, isVisible, source, error } = calendar;
  return (
    <li className="layer-row" style={{ '--entry': color } as CSSProperties}>
      <label className="layer-choice">
        <Checkbox
          checked={isVisible}
          onChange={(shows) => {
            change(calendar, { isVisible: shows });
          }}
        />
        <span className="layer-name cut-name">
          <bdi dir="auto">{name}</bdi>
        </span>
        {source === 'subscription' && (
          <span
            className="layer-source"
            data-failed={error !== null}
            title={error === null ? strings.subscription : strings.readFailed(error)}
          >
            {error === null ? <Rss aria-hidden="true" /> : <TriangleAlert aria-hidden="true" />}
            <span className="visually-hidden">({error === null ? strings.subscription : strings.readFailed(error)})</span>
          </span>
        )}
      </label>
      <Menu
        trigger={<IconButton icon={Ellipsis} size="small" label={strings.more(name)} />}
        entries={useLayerEntries(calendar, onDialog)}
      />
    </li>
  );
}

/** What can be done to a calendar. */
function useLayerEntries(calendar: Calendar, onDialog: LayerProps['onDialog']): (MenuEntry | null)[] {
  const exportCalendar = useExportCalendar();
  const refresh = useRefreshCalendar();
  const opening = (
    name: string,
    icon: NonNullable<MenuEntry['icon']>,
    kind: 'edit' | 'delete' | 'import' | 'share',
    danger = false,
  ): MenuEntry => ({
    name,
    icon,
    danger,
    perform: () => {
      onDialog({ kind, calendar });
    },
  });
  const own: MenuEntry =
    calendar.source === 'local'
      ? opening(strings.import, FileUp, 'import')
      : {
          name: strings.refresh,
          icon: RefreshCw,
          perform: () => {
            refresh(calendar);
          },
        };
  return [
    opening(strings.edit, Pencil, 'edit'),
    null,
    own,
    {
      name: strings.export,
      icon: Download,
      perform: () => {
        exportCalendar(calendar);
      },
    },
    opening(strings.share, Link, 'share'),
    ...(calendar.isDefault ? [] : [null, opening(strings.delete, Trash2, 'delete', true)]),
  ];
}

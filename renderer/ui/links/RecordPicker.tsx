import '../menu.css';
import '../field.css';
import { Combobox } from '@base-ui/react/combobox';
import { useEffect, useState, type ReactNode } from 'react';
import { routes } from '../../api/routes.ts';
import { useService, type Service } from '../../api/service.ts';
import type { LinkEnd } from './change-links.ts';
import { RecordIcon } from './RecordLink.tsx';
import { strings } from './strings.ts';

type Found = LinkEnd & { readonly title: string };

/** How many of each kind are found. */
const maxFound = '6';
/** Milliseconds without a key, before the service is asked. */
const debounceMs = 150;

async function find({ client }: Pick<Service, 'client'>, q: string, signal: AbortSignal): Promise<Found[]> {
  const query = { q, limit: maxFound };
  const [notes, cards, events] = await Promise.all([
    client.call(routes.listNotes, { query, signal }),
    client.call(routes.listCards, { query, signal }),
    client.call(routes.listEvents, { query, signal }),
  ]);
  return [
    ...notes.items.map(({ id, title }): Found => ({ type: 'note', id, title })),
    ...cards.items.map(({ id, title }): Found => ({ type: 'card', id, title })),
    ...events.items.map(({ id, title }): Found => ({ type: 'event', id, title })),
  ];
}

/** Finds a note, card or event by its words. `except` is not offered. */
export function RecordPicker({
  except,
  onPick,
  onClose,
}: {
  readonly except: ReadonlySet<string>;
  readonly onPick: (record: Found) => void;
  readonly onClose: () => void;
}): ReactNode {
  const service = useService();
  const [typed, setTyped] = useState('');
  const [found, setFound] = useState<readonly Found[]>([]);
  const [isAsking, setAsking] = useState(false);
  const q = typed.trim();
  useEffect(() => {
    if (q === '') return undefined;
    const asked = new AbortController();
    const timer = setTimeout(() => {
      setAsking(true);
      find(service, q, asked.signal)
        .then(setFound, () => {
          if (!asked.signal.aborted) setFound([]);
        })
        .finally(() => {
          if (!asked.signal.aborted) setAsking(false);
        });
    }, debounceMs);
    return () => {
      clearTimeout(timer);
      asked.abort();
    };
  }, [service, q]);
  const items = q === '' ? [] : found.filter(({ id }) => !except.has(id));
  return (
    <Combobox.Root
      items={items}
      filter={null}
      autoHighlight
      inputValue={typed}
      onInputValueChange={setTyped}
      itemToStringLabel={({ title }: Found) => title}
      onValueChange={(record: Found | null) => {
        if (record !== null) onPick(record);
      }}
    >
      <Combobox.Input
        className="input"
        aria-label={strings.search}
        placeholder={strings.search}
        autoFocus
        onKeyDown={(event) => {
          // It may stand in a form, which is not to be sent.
          if (event.key === 'Enter') event.preventDefault();
          if (event.key !== 'Escape') return;
          event.preventDefault();
          event.stopPropagation();
          onClose();
        }}
      />
      <Combobox.Portal>
        <Combobox.Positioner className="layer" sideOffset={4} align="start">
          <Combobox.Popup className="menu record-popup">
            <Combobox.Empty>
              <div className="record-none">{q !== '' && (isAsking ? strings.searching : strings.nothingFound)}</div>
            </Combobox.Empty>
            <Combobox.List>
              {(record: Found) => (
                <Combobox.Item key={record.id} value={record} className="menu-item">
                  <RecordIcon type={record.type} />
                  <span className="menu-name">{record.title}</span>
                </Combobox.Item>
              )}
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  );
}

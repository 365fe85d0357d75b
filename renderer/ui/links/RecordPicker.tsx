import '../menu.css';
import '../field.css';
import { Combobox } from '@base-ui/react/combobox';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { isComposing } from '../../actions/shortcut.ts';
import { routes } from '../../api/routes.ts';
import { useService, type Service } from '../../api/service.ts';
import { useEarlyEnter } from '../use-early-enter.ts';
import type { LinkEnd } from './change-links.ts';
import { RecordIcon } from './RecordLink.tsx';
import { strings } from './strings.ts';

type Found = LinkEnd & { readonly title: string };

/** What was found, and for which words. */
interface FoundFor {
  readonly q: string;
  readonly records: readonly Found[];
}

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
  const [found, setFound] = useState<FoundFor>({ q: '', records: [] });
  const chooses = useRef(false);
  const [isAsking, setAsking] = useState(false);
  const q = typed.trim();
  useEffect(() => {
    if (q === '') return undefined;
    const asked = new AbortController();
    const timer = setTimeout(() => {
      setAsking(true);
      void find(service, q, asked.signal)
        .catch((): Found[] => [])
        .then((records) => {
          if (!asked.signal.aborted) setFound({ q, records });
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
  const items = q === '' ? [] : found.records.filter(({ id }) => !except.has(id));
  const isEarly = q !== '' && found.q !== q;
  const enter = useEarlyEnter(isEarly, () => {
    const [first] = items;
    if (first !== undefined) onPick(first);
  });
  return (
    <Combobox.Root
      items={items}
      filter={null}
      autoHighlight
      inputValue={typed}
      onInputValueChange={(next) => {
        setTyped(next);
        chooses.current = false;
        enter.forget();
      }}
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
          if (isComposing(event.nativeEvent)) {
            event.preventBaseUIHandler();
            return;
          }
          if (event.key.startsWith('Arrow')) chooses.current = true;
          if (isEarly && !chooses.current && event.key === 'Enter') {
            enter.take(event);
            event.preventBaseUIHandler();
          }
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

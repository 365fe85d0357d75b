import { Plus } from 'lucide-react';
import { useLayoutEffect, useRef, type ReactNode, type RefObject } from 'react';
import type { Card } from '../../../../main/contract/cards.ts';
import { textLimits } from '../../../../main/contract/limits.ts';
import { useKept } from '../../../api/use-kept.ts';
import { announce } from '../../../ui/announce.tsx';
import { moved, newChecklistItem } from './checklist-items.ts';
import { ChecklistRow } from './ChecklistRow.tsx';
import { strings } from './strings.ts';
import { Refusal } from './use-draft.tsx';
import { newItemDraft, useChecklist } from './use-checklist.ts';

/** What is to be done for a card, item by item. */
export function Checklist({ card }: { readonly card: Card }): ReactNode {
  const { items, isRefused, change, flush } = useChecklist(card);
  const list = useRef<HTMLUListElement>(null);
  const done = items.filter(({ completed }) => completed).length;
  const focusRow = useFocusedRow(list);
  const move = (from: number, to: number): void => {
    const next = moved(items, from, to);
    if (next === items) return;
    change((now) => moved(now, from, to));
    announce(strings.itemMoved(items[from]?.text ?? '', to + 1, items.length));
  };
  return (
    <section className="card-part" aria-label={strings.checklist}>
      <header className="card-part-head">
        <h3>{strings.checklist}</h3>
        {items.length > 0 && <ChecklistProgress done={done} all={items.length} />}
      </header>
      <Refusal isRefused={isRefused} onRetry={flush} />
      <ul ref={list} className="checklist">
        {items.map((item, index) => (
          <ChecklistRow
            key={item.key}
            item={item}
            index={index}
            listKey={card.id}
            onChange={(next, when) => {
              change((now) => now.map((each) => (each.key === next.key ? next : each)), when);
            }}
            onFlush={flush}
            onAddBelow={() => {
              change((now) => now.toSpliced(index + 1, 0, newChecklistItem('')), 'later');
              focusRow(index + 1, 'text');
            }}
            onRemove={() => {
              change((now) => now.toSpliced(index, 1));
              focusRow(Math.max(0, index - 1), 'text');
            }}
            onStep={(to) => {
              move(index, to);
              focusRow(to, 'handle');
            }}
            onDrop={(key, edge) => {
              const from = items.findIndex((candidate) => candidate.key === key);
              const to = index + (edge === 'bottom' ? 1 : 0);
              if (from !== -1) move(from, from < to ? to - 1 : to);
            }}
          />
        ))}
      </ul>
      <NewItem
        cardId={card.id}
        onAdd={(text) => {
          change((now) => [...now, newChecklistItem(text)]);
        }}
      />
    </section>
  );
}

/** A function that moves the focus with the next rendering, before any further key arrives: what is typed next belongs there. */
function useFocusedRow(list: RefObject<HTMLElement | null>): (index: number, part: 'text' | 'handle') => void {
  const wanted = useRef<{ readonly index: number; readonly part: 'text' | 'handle' } | null>(null);
  useLayoutEffect(() => {
    if (wanted.current === null) return;
    const { index, part } = wanted.current;
    wanted.current = null;
    list.current?.children[index]?.querySelector<HTMLElement>(`[data-part=${part}]`)?.focus();
  });
  return (index, part) => {
    wanted.current = { index, part };
  };
}

function ChecklistProgress({ done, all }: { readonly done: number; readonly all: number }): ReactNode {
  return (
    <span className="checklist-progress">
      <span className="checklist-bar" aria-hidden="true">
        <span style={{ inlineSize: `${(done / all) * 100}%` }} />
      </span>
      <span role="status">{strings.checklistDone(done, all)}</span>
    </span>
  );
}

function NewItem({ cardId, onAdd }: { readonly cardId: string; readonly onAdd: (text: string) => void }): ReactNode {
  const [text, setText] = useKept(newItemDraft(cardId));
  const add = (): void => {
    if (text.trim() === '') return;
    onAdd(text.trim());
    setText('');
  };
  return (
    <form
      className="checklist-new"
      onSubmit={(event) => {
        event.preventDefault();
        add();
      }}
    >
      <Plus aria-hidden="true" />
      <input
        className="checklist-text"
        aria-label={strings.addItem}
        placeholder={strings.addItem}
        maxLength={textLimits.checklistItem}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
        }}
        onBlur={add}
      />
    </form>
  );
}

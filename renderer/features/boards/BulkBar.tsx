import './bulk-bar.css';
import { Archive, CircleCheck, Tag, Trash2, X } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Card, Priority } from '../../../main/contract/cards.ts';
import { Button, IconButton } from '../../ui/Buttons.tsx';
import { Select } from '../../ui/Select.tsx';
import { useBoardControl, type ShownColumn } from './board-context.ts';
import { cardThatStays } from './card-list.ts';
import { LabelsPopover } from './LabelsPopover.tsx';
import { priorities } from '../../../main/contract/card-values.ts';
import { PriorityMark } from './CardMarks.tsx';
import { strings } from './strings.ts';
import { archiveChange, doneChange, useBulk } from './use-bulk.ts';

interface BulkBarProps {
  readonly projectId: string;
  readonly cards: readonly Card[];
  readonly shown: readonly ShownColumn[];
  readonly onClear: () => void;
}

/** What can be done with the cards that are chosen. */
export function BulkBar({ projectId, cards, shown, onClear }: BulkBarProps): ReactNode {
  const bulk = useBulk(projectId);
  const { focusCard } = useBoardControl();
  const last = cards.at(-1);
  if (last === undefined) return null;
  // The bar goes, and the focus with it, to a card.
  const leave = (isGone: boolean): void => {
    const columns = shown.map((column) => column.cards);
    const next = isGone ? cardThatStays(columns, last.id, new Set(cards.map(({ id }) => id))) : last.id;
    onClear();
    if (next !== null) focusCard(next);
  };
  const common = cards[0]?.labelIds.filter((id) => cards.every(({ labelIds }) => labelIds.includes(id))) ?? [];
  const allDone = cards.every(({ completedAt }) => completedAt !== null);
  return (
    <div className="bulk-bar" role="toolbar" aria-label={strings.bulk}>
      <span className="bulk-count" role="status">
        {strings.selectedCount(cards.length)}
      </span>
      <Select<string>
        label={strings.moveTo}
        tone="quiet"
        value=""
        options={[{ value: '', name: strings.moveTo }, ...shown.map(({ column: { id }, name }) => ({ value: id, name }))]}
        onChange={(columnId) => {
          if (columnId !== '') bulk(cards, { how: 'move', columnId });
        }}
      />
      <LabelsPopover
        projectId={projectId}
        chosen={common}
        onToggle={(labelId, isChosen) => {
          bulk(cards, { how: 'label', labelId, isChosen });
        }}
        trigger={
          <Button tone="quiet">
            <Tag aria-hidden="true" />
            {strings.labels}
          </Button>
        }
      />
      <Select<Priority | 'none' | 'ask'>
        label={strings.priority}
        tone="quiet"
        value="ask"
        options={[
          { value: 'ask', name: strings.setPriority },
          { value: 'none', name: strings.noPriority },
          ...priorities.toReversed().map((value) => ({ value, name: strings.priorities[value], mark: <PriorityMark priority={value} /> })),
        ]}
        onChange={(value) => {
          if (value !== 'ask') bulk(cards, { how: 'change', fieldsOf: () => ({ priority: value === 'none' ? null : value }) });
        }}
      />
      <Button
        tone="quiet"
        aria-pressed={allDone}
        onClick={() => {
          bulk(cards, doneChange(cards));
        }}
      >
        <CircleCheck aria-hidden="true" />
        {strings.bulkDone}
      </Button>
      <Button
        tone="quiet"
        onClick={() => {
          bulk(cards, archiveChange);
          leave(true);
        }}
      >
        <Archive aria-hidden="true" />
        {strings.bulkArchive}
      </Button>
      <Button
        tone="quiet"
        onClick={() => {
          bulk(cards, { how: 'delete' });
          leave(true);
        }}
      >
        <Trash2 aria-hidden="true" />
        {strings.bulkDelete}
      </Button>
      <IconButton
        size="small"
        icon={X}
        label={strings.clearSelection}
        onClick={() => {
          leave(false);
        }}
      />
    </div>
  );
}

import { Archive, Copy, LayoutTemplate, Tag, Trash2, X } from 'lucide-react';
import { use, useEffect, useId, type ComponentProps, type ReactNode } from 'react';
import type { Card, Priority } from '../../../../main/contract/cards.ts';
import type { Column } from '../../../../main/contract/columns.ts';
import { offerOpenCard } from '../../../actions/open-record.ts';
import { useRegistry } from '../../../actions/registry.ts';
import { Button, IconButton } from '../../../ui/Buttons.tsx';
import { DateInput, Labelled } from '../../../ui/Field.tsx';
import { RemindersField } from '../../../ui/RemindersField.tsx';
import { Select } from '../../../ui/Select.tsx';
import { Checkbox } from '../../../ui/Toggles.tsx';
import { withLabel } from '../card-list.ts';
import { columnNames } from '../column-names.ts';
import { LabelsContext, useBoardControl } from '../board-context.ts';
import { dueFields, dueFromFields } from '../due.ts';
import { LabelChip, PriorityMark } from '../CardMarks.tsx';
import { LabelsPopover } from '../LabelsPopover.tsx';
import { priorities } from '../../../../main/contract/card-values.ts';
import { strings as boardStrings } from '../strings.ts';
import { useChangeCard, useDeleteCard, useUpdateCard } from '../use-card-changes.ts';
import { useDuplicateCard } from '../use-duplicate.ts';
import { strings } from './strings.ts';
import { Refusal, useDraft, type SaveOutcome } from './use-draft.tsx';
import { momentText } from '../../../ui/format.ts';

interface CardFieldsProps {
  readonly card: Card;
  readonly columns: readonly Column[];
  readonly onClose: () => void;
}

/** Where the card is, how urgent, due when, how far; and the way to delete it. */
export function CardFields({ card, columns, onClose }: CardFieldsProps): ReactNode {
  const { moveCard, focusBeside } = useBoardControl();
  const update = useUpdateCard(card, strings.saveFailed);
  const deleteCard = useDeleteCard();
  const change = useChangeCard();
  const duplicate = useDuplicateCard();
  return (
    <aside className="card-fields">
      {card.isTemplate && <p className="card-template">{boardStrings.isTemplate}</p>}
      <label className="card-done">
        <Checkbox
          checked={card.completedAt !== null}
          onChange={(isDone) => {
            void update({ completedAt: isDone ? new Date().toISOString() : null });
          }}
        />
        {card.completedAt === null ? boardStrings.isDone : strings.doneAt(momentText(new Date(card.completedAt)))}
      </label>
      <Labelled label={strings.column}>
        <Select
          label={strings.column}
          value={card.columnId}
          options={[...columnNames(columns)].map(([value, name]) => ({ value, name }))}
          onChange={(columnId) => {
            if (columnId !== card.columnId) moveCard(card, { columnId, position: Number.MAX_SAFE_INTEGER });
          }}
        />
      </Labelled>
      <Labelled label={strings.priority}>
        <Select<Priority | 'none'>
          label={strings.priority}
          value={card.priority ?? 'none'}
          options={[
            { value: 'none', name: strings.none },
            ...priorities
              .toReversed()
              .map((value) => ({ value, name: boardStrings.priorities[value], mark: <PriorityMark priority={value} /> })),
          ]}
          onChange={(value) => {
            void update({ priority: value === 'none' ? null : value });
          }}
        />
      </Labelled>
      <LabelsField
        card={card}
        onToggle={(labelId, isChosen) => {
          void update(({ labelIds }) => ({ labelIds: withLabel(labelIds, labelId, isChosen) }));
        }}
      />
      <DueField name={`card/${card.id}/due`} dueDate={card.dueDate} onChange={(dueDate) => update({ dueDate })} />
      {card.dueDate !== null && (
        <RemindersField
          reminders={card.reminders}
          onChange={(by) => {
            void update(({ reminders }) => ({ reminders: [...by(reminders)] }));
          }}
        />
      )}
      <ProgressField name={`card/${card.id}/progress`} progress={card.progress} onChange={(progress) => update({ progress })} />
      <div className="card-times">
        <p>{strings.created(momentText(new Date(card.createdAt)))}</p>
        <p>{strings.updated(momentText(new Date(card.updatedAt)))}</p>
      </div>
      <AskAgent card={card} />
      <Button
        tone="quiet"
        makes
        onClick={() => {
          duplicate(card);
        }}
      >
        <Copy aria-hidden="true" />
        {boardStrings.duplicateCard}
      </Button>
      {!card.isTemplate && (
        <Button
          tone="quiet"
          makes
          onClick={() => {
            duplicate(card, { what: boardStrings.templateSaved(card.title), body: { isTemplate: true } });
          }}
        >
          <LayoutTemplate aria-hidden="true" />
          {boardStrings.saveTemplate}
        </Button>
      )}
      {!card.isArchived && (
        <Button
          tone="quiet"
          onClick={() => {
            focusBeside(card.id);
            change(card, { isArchived: true });
            onClose();
          }}
        >
          <Archive aria-hidden="true" />
          {boardStrings.archiveCard}
        </Button>
      )}
      <Button
        tone="quiet"
        onClick={() => {
          focusBeside(card.id);
          deleteCard(card);
          onClose();
        }}
      >
        <Trash2 aria-hidden="true" />
        {strings.deleteCard}
      </Button>
    </aside>
  );
}

/** The labels of the card, and the way to others. */
function LabelsField({ card, onToggle }: { readonly card: Card } & Pick<ComponentProps<typeof LabelsPopover>, 'onToggle'>): ReactNode {
  const labels = use(LabelsContext);
  return (
    <Labelled label={boardStrings.labels}>
      <span className="label-chips">
        {card.labelIds.map((id) => {
          const label = labels.get(id);
          return label === undefined ? null : <LabelChip key={id} label={label} />;
        })}
      </span>
      <LabelsPopover
        projectId={card.projectId}
        chosen={card.labelIds}
        onToggle={onToggle}
        trigger={
          <Button>
            <Tag aria-hidden="true" />
            {boardStrings.editLabels}
          </Button>
        }
      />
    </Labelled>
  );
}

/** The frame offers the action, where there is an agent. */
function AskAgent({ card: { id, title } }: { readonly card: Card }): ReactNode {
  useEffect(() => offerOpenCard({ id, title }), [id, title]);
  const ask = useRegistry()
    .all()
    .find((action) => action.id === 'runs.askCard');
  if (ask === undefined) return null;
  return (
    <Button tone="quiet" onClick={ask.perform}>
      <ask.icon aria-hidden="true" />
      {strings.askAgent}
    </Button>
  );
}

/** Day and, if one likes, time of day. */
function DueField({
  name,
  dueDate,
  onChange,
}: {
  readonly name: string;
  readonly dueDate: string | null;
  readonly onChange: (dueDate: string | null) => Promise<SaveOutcome>;
}): ReactNode {
  const draft = useDraft(name, dueDate ?? '', (text) => onChange(text === '' ? null : text), true);
  const { date, time } = dueFields(draft.text === '' ? null : draft.text);
  const ids = { date: useId(), time: useId() };
  return (
    <div className="field">
      <label className="field-label" htmlFor={ids.date}>
        {strings.due}
      </label>
      <div className="due-fields">
        <DateInput
          id={ids.date}
          type="date"
          className="input"
          max="9999-12-31"
          value={date}
          onChange={(day) => {
            draft.change(dueFromFields(day, time) ?? '');
          }}
        />
        {date !== '' && (
          <>
            <IconButton
              size="small"
              icon={X}
              label={strings.clearDue}
              onClick={() => {
                draft.change('');
              }}
            />
            <label className="visually-hidden" htmlFor={ids.time}>
              {strings.dueTime}
            </label>
            <DateInput
              id={ids.time}
              type="time"
              className="input due-time"
              value={time}
              onChange={(clock) => {
                draft.change(dueFromFields(date, clock) ?? '');
              }}
            />
          </>
        )}
      </div>
      <Refusal isRefused={draft.isRefused} onRetry={draft.flush} />
    </div>
  );
}

function ProgressField({
  name,
  progress,
  onChange,
}: {
  readonly name: string;
  readonly progress: number;
  readonly onChange: (progress: number) => Promise<SaveOutcome>;
}): ReactNode {
  const draft = useDraft(name, String(progress), (text) => onChange(Number(text)), true);
  const id = useId();
  return (
    <div className="field">
      <label className="field-label progress-label" htmlFor={id}>
        {strings.progress}
        <output htmlFor={id}>{strings.percent(Number(draft.text))}</output>
      </label>
      <input
        id={id}
        type="range"
        min={0}
        max={100}
        step={5}
        value={draft.text}
        onChange={(event) => {
          draft.change(event.target.value);
        }}
        onBlur={draft.flush}
      />
      <Refusal isRefused={draft.isRefused} onRetry={draft.flush} />
    </div>
  );
}

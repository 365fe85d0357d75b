import { Plus } from 'lucide-react';
import { useLayoutEffect, useRef, type ReactNode } from 'react';
import type { Column } from '../../../main/contract/columns.ts';
import { maxOperations, textLimits } from '../../../main/contract/limits.ts';
import { useKept } from '../../api/use-kept.ts';
import { announce } from '../../ui/announce.tsx';
import { confirm } from '../../ui/confirm.ts';
import { notify } from '../../ui/toasts.ts';
import { Button } from '../../ui/Buttons.tsx';
import { useFocusBack } from '../../ui/use-focus-back.ts';
import { newCardDraft } from './add-card.ts';
import { useBoardControl } from './board-context.ts';
import { strings } from './strings.ts';
import { asTitle, pastedLines, titlesIn, titlesOf } from './pasted-lines.ts';
import { TitlesField } from './TitlesField.tsx';
import { useAddCard } from './use-card-changes.ts';
import { useBulk } from './use-bulk.ts';

interface QuickAddProps {
  readonly column: Column;
  readonly open: boolean;
  readonly onOpen: (open: boolean) => void;
  /** What the column is called. */
  readonly name: string;
}

/** Adds card after card to the end of a column. */
export function QuickAdd({ column, name, open, onOpen }: QuickAddProps): ReactNode {
  const { projectId } = useBoardControl();
  const [title, setTitle] = useKept(newCardDraft(column.id));
  const field = useRef<HTMLTextAreaElement>(null);
  const { ask: askBack, take: takeBack } = useFocusBack();
  const add = useAddCard();
  const bulk = useBulk(projectId);
  useLayoutEffect(() => {
    if (open) field.current?.focus();
  }, [open]);
  const submit = (): void => {
    const titles = titlesIn(title);
    if (titles.length === 0) return;
    for (const each of titles) add({ projectId, columnId: column.id, title: each });
    announce(strings.cardAdded(titles.join(', '), column.title));
    setTitle('');
  };
  const addLines = (lines: readonly string[]): void => {
    // One batch cannot hold more, and is taken back as one; what the field has and what was copied stay.
    if (lines.length > maxOperations) {
      notify({ title: strings.tooManyLines(lines.length), text: strings.tooManyLinesHint(maxOperations), kind: 'problem' });
      return;
    }
    const { titles, cut } = titlesOf(lines);
    void confirm({
      title: strings.linesTitle(lines.length),
      text: `${strings.linesText(lines.length, column.title)}${cut === 0 ? '' : ` ${strings.linesCut(cut, textLimits.title)}`}`,
      action: strings.linesAction(lines.length),
    }).then((isWanted) => {
      if (!isWanted) {
        const whole = `${title}${lines.join(' ')}`;
        setTitle(asTitle(whole));
        if (whole.length > textLimits.title) notify({ title: strings.titleCut(textLimits.title), kind: 'problem' });
      } else if (titles.some((line) => line.includes('{{')))
        for (const line of titles) add({ projectId, columnId: column.id, title: line });
      else bulk([], { how: 'add', columnId: column.id, column: column.title, titles });
    });
  };
  if (!open) {
    return (
      <div className="quick-add">
        <Button
          ref={takeBack}
          tone="quiet"
          onClick={() => {
            onOpen(true);
          }}
          aria-label={strings.addCardTo(name)}
        >
          <Plus aria-hidden="true" />
          {strings.addCard}
        </Button>
      </div>
    );
  }
  return (
    <div className="quick-add">
      <TitlesField
        field={field}
        rows={2}
        label={strings.cardTitle}
        hint={strings.addCardHint}
        value={title}
        onValue={setTitle}
        onPaste={(event) => {
          const lines = pastedLines(event.clipboardData.getData('text/plain'));
          if (lines.length < 2) return;
          event.preventDefault();
          addLines(lines);
        }}
        onSubmit={submit}
        onEscape={() => {
          askBack();
          onOpen(false);
        }}
        onLeftEmpty={() => {
          onOpen(false);
        }}
      />
      <p className="quick-add-hint" aria-hidden="true">
        {strings.addCardHint}
      </p>
    </div>
  );
}

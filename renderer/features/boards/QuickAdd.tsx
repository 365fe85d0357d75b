import { Plus } from 'lucide-react';
import { useLayoutEffect, useRef, type ReactNode } from 'react';
import type { Column } from '../../../main/contract/columns.ts';
import { useKept } from '../../api/use-kept.ts';
import { announce } from '../../ui/announce.ts';
import { confirm } from '../../ui/confirm.ts';
import { Button } from '../../ui/Button.tsx';
import { newCardDraft } from './add-card.ts';
import { useBoardControl } from './board-context.ts';
import { strings } from './strings.ts';
import { pastedLines } from './pasted-lines.ts';
import { useAddCard } from './use-card-changes.ts';
import { bulkLimit, useBulk } from './use-bulk.ts';

interface QuickAddProps {
  readonly column: Column;
  readonly open: boolean;
  readonly onOpen: (open: boolean) => void;
}

/** Adds card after card to the end of a column. */
export function QuickAdd({ column, open, onOpen }: QuickAddProps): ReactNode {
  const { projectId } = useBoardControl();
  const [title, setTitle] = useKept(newCardDraft(column.id));
  const field = useRef<HTMLTextAreaElement>(null);
  const add = useAddCard();
  const bulk = useBulk(projectId);
  useLayoutEffect(() => {
    if (open) field.current?.focus();
  }, [open]);
  const submit = (): void => {
    const trimmed = title.replace(/\s+/g, ' ').trim();
    if (trimmed === '') return;
    add({ projectId, columnId: column.id, title: trimmed });
    announce(strings.cardAdded(trimmed, column.title));
    setTitle('');
  };
  if (!open) {
    return (
      <div className="quick-add">
        <Button
          tone="quiet"
          onClick={() => {
            onOpen(true);
          }}
          aria-label={strings.addCardTo(column.title)}
        >
          <Plus aria-hidden="true" />
          {strings.addCard}
        </Button>
      </div>
    );
  }
  return (
    <div className="quick-add">
      <textarea
        ref={field}
        className="input"
        rows={2}
        aria-label={strings.cardTitle}
        placeholder={strings.cardTitle}
        title={strings.addCardHint}
        maxLength={500}
        value={title}
        onChange={(event) => {
          setTitle(event.target.value);
        }}
        onPaste={(event) => {
          const lines = pastedLines(event.clipboardData.getData('text/plain'), bulkLimit);
          if (lines.length < 2) return;
          event.preventDefault();
          const before = title;
          void confirm({
            title: strings.linesTitle(lines.length),
            text: strings.linesText(lines.length, column.title),
            action: strings.linesAction(lines.length),
          }).then((isWanted) => {
            if (!isWanted) setTitle(`${before}${lines.join(' ')}`.slice(0, 500));
            else if (lines.some((line) => line.includes('{{')))
              for (const line of lines) add({ projectId, columnId: column.id, title: line });
            else bulk([], { how: 'add', columnId: column.id, column: column.title, titles: lines });
          });
        }}
        onBlur={() => {
          if (title.trim() === '') onOpen(false);
        }}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === 'Enter') {
            event.preventDefault();
            submit();
          }
          if (event.key === 'Escape') onOpen(false);
        }}
      />
      <p className="quick-add-hint" aria-hidden="true">
        {strings.addCardHint}
      </p>
    </div>
  );
}

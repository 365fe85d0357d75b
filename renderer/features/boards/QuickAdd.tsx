import { Plus } from 'lucide-react';
import { useLayoutEffect, useRef, type ReactNode } from 'react';
import type { Column } from '../../../main/contract/columns.ts';
import { useKept } from '../../api/use-kept.ts';
import { announce } from '../../ui/announce.ts';
import { Button } from '../../ui/Button.tsx';
import { newCardDraft } from './add-card.ts';
import { useBoardControl } from './board-context.ts';
import { strings } from './strings.ts';
import { useAddCard } from './use-card-changes.ts';

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

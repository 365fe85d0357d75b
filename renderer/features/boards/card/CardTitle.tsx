import { useRef, type ReactNode } from 'react';
import type { Card } from '../../../../main/contract/cards.ts';
import { textLimits } from '../../../../main/contract/limits.ts';
import { oneLine, pasteAsLine } from '../../../ui/one-line.ts';
import { useTextHeight } from '../../../ui/use-text-height.ts';
import { Dispute, Refusal, useDraft } from './use-draft.tsx';
import { useWriteCard } from './use-write-card.ts';
import { strings } from './strings.ts';

/** The title, to be written over. */
export function CardTitle({ card }: { readonly card: Card }): ReactNode {
  const write = useWriteCard(card, 'title');
  const draft = useDraft(`card/${card.id}/title`, card.title, (title, base) =>
    title.trim() === '' ? undefined : write(title.trim(), base),
  );
  const field = useRef<HTMLTextAreaElement>(null);
  useTextHeight(field, draft.text);
  return (
    <div className="card-heading">
      <textarea
        ref={field}
        className="card-title-field"
        aria-label={strings.title}
        rows={1}
        maxLength={textLimits.title}
        value={draft.text}
        onPaste={pasteAsLine}
        onChange={(event) => {
          draft.change(oneLine(event.target));
        }}
        onBlur={() => {
          if (draft.text.trim() === '') draft.resolve('theirs');
          else draft.flush();
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.preventDefault();
        }}
      />
      <Dispute draft={draft} />
      <Refusal isRefused={draft.isRefused} onRetry={draft.flush} />
    </div>
  );
}

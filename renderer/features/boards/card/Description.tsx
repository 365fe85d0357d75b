import { Pencil } from 'lucide-react';
import { Suspense, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import type { Card } from '../../../../main/contract/cards.ts';
import { Button } from '../../../ui/Button.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { lazyPart } from '../../../ui/lazy-part.ts';
import { useUpdateCard } from '../use-card-changes.ts';
import { Dispute } from './Dispute.tsx';
import { strings } from './strings.ts';
import { useDraft } from './use-draft.ts';

const Markdown = lazyPart(() => import('./Markdown.tsx').then((module) => module.Markdown));

/** The description: as it reads, and as markdown while it is written. */
export function Description({ card }: { readonly card: Card }): ReactNode {
  const update = useUpdateCard(card, strings.saveFailed);
  const draft = useDraft(`card/${card.id}/description`, card.description ?? '', (text) =>
    update({ description: text === '' ? null : text }),
  );
  const [isEditing, setEditing] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  // At once: what is typed next belongs here.
  useLayoutEffect(() => {
    if (!isEditing) return;
    field.current?.focus();
    field.current?.setSelectionRange(field.current.value.length, field.current.value.length);
  }, [isEditing]);
  return (
    <section className="card-part" aria-label={strings.description}>
      <header className="card-part-head">
        <h3>{strings.description}</h3>
        {isEditing ? (
          <Button
            onClick={() => {
              draft.flush();
              setEditing(false);
            }}
          >
            {strings.doneEditing}
          </Button>
        ) : (
          draft.text !== '' && (
            <IconButton
              size="small"
              icon={Pencil}
              label={strings.editDescription}
              onClick={() => {
                setEditing(true);
              }}
            />
          )
        )}
      </header>
      {isEditing && (
        <>
          <textarea
            ref={field}
            className="input description-field"
            aria-label={strings.description}
            placeholder={strings.addDescription}
            rows={5}
            value={draft.text}
            onChange={(event) => {
              draft.change(event.target.value);
            }}
            onBlur={draft.flush}
            onKeyDown={(event) => {
              if (event.key !== 'Escape') return;
              // It leaves the field, not the card.
              event.stopPropagation();
              draft.flush();
              setEditing(false);
            }}
          />
          <p className="card-hint">{strings.markdownHint}</p>
        </>
      )}
      <Dispute draft={draft} />
      {!isEditing && draft.text !== '' && (
        <Suspense fallback={<p className="description-plain">{draft.text}</p>}>
          <Markdown text={draft.text} />
        </Suspense>
      )}
      {!isEditing && draft.text === '' && (
        <button
          type="button"
          className="description-empty"
          onClick={() => {
            setEditing(true);
          }}
        >
          {strings.addDescription}
        </button>
      )}
    </section>
  );
}

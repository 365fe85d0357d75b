import { Code2, Type } from 'lucide-react';
import { Suspense, use, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import type { Card } from '../../../../main/contract/cards.ts';
import { parseWeight } from '../../../../main/contract/markdown/parse-weight.ts';
import { isComposing } from '../../../actions/shortcut.ts';
import { Button, IconButton } from '../../../ui/Buttons.tsx';
import { RichText, RichTextContext } from '../../../ui/RichText.tsx';
import { useTextHeight } from '../../../ui/use-text-height.ts';
import { Dispute, Refusal, useDraft, type Draft } from './use-draft.tsx';
import { strings } from './strings.ts';
import { useAttach } from './FileDrop.tsx';
import { useWriteCard } from './use-write-card.ts';

/** What is heavier than this is edited as its source: each key reads the block that it is in. */
const maxWeight = 64 * 1024;

/** The description, in the editor of notes or as the markdown that it is. */
export function Description({ card }: { readonly card: Card }): ReactNode {
  const write = useWriteCard(card, 'description');
  const attach = useAttach(card);
  const draft = useDraft(`card/${card.id}/description`, card.description ?? '', write);
  const [isEditing, setEditing] = useState(false);
  const [asksForSource, setSource] = useState(false);
  const isPlain = use(RichTextContext) === null;
  const isHeavy = parseWeight(draft.text, maxWeight) > maxWeight;
  const isSource = asksForSource || isHeavy || isPlain;
  const section = useRef<HTMLElement>(null);
  const done = (): void => {
    draft.flush();
    setEditing(false);
    section.current?.focus();
  };
  return (
    <section ref={section} className="card-part" aria-label={strings.description} tabIndex={-1}>
      <header className="card-part-head">
        <h3>{strings.description}</h3>
        {(isEditing || draft.text !== '') && (
          <span className="card-part-tools">
            {!isHeavy && !isPlain && (
              <IconButton
                size="small"
                icon={asksForSource ? Type : Code2}
                label={asksForSource ? strings.formatted : strings.source}
                aria-pressed={asksForSource}
                onClick={() => {
                  draft.flush();
                  setSource(!asksForSource);
                  setEditing(true);
                }}
              />
            )}
            {isEditing && <Button onClick={done}>{strings.doneEditing}</Button>}
          </span>
        )}
      </header>
      <Dispute draft={draft} />
      <Refusal isRefused={draft.isRefused} onRetry={draft.flush} />
      {draft.text === '' && !isEditing ? (
        <button
          type="button"
          className="description-empty"
          onClick={() => {
            setEditing(true);
          }}
        >
          {strings.addDescription}
        </button>
      ) : (
        <div
          onFocus={() => {
            setEditing(true);
          }}
          onBlur={({ currentTarget, relatedTarget }) => {
            if (!currentTarget.contains(relatedTarget)) draft.flush();
          }}
          onKeyDown={(event) => {
            // It leaves the text, not the card.
            if (event.key !== 'Escape') return;
            event.stopPropagation();
            if (event.target instanceof HTMLTextAreaElement && !isComposing(event.nativeEvent)) done();
          }}
        >
          {isSource ? (
            <Source draft={draft} isEditing={isEditing} isHeavy={isHeavy} />
          ) : (
            <Suspense
              fallback={isEditing ? <Source draft={draft} isEditing isHeavy={false} /> : <p className="description-plain">{draft.text}</p>}
            >
              <RichText
                record={{ type: 'card', id: card.id }}
                markdown={draft.text}
                onChange={draft.change}
                onFiles={(files) => {
                  attach([...files]);
                }}
                onLeave={done}
                label={strings.description}
                isEditing={isEditing}
              />
            </Suspense>
          )}
        </div>
      )}
    </section>
  );
}

/** The markdown itself. */
function Source({
  draft,
  isEditing,
  isHeavy,
}: {
  readonly draft: Draft;
  readonly isEditing: boolean;
  readonly isHeavy: boolean;
}): ReactNode {
  const field = useRef<HTMLTextAreaElement>(null);
  useTextHeight(field, draft.text);
  // At once: what is typed next belongs here.
  useLayoutEffect(() => {
    if (!isEditing || field.current === null || document.activeElement === field.current) return;
    field.current.focus();
    field.current.setSelectionRange(field.current.value.length, field.current.value.length);
  }, [isEditing]);
  return (
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
      />
      {isEditing && <p className="card-hint">{isHeavy ? strings.heavyHint : strings.markdownHint}</p>}
    </>
  );
}

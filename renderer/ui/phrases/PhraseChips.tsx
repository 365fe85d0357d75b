import './phrase-chips.css';
import { CalendarClock, Repeat, X } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';
import type { PhrasePiece, Understood } from '../../../main/contract/phrases/phrase.ts';
import { ruleText, whenText, strings } from './phrase-text.ts';

interface PhraseChipsProps {
  /** The line that was read. */
  readonly text: string;
  readonly understood: Understood | null;
  /** IANA. */
  readonly timeZone: string;
  /** Leaves what was recognised of this kind as text. */
  readonly onKeep: (kind: PhrasePiece['kind']) => void;
  /** Where the line is written. It has the focus after a press, as the button that was pressed goes away. */
  readonly field: RefObject<HTMLElement | null>;
}

/** What was understood of a line: when, and how often. One press keeps either as text. */
export function PhraseChips({ text, understood, timeZone, onKeep, field }: PhraseChipsProps): ReactNode {
  const { when = null, rrule = null, pieces = [] } = understood ?? {};
  const chips = [
    { kind: 'when' as const, icon: CalendarClock, says: when === null ? '' : whenText(when, timeZone) },
    { kind: 'repeat' as const, icon: Repeat, says: rrule === null ? '' : ruleText(rrule, timeZone) },
  ].filter(({ kind, says }) => says !== '' && pieces.some((piece) => piece.kind === kind));
  return (
    <>
      {chips.length > 0 && (
        <ul className="phrase-chips" aria-label={strings.understood}>
          {chips.map(({ kind, icon: Icon, says }) => {
            const words = pieces.filter((piece) => piece.kind === kind).map(({ start, end }) => strings.quoted(text.slice(start, end)));
            return (
              <li key={kind} className="phrase-chip">
                <Icon aria-hidden="true" />
                <span>{says}</span>
                <button
                  type="button"
                  className="phrase-keep"
                  aria-label={strings.keep(words.join(' '))}
                  title={strings.keep(words.join(' '))}
                  onClick={() => {
                    onKeep(kind);
                    field.current?.focus();
                  }}
                >
                  <X aria-hidden="true" />
                </button>
              </li>
            );
          })}
        </ul>
      )}
      <p className="visually-hidden" role="status">
        {chips.map(({ says }) => says).join(', ')}
      </p>
    </>
  );
}

import type { ReactNode } from 'react';
import type { Heading } from '../session/note-stats.ts';
import { strings } from '../strings.ts';

interface OutlineProps {
  readonly headings: readonly Heading[];
  readonly title: string;
  readonly isOver: boolean;
  readonly onGo: (index: number) => void;
}

/** The headings of the note, to jump to. */
export function Outline({ title, headings, isOver, onGo }: OutlineProps): ReactNode {
  const top = Math.min(...headings.map(({ level }) => level));
  return (
    <nav className="outline" data-over={isOver} aria-label={`${strings.outline}: ${title}`}>
      <h2 className="outline-title">{strings.outline}</h2>
      {headings.length === 0 ? (
        <p className="outline-none">{strings.noHeadings}</p>
      ) : (
        <ol className="outline-list">
          {headings.map(({ level, text }, index) => (
            <li key={index}>
              <button
                type="button"
                className="outline-link"
                style={{ paddingInlineStart: `${(level - top) * 0.75 + 0.5}rem` }}
                onClick={() => {
                  onGo(index);
                }}
              >
                {text || strings.emptyHeading}
              </button>
            </li>
          ))}
        </ol>
      )}
    </nav>
  );
}

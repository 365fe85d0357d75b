import type { EditorView } from 'prosemirror-view';
import { useEffect, useRef, type ReactNode } from 'react';
import type { Heading } from '../session/note-stats.ts';
import { strings } from '../strings.ts';
import { useCurrentHeading } from './headings.ts';

interface OutlineProps {
  /** Null until they are known. */
  readonly headings: readonly Heading[] | null;
  readonly title: string;
  /** The text; null where its markdown is edited. */
  readonly view: EditorView | null;
  readonly isOver: boolean;
  readonly onGo: (index: number) => void;
}

const noHeadings: readonly Heading[] = [];

/** The headings of the note, to jump to; the one of what is read is marked. */
export function Outline({ title, headings: known, view, isOver, onGo }: OutlineProps): ReactNode {
  const headings = known ?? noHeadings;
  const current = useCurrentHeading(view, headings);
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    list.current?.children[current]?.scrollIntoView({ block: 'nearest' });
  }, [current]);
  const top = Math.min(...headings.map(({ level }) => level));
  return (
    <nav className="outline" data-over={isOver} aria-label={`${strings.outline}: ${title}`}>
      <h2 className="outline-title">{strings.outline}</h2>
      {headings.length === 0 ? (
        known !== null && <p className="outline-none">{strings.noHeadings}</p>
      ) : (
        <ol ref={list} className="outline-list">
          {headings.map(({ level, text }, index) => (
            <li key={index}>
              <button
                type="button"
                className="outline-link"
                aria-current={index === current ? 'location' : undefined}
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

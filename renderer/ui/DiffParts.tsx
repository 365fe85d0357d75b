import './diff-parts.css';
import type { ReactNode } from 'react';
import type { DiffPart, WordPart } from './line-diff.ts';
import { strings } from './strings.ts';

interface DiffPartsProps {
  readonly parts: readonly DiffPart[];
  /** Read out before lines that are new, and that are not there any more. */
  readonly added?: string;
  readonly removed?: string;
}

/** The lines of two texts, as `diffText` tells them apart. */
export function DiffParts({ parts, added = strings.added, removed = strings.removed }: DiffPartsProps): ReactNode {
  return parts.map((part, index) => <Part key={index} part={part} label={part.kind === 'added' ? added : removed} />);
}

function Part({ part, label }: { readonly part: DiffPart; readonly label: string }): ReactNode {
  if (part.kind === 'same') {
    return (
      <>
        {part.before.map((line, index) => (
          <p key={index} className="diff-line">
            {line}
          </p>
        ))}
        {part.hidden > 0 && <p className="diff-hidden">{strings.unchanged(part.hidden)}</p>}
        {part.after.map((line, index) => (
          <p key={index} className="diff-line">
            {line}
          </p>
        ))}
      </>
    );
  }
  const Tag = part.kind === 'added' ? 'ins' : 'del';
  return (
    <Tag className={`diff-${part.kind}`}>
      <span className="visually-hidden">{label}</span>
      {part.lines.map((words, index) => (
        <span key={index} className="diff-line">
          <Words words={words} />
        </span>
      ))}
    </Tag>
  );
}

function Words({ words }: { readonly words: readonly WordPart[] }): ReactNode {
  return words.map(({ text, changed }, index) => (changed ? <mark key={index}>{text}</mark> : text));
}

import { useMemo, type ReactNode } from 'react';
import { strings } from '../strings.ts';
import { diffText, type DiffPart, type WordPart } from './line-diff.ts';

interface Text {
  readonly title: string;
  readonly content: string;
}

/** How a note has changed from then to now. */
export function Diff({ former, now }: { readonly former: Text; readonly now: Text }): ReactNode {
  const parts = useMemo(() => diffText(former.content, now.content), [former, now]);
  return (
    <>
      <h3 className="diff-heading">{strings.comparing}</h3>
      {former.title !== now.title && <p className="diff-note">{strings.renamed(former.title)}</p>}
      {parts === null && <p className="diff-note">{strings.tooDifferent}</p>}
      {parts?.length === 0 && <p className="diff-note">{strings.same}</p>}
      <div className="diff" tabIndex={0} role="region" aria-label={strings.comparing}>
        {parts === null ? <pre>{former.content}</pre> : parts.map((part, index) => <Part key={index} part={part} />)}
      </div>
    </>
  );
}

function Part({ part }: { readonly part: DiffPart }): ReactNode {
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
      <span className="visually-hidden">{part.kind === 'added' ? strings.added : strings.removed}</span>
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

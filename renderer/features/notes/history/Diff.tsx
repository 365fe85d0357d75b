import { useMemo, type ReactNode } from 'react';
import { diffText } from '../../../ui/line-diff.ts';
import { DiffParts } from '../../../ui/DiffParts.tsx';
import { strings } from '../strings.ts';

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
        {parts === null ? <pre>{former.content}</pre> : <DiffParts parts={parts} added={strings.added} removed={strings.removed} />}
      </div>
    </>
  );
}

import { TriangleAlert } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useService } from '../../../api/service.ts';
import { Button } from '../../../ui/Buttons.tsx';
import { keepLostAsNote, lostName, type Lost } from '../session/lost.ts';
import type { NoteSession } from '../session/note-session.ts';
import { strings } from '../strings.ts';
import { useStateOf } from '../session/edited-text.ts';
import { useKeepAsNote } from './use-keep-as-note.ts';

/** Shows what was typed and fits the note no more, until it is a note of its own or discarded. */
export function LostBanner({ session }: { readonly session: NoteSession }): ReactNode {
  const { client, drafts } = useService();
  const { isBusy, keep } = useKeepAsNote();
  // Read anew with every change of the session: it is lost when that takes in what others did.
  const json = useStateOf(session, () => JSON.stringify(drafts.read(lostName(session.id))));
  const lost = JSON.parse(json) as Lost | null;
  const [, drawAgain] = useState(0);
  if (lost === null) return null;
  const discard = (): void => {
    drafts.drop(lostName(session.id));
    drawAgain((count) => count + 1);
  };
  const made = (): void => {
    // What was lost while the note was being made is not in it.
    if (JSON.stringify(drafts.read(lostName(session.id))) === json) discard();
  };
  const make = (): Promise<string> => keepLostAsNote(client, { ...lost, title: strings.keptTitle(lost.title) });
  return (
    <div className="note-error-banner" role="alert">
      <TriangleAlert aria-hidden="true" />
      <p>
        {strings.lost}. {strings.lostHint}
      </p>
      <textarea className="input note-lost-text" readOnly rows={4} aria-label={strings.lostText} value={lost.text} />
      <Button disabled={isBusy} onClick={() => void keep(make, made)}>
        {strings.keep}
      </Button>
      <Button tone="quiet" onClick={discard}>
        {strings.discardLost}
      </Button>
    </div>
  );
}

import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import { useService } from '../../../api/service.ts';
import { Button } from '../../../ui/Buttons.tsx';
import { keepAsNote } from '../session/lost.ts';
import { type SaveProgress, useProgress } from '../session/edited-text.ts';
import type { NoteSession } from '../session/note-session.ts';
import { strings } from '../strings.ts';
import { useKeepAsNote } from './use-keep-as-note.ts';

/** Says why what was typed cannot be saved, and what can be done so that it is not lost. */
export function ErrorBanner({ session }: { readonly session: NoteSession }): ReactNode {
  const progress = useProgress(session);
  const { client } = useService();
  const [, go] = useLocation();
  const { isBusy, keep } = useKeepAsNote();
  if (progress.at !== 'refused' && progress.at !== 'gone') return null;
  const keepText = async (): Promise<void> => {
    const { doc } = session.state;
    const title = String(doc.attrs['title']);
    await keep(
      () => keepAsNote(client, doc, progress.at === 'gone' ? title : strings.keptTitle(title)),
      () => {
        // What was typed while the note was being made is not in it.
        if (session.state.doc.eq(doc)) session.forget();
      },
    );
  };
  return (
    <div className="note-error-banner" role="alert">
      <TriangleAlert aria-hidden="true" />
      <p>{bannerText(progress, session.isNew)}</p>
      {!session.isNew && (
        <Button disabled={isBusy} onClick={() => void keepText()}>
          {strings.keep}
        </Button>
      )}
      {session.isNew && (
        <Button
          tone="quiet"
          onClick={() => {
            session.forget();
            go('/notes');
          }}
        >
          {strings.discardNew}
        </Button>
      )}
      {progress.at === 'refused' && !session.isNew && (
        <Button tone="quiet" onClick={() => void session.giveUp()}>
          {strings.goBack}
        </Button>
      )}
    </div>
  );
}

function bannerText(progress: Extract<SaveProgress, { at: 'refused' | 'gone' }>, isNew: boolean): string {
  if (progress.at === 'gone') return strings.gone;
  return isNew ? strings.notMade(progress.reason) : strings.refused(progress.reason);
}

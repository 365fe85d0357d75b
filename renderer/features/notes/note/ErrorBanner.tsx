import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import { notePath } from '../../../../main/contract/page-paths.ts';
import { useService } from '../../../api/service.ts';
import { Button } from '../../../ui/Buttons.tsx';
import { notify } from '../../../ui/toasts.ts';
import { keepAsNote } from '../session/lost.ts';
import { type SaveProgress, useProgress } from '../session/edited-text.ts';
import type { NoteSession } from '../session/note-session.ts';
import { strings } from '../strings.ts';

/** Says why what was typed cannot be saved, and what can be done so that it is not lost. */
export function ErrorBanner({ session }: { readonly session: NoteSession }): ReactNode {
  const progress = useProgress(session);
  const { client } = useService();
  const [, go] = useLocation();
  if (progress.at !== 'refused' && progress.at !== 'gone') return null;
  const keep = async (): Promise<void> => {
    const { doc } = session.state;
    try {
      const id = await keepAsNote(
        client,
        doc,
        progress.at === 'gone' ? String(doc.attrs['title']) : strings.keptTitle(String(doc.attrs['title'])),
      );
      session.forget();
      notify({ title: strings.kept });
      go(notePath(id));
    } catch (error) {
      notify({ title: strings.keepFailed, text: error instanceof Error ? error.message : '', kind: 'problem' });
    }
  };
  return (
    <div className="note-error-banner" role="alert">
      <TriangleAlert aria-hidden="true" />
      <p>{bannerText(progress, session.isNew)}</p>
      {!session.isNew && <Button onClick={() => void keep()}>{strings.keep}</Button>}
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

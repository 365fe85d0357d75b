import './history.css';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode, useMemo } from 'react';
import { routes } from '../../../api/routes.ts';
import { useService } from '../../../api/service.ts';
import type { NoteVersion } from '../../../../main/contract/notes.ts';
import { Button } from '../../../ui/Buttons.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Loaded } from '../../../ui/Loaded.tsx';
import { notify } from '../../../ui/toasts.ts';
import type { NoteSession } from '../session/note-session.ts';
import { strings } from '../strings.ts';
import { Versions } from './Versions.tsx';
import { diffText } from '../../../ui/line-diff.ts';
import { DiffParts } from '../../../ui/DiffParts.tsx';

interface HistoryDialogProps {
  readonly session: NoteSession;
  readonly open: boolean;
  readonly onClose: () => void;
  readonly flush: () => Promise<boolean>;
}

/** The versions of a note, what has changed since each, and bringing one back. */
export function HistoryDialog({ session, open, onClose, flush }: HistoryDialogProps): ReactNode {
  const [ready, setReady] = useState(false);
  const [chosen, setChosen] = useState<{ readonly version: NoteVersion; readonly isCurrent: boolean } | null>(null);
  useEffect(() => {
    if (!open) return;
    setReady(false);
    setChosen(null);
    void flush().finally(() => {
      setReady(true);
    });
  }, [open, flush]);
  const { client } = useService();
  const restore = useMutation({
    mutationFn: (version: number) => client.call(routes.restoreVersion, { params: { id: session.id }, body: { version } }),
    meta: { failed: strings.restoreFailed },
    onSuccess: () => {
      notify({ title: strings.restored });
      onClose();
    },
  });
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={strings.history}
      size="large"
      actions={
        chosen === null || chosen.isCurrent ? undefined : (
          <Button
            primary
            disabled={restore.isPending}
            onClick={() => {
              restore.mutate(chosen.version.version);
            }}
          >
            {strings.restore}
          </Button>
        )
      }
    >
      <div className="history">
        {ready && open && (
          <Versions
            id={session.id}
            chosen={chosen?.version ?? null}
            onChoose={(version, isCurrent) => {
              setChosen({ version, isCurrent });
            }}
          />
        )}
        <div className="history-shown">
          {chosen === null ? (
            <p className="history-hint">{strings.pickVersion}</p>
          ) : (
            <Comparison key={chosen.version.version} id={session.id} version={chosen.version.version} />
          )}
        </div>
      </div>
    </Dialog>
  );
}

function Comparison({ id, version }: { readonly id: string; readonly version: number }): ReactNode {
  const { client } = useService();
  const query = useQuery({
    queryKey: ['note-version', id, version],
    queryFn: async ({ signal }) => {
      const [former, now] = await Promise.all([
        client.call(routes.readVersion, { params: { id, version: String(version) }, signal }),
        client.call(routes.readNote, { params: { id }, signal }),
      ]);
      return { former, now };
    },
    gcTime: 0,
    meta: { alsoOn: ['note'] },
  });
  return (
    <Loaded query={query} failed={strings.versionFailed}>
      {({ former, now }) => <Diff former={former} now={now} />}
    </Loaded>
  );
}

interface Text {
  readonly title: string;
  readonly content: string;
}

/** How a note has changed from then to now. */
function Diff({ former, now }: { readonly former: Text; readonly now: Text }): ReactNode {
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

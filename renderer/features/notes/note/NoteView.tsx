import './note.css';
import { FileX2 } from 'lucide-react';
import { useEffect, useLayoutEffect, useSyncExternalStore, type ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { notePath } from '../../../../main/contract/page-paths.ts';
import { ServiceError } from '../../../api/client.ts';
import { Loaded, Skeleton } from '../../../ui/Loaded.tsx';
import { Message } from '../../../ui/Message.tsx';
import { releaseKeys } from '../fresh-note.ts';
import { useSession } from '../session/open-session.ts';
import { strings } from '../strings.ts';
import type { NoteSession } from '../session/note-session.ts';
import { NoteFrame } from './NoteFrame.tsx';
import type { FrameOptions } from './use-outline.ts';

interface NoteViewProps extends FrameOptions {
  readonly id: string;
}

/** One note, to read and to change. */
export function NoteView({ id, ...frame }: NoteViewProps): ReactNode {
  const query = useSession(id);
  // There will be no text to write into.
  useEffect(() => {
    if (query.isError) releaseKeys();
  }, [query.isError]);
  if (query.error instanceof ServiceError && query.error.status === 404) {
    return (
      <>
        <title>{strings.title}</title>
        <Message
          icon={FileX2}
          title={strings.missing}
          level={frame.narrow ? 1 : 2}
          action={
            <Link href="/notes" className="button button-plain">
              {strings.back}
            </Link>
          }
        >
          {strings.missingHint}
        </Message>
      </>
    );
  }
  return (
    <Loaded query={query} failed={strings.readFailed} loading={<Skeleton label={strings.reading} />}>
      {(session) => <Addressed id={id} session={session} {...frame} />}
    </Loaded>
  );
}

/** The note with the address that is its own by now: a new one gets another when the service has made it. */
function Addressed({ id, session, ...frame }: NoteViewProps & { readonly session: NoteSession }): ReactNode {
  const [, go] = useLocation();
  const now = useSyncExternalStore(session.subscribe, () => session.id);
  useLayoutEffect(() => {
    if (now !== id) go(notePath(now), { replace: true });
  }, [now, id, go]);
  return <NoteFrame session={session} {...frame} />;
}

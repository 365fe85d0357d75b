import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { claim } from '../../../api/claims.ts';
import type { Service } from '../../../api/service.ts';
import { useService } from '../../../api/service.ts';
import { created } from '../../../api/undoable.ts';
import { ServiceError } from '../../../api/client.ts';
import { finalId, isNew, noteMade } from '../new-note.ts';
import { notePlugins } from '../editor/plugins.ts';
import { noteOfUnsent, unsentName, unsentOf } from './kept-form.ts';
import { strings } from '../strings.ts';
import { lostName, type Lost } from './lost.ts';
import { NoteApi } from './note-api.ts';
import { NoteSession } from './note-session.ts';
import { sessionHere, sessionKey } from './session-here.ts';
import { toBeginning, readUnsent, wordsIn, type Beginning } from './unsent.ts';
import { claimOf } from './unsent-keeper.ts';

/** A session is kept for this many milliseconds after its note was left: a user who comes back finds it as it was. */
const kept = 5 * 60_000;

/**
 * The sessions of a page, by their clients. One that is not saved is held by the connection: it is here as long as anything is kept of it.
 */
const living = new WeakMap<Service, Map<string, WeakRef<NoteSession>>>();
/** What is being taken up. */
const restoring = new Map<string, Promise<NoteSession | null>>();

/** The session of a note. */
export function useSession(id: string) {
  const service = useService();
  useEffect(
    () =>
      service.connection.onChange((change) => {
        // It has come back from the trash.
        if (change?.type === 'note' && change.action === 'created' && change.id === id && isGone(sessionHere(service, id)))
          void service.queries.invalidateQueries({ queryKey: sessionKey(id) });
      }),
    [service, id],
  );
  return useQuery({
    queryKey: sessionKey(id),
    // A note that was deleted may be there again.
    staleTime: ({ state }) => (isGone(state.data) ? 0 : Infinity),
    // What is kept is shown also while the service is away; and a note that is left before it is there must be made all the same.
    networkMode: service.drafts.names(unsentOf(id)).length > 0 || isNew(id) ? 'always' : 'online',
    queryFn: () => openSession(service, id),
    meta: { fixed: true },
    gcTime: kept,
    // It holds what cannot be compared.
    structuralSharing: false,
  });
}

function isGone(session: NoteSession | undefined): boolean {
  return session?.progress().at === 'gone';
}

async function openSession(service: Service, id: string): Promise<NoteSession> {
  const [first] = await restore(service, id);
  if (first !== undefined) return first;
  // Made meanwhile; without any trace it was made and saved on a page before this one.
  if (isNew(id) && finalId(id) === id) throw new ServiceError(404, null);
  return sessionOf(service, finalId(id), toBeginning(await new NoteApi(service.client, finalId(id)).read()));
}

/** Goes on where pages before this one were left, for each note of which something was kept. */
export async function restoreAll(service: Service): Promise<void> {
  const ids = new Set(
    service.drafts
      .names('note/')
      .map(noteOfUnsent)
      .filter((id) => id !== null),
  );
  for (const id of ids) {
    const [first] = await restore(service, id);
    if (first !== undefined && service.queries.getQueryData(sessionKey(first.id)) === undefined)
      service.queries.setQueryData(sessionKey(first.id), first);
  }
}

/** The sessions of what is kept of a note, but for what another page has until it ends; they send it whether or not they are seen. */
async function restore(service: Service, id: string): Promise<readonly NoteSession[]> {
  const sessions: NoteSession[] = [];
  for (const name of service.drafts.names(unsentOf(id))) {
    const clientID = name.slice(unsentOf(id).length);
    const begun =
      restoring.get(clientID) ??
      restoreOne(service, id, clientID).finally(() => {
        restoring.delete(clientID);
      });
    restoring.set(clientID, begun);
    const session = await begun;
    if (session !== null) sessions.push(session);
  }
  return sessions;
}

async function restoreOne(service: Service, id: string, clientID: string): Promise<NoteSession | null> {
  const known = living.get(service)?.get(clientID)?.deref();
  if (known !== undefined) return known;
  const whenFree = (): void => {
    void restoreAll(service);
  };
  if (!(await claim(claimOf(clientID), whenFree))) return null;
  const name = unsentName(id, clientID);
  const value = service.drafts.read(name);
  // Its page has sent it just now.
  if (value === null) return null;
  try {
    return sessionOf(service, id, readUnsent(value));
  } catch {
    keepLost(service, id, { title: strings.lostTitle, text: wordsIn(value), doc: null });
    service.drafts.drop(name);
    return null;
  }
}

function sessionOf(service: Service, id: string, beginning: Beginning): NoteSession {
  const session: NoteSession = new NoteSession({
    service,
    id,
    beginning,
    plugins: notePlugins(),
    onLost: (doc) => {
      keepLost(service, session.id, {
        title: String(doc.attrs['title']),
        text: doc.textBetween(0, doc.content.size, '\n\n'),
        doc: doc.toJSON() as unknown,
      });
    },
    onCreated: (before, made, since) => {
      noteMade(before, made.id);
      service.queries.setQueryData(sessionKey(made.id), session);
      service.history.made(strings.noteAdded, since, [created('note', made)]);
    },
  });
  const sessions = living.get(service) ?? new Map<string, WeakRef<NoteSession>>();
  living.set(service, sessions.set(session.clientID, new WeakRef(session)));
  return session;
}

function keepLost({ drafts }: Service, noteId: string, lost: Lost): void {
  drafts.write(lostName(noteId), lost);
  drafts.flush();
}

import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { SessionDoor, type Where } from '../api/session-door.ts';

export interface SessionControl {
  readonly where: Where;
  readonly door: SessionDoor;
}

/** Who is using the page. Also takes in a link that is opened in a tab where the page already stands. */
export function useSession(): SessionControl {
  const kept = useRef<SessionDoor>(null);
  const door = useMemo(() => (kept.current ??= new SessionDoor()), []);
  useEffect(() => door.open(), [door]);
  return { where: useSyncExternalStore(door.subscribe, door.where), door };
}

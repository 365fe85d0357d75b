import { useEffect, useState } from 'react';
import type { NoteSession } from '../session/note-session.ts';
import { noteStats, type NoteStats } from '../session/note-stats.ts';
import { whenIdle } from '../when-idle.ts';

/** Counting waits until typing has paused for this many milliseconds, */
const debounceMs = 250;
/** and takes this many at a time. */
const slice = 8;

/** Length and headings, a moment after the last change; null until they have been counted. */
export function useStats(session: NoteSession): NoteStats | null {
  const [stats, setStats] = useState<NoteStats | null>(null);
  useEffect(() => {
    let counted: unknown = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let cancel = (): void => undefined;
    const count = (): void => {
      const end = performance.now() + slice;
      const { doc } = session.state;
      const next = noteStats(doc, () => performance.now() > end);
      if (next === null) cancel = whenIdle(count);
      else {
        counted = doc;
        setStats(next);
      }
    };
    const later = (): void => {
      if (session.state.doc === counted) return;
      clearTimeout(timer);
      cancel();
      timer = setTimeout(() => {
        cancel = whenIdle(count);
      }, debounceMs);
    };
    const end = session.subscribe(later);
    cancel = whenIdle(count);
    return () => {
      end();
      clearTimeout(timer);
      cancel();
    };
  }, [session]);
  return stats;
}

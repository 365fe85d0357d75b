import { Check, CloudOff, LoaderCircle, TriangleAlert } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { announce } from '../../../ui/announce.tsx';
import type { SaveProgress } from '../session/edited-text.ts';
import { strings } from '../strings.ts';

/** What was typed has come to rest when nothing has happened for this many milliseconds. */
const rest = 1_500;

const icons = { saved: Check, saving: LoaderCircle, waiting: CloudOff, refused: TriangleAlert, gone: TriangleAlert } as const;

function wordsFor(progress: SaveProgress): string {
  switch (progress.at) {
    case 'saved':
      return strings.saved;
    case 'saving':
      return strings.saving;
    case 'waiting':
      return strings.waiting(progress.changes);
    case 'refused':
    case 'gone':
      return strings.notSaved;
  }
}

/** Whether everything is saved. Said aloud when it has come to rest, not at every key. */
export function Status({ progress }: { readonly progress: SaveProgress }): ReactNode {
  const said = useRef('saved');
  const words = wordsFor(progress);
  const { at } = progress;
  useEffect(() => {
    if (at === 'saving') {
      said.current = at;
      return undefined;
    }
    if (said.current === at) return undefined;
    const timer = setTimeout(() => {
      said.current = at;
      announce(words);
    }, rest);
    return () => {
      clearTimeout(timer);
    };
  }, [at, words]);
  const Icon = icons[at];
  return (
    <p className="note-status" data-at={at} data-testid="note-status">
      <Icon aria-hidden="true" />
      <span>{words}</span>
    </p>
  );
}

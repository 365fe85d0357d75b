import { Pin } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useRoute } from 'wouter';
import { notePath } from '../../../../main/contract/page-paths.ts';
import { useRemoved } from '../../../api/service.ts';
import { allNotes } from '../list/note-pages.ts';
import { everywhere, useView } from '../list/place.ts';
import { useNotes } from '../list/use-notes.ts';
import { strings } from './strings.ts';

/** How many are shown: the list has all at its top. */
const shown = 8;

/** The pinned notes of all notebooks; nothing while there are none. */
export function Pins({ onGone }: { readonly onGone: () => void }): ReactNode {
  const { sort } = useView();
  const { data } = useNotes({ place: everywhere, sort });
  const removed = useRemoved();
  const [, open] = useRoute('/notes/:id');
  const pinned = (data === undefined ? [] : allNotes(data)).filter(({ id, isPinned }) => isPinned && !removed.has(id)).slice(0, shown);
  if (pinned.length === 0) return null;
  return (
    <>
      <header className="places-head">
        <h2 className="places-title">{strings.pins}</h2>
      </header>
      <ul className="place-list" aria-label={strings.pins}>
        {pinned.map(({ id, title }) => (
          <li key={id}>
            <Link href={notePath(id)} className="place" aria-current={open?.id === id ? 'page' : undefined} onClick={onGone}>
              <Pin aria-hidden="true" />
              <span className="place-name cut-name" title={title}>
                <bdi>{title}</bdi>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}

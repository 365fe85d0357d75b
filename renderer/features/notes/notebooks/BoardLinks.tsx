import { SquareKanban } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { boardPath } from '../../../../main/contract/page-paths.ts';
import { useProjects } from '../../../api/projects.ts';
import { strings } from './strings.ts';

/** The ways to the boards that are not archived; nothing while there are none. */
export function BoardLinks(): ReactNode {
  const boards = (useProjects().data ?? []).filter(({ isArchived }) => !isArchived);
  if (boards.length === 0) return null;
  return (
    <>
      <header className="places-head">
        <h2 className="places-title">{strings.boards}</h2>
      </header>
      <ul className="place-list" aria-label={strings.boards}>
        {boards.map(({ id, name }) => (
          <li key={id}>
            <Link href={boardPath(id)} className="place">
              <SquareKanban aria-hidden="true" />
              <span className="place-name cut-name" title={name}>
                <bdi>{name}</bdi>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}

import './projects.css';
import { Plus, SquareKanban } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'wouter';
import type { Project } from '../../../main/contract/projects.ts';
import { useRemoved } from '../../api/service.ts';
import { Button } from '../../ui/Button.tsx';
import { Loaded } from '../../ui/Loaded.tsx';
import { Message } from '../../ui/Message.tsx';
import { boardPath } from '../../actions/board-path.ts';
import { NewBoard } from './NewBoard.tsx';
import { strings } from './strings.ts';
import { useProjects } from './use-board.ts';

/** All boards, and the way to a new one. */
export function Projects(): ReactNode {
  const projects = useProjects();
  const removed = useRemoved();
  const [query, setQuery] = useSearchParams();
  const begin = (): void => {
    setQuery({ new: '' });
  };
  return (
    <div className="page projects-page">
      <title>{strings.title}</title>
      <div className="projects-head">
        <h1 className="page-title">{strings.heading}</h1>
        <Button primary onClick={begin}>
          <Plus aria-hidden="true" />
          {strings.newBoard}
        </Button>
      </div>
      <Loaded query={projects} failed={strings.projectsFailed}>
        {(items) => <ProjectList projects={items.filter(({ id }) => !removed.has(id))} />}
      </Loaded>
      <NewBoard
        open={query.has('new')}
        onClose={() => {
          setQuery({}, { replace: true });
        }}
        taken={projects.data?.map(({ id }) => id) ?? []}
      />
    </div>
  );
}

function ProjectList({ projects }: { readonly projects: readonly Project[] }): ReactNode {
  if (projects.length === 0)
    return (
      <Message icon={SquareKanban} title={strings.noProjects}>
        {strings.noProjectsHint}
      </Message>
    );
  return (
    <ul className="projects">
      {projects.map(({ id, columnCount, cardCount }) => (
        <li key={id}>
          <Link href={boardPath(id)} className="project">
            <bdi className="project-name">{id}</bdi>
            <span className="project-counts">{strings.projectCounts(columnCount, cardCount)}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

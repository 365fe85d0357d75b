import './projects.css';
import { Ellipsis, Plus, SquareKanban, Trash2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Link, useSearchParams } from 'wouter';
import type { Project } from '../../../main/contract/projects.ts';
import { useRemoved } from '../../api/service.ts';
import { BringIn } from '../../ui/BringIn.tsx';
import { Button, IconButton } from '../../ui/Buttons.tsx';
import { Loaded } from '../../ui/Loaded.tsx';
import { Menu } from '../../ui/Menu.tsx';
import { Message } from '../../ui/Message.tsx';
import { boardPath } from '../../../main/contract/page-paths.ts';
import { BoardForm } from './BoardForm.tsx';
import { NewBoard } from './NewBoard.tsx';
import { strings } from './strings.ts';
import { useProjects } from '../../api/projects.ts';
import { useBoardEntries } from './use-project.ts';
import { useDeleteBoard } from './use-column-changes.ts';

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
        boards={projects.data?.filter(({ id }) => !removed.has(id)) ?? []}
      />
    </div>
  );
}

function ProjectList({ projects }: { readonly projects: readonly Project[] }): ReactNode {
  const [edited, setEdited] = useState<Project | null>(null);
  if (projects.length === 0)
    return (
      <Message icon={SquareKanban} title={strings.noProjects} action={<BringIn />}>
        {strings.noProjectsHint}
      </Message>
    );
  const archived = projects.filter(({ isArchived }) => isArchived);
  return (
    <>
      <Tiles projects={projects.filter(({ isArchived }) => !isArchived)} onEdit={setEdited} />
      {archived.length > 0 && (
        <details className="projects-archived">
          <summary>
            {strings.archivedBoards} ({archived.length})
          </summary>
          <Tiles projects={archived} onEdit={setEdited} />
        </details>
      )}
      <BoardForm
        project={edited}
        onClose={() => {
          setEdited(null);
        }}
      />
    </>
  );
}

interface TilesProps {
  readonly projects: readonly Project[];
  readonly onEdit: (project: Project) => void;
}

function Tiles({ projects, onEdit }: TilesProps): ReactNode {
  return (
    <ul className="projects">
      {projects.map((project) => (
        <li key={project.id}>
          <Link href={boardPath(project.id)} className="project" style={{ borderInlineStartColor: project.color }}>
            <bdi className="project-name">{project.name}</bdi>
            <span className="project-counts">{strings.projectCounts(project.columnCount, project.cardCount)}</span>
          </Link>
          <BoardMenu project={project} onEdit={onEdit} />
        </li>
      ))}
    </ul>
  );
}

function BoardMenu({ project, onEdit }: { readonly project: Project } & Pick<TilesProps, 'onEdit'>): ReactNode {
  const entriesOf = useBoardEntries();
  const remove = useDeleteBoard();
  const { id, name } = project;
  return (
    <span className="project-menu">
      <Menu
        trigger={<IconButton size="small" icon={Ellipsis} label={strings.boardActions(name)} />}
        entries={[
          ...entriesOf(project, () => {
            onEdit(project);
          }),
          null,
          {
            name: strings.deleteBoard,
            icon: Trash2,
            danger: true,
            perform: () => {
              remove(id, name);
            },
          },
        ]}
      />
    </span>
  );
}

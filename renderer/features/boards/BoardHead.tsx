import { ChevronDown, ChevronRight, Ellipsis, Inbox, SquareKanban, Table2, Trash2 } from 'lucide-react';
import { memo, useState, type ReactNode, type RefObject } from 'react';
import { Link, useLocation } from 'wouter';
import { IconButton } from '../../ui/Buttons.tsx';
import { Menu } from '../../ui/Menu.tsx';
import { Archived } from '../../ui/Message.tsx';
import type { ShownColumn } from './board-context.ts';
import { boardPath } from '../../../main/contract/page-paths.ts';
import { ArchivedCards } from './ArchivedCards.tsx';
import { BoardForm } from './BoardForm.tsx';
import { FilterBar } from './FilterBar.tsx';
import type { Filters } from './filters.ts';
import { strings } from './strings.ts';
import { useProjects } from '../../api/projects.ts';
import { useBoardEntries, useProject, useUpdateProject } from './use-project.ts';
import { useDeleteBoard } from './use-column-changes.ts';

interface BoardHeadProps {
  readonly projectId: string;
  readonly shown: readonly ShownColumn[];
  readonly filters: Filters;
  readonly onFilter: (filters: Filters) => void;
  readonly filterField: RefObject<HTMLInputElement | null>;
  readonly isTable: boolean;
  readonly onTable: (isTable: boolean) => void;
}

/** The name of the board, the way to others, and what is shown of it. */
export const BoardHead = memo(function BoardHead(props: BoardHeadProps): ReactNode {
  const { projectId, shown, filters, onFilter, filterField, isTable, onTable } = props;
  const [, go] = useLocation();
  const deleteBoard = useDeleteBoard();
  const entriesOf = useBoardEntries();
  const update = useUpdateProject();
  const project = useProject(projectId);
  const name = project?.name ?? projectId;
  const [isEditing, setEditing] = useState(false);
  const [showsArchived, setShowsArchived] = useState(false);
  const total = shown.reduce((sum, column) => sum + column.total, 0);
  return (
    <header className="board-head">
      <div className="board-name">
        <Link href="/boards" className="board-up">
          {strings.heading}
        </Link>
        <ChevronRight className="board-slash" aria-hidden="true" />
        <h1>
          {project !== null && <span className="board-color" style={{ backgroundColor: project.color }} aria-hidden="true" />}
          <bdi>{name}</bdi>
        </h1>
        <OtherBoards projectId={projectId} />
        <Menu
          align="start"
          trigger={<IconButton size="small" icon={Ellipsis} label={strings.boardMenu} />}
          entries={[
            ...(project === null
              ? []
              : entriesOf(project, () => {
                  setEditing(true);
                })),
            {
              name: strings.archivedCards,
              icon: Inbox,
              perform: () => {
                setShowsArchived(true);
              },
            },
            null,
            {
              name: strings.deleteBoard,
              icon: Trash2,
              danger: true,
              perform: () => {
                deleteBoard(projectId, name);
                go('/boards');
              },
            },
          ]}
        />
        <IconButton
          size="small"
          icon={isTable ? SquareKanban : Table2}
          label={isTable ? strings.showBoard : strings.showTable}
          onClick={() => {
            onTable(!isTable);
          }}
        />
      </div>
      {project?.isArchived === true && (
        <Archived
          text={strings.boardIsArchived}
          action={strings.unarchiveBoard}
          onBack={() => {
            update(project, { isArchived: false }, strings.boardBack(name));
          }}
        />
      )}
      <BoardForm
        project={isEditing ? project : null}
        onClose={() => {
          setEditing(false);
        }}
      />
      <ArchivedCards
        projectId={projectId}
        open={showsArchived}
        onClose={() => {
          setShowsArchived(false);
        }}
      />
      <FilterBar
        project={project}
        filters={filters}
        onChange={onFilter}
        field={filterField}
        shown={shown.reduce((sum, { cards }) => sum + cards.length, 0)}
        total={total}
      />
    </header>
  );
});

function OtherBoards({ projectId }: { readonly projectId: string }): ReactNode {
  const [, go] = useLocation();
  const others = useProjects().data?.filter(({ id, isArchived }) => id !== projectId && !isArchived) ?? [];
  if (others.length === 0) return null;
  return (
    <Menu
      align="start"
      trigger={<IconButton size="small" icon={ChevronDown} label={strings.switchBoard} />}
      entries={[
        ...others.slice(0, 30).map(({ id, name }) => ({
          name,
          perform: () => {
            go(boardPath(id));
          },
        })),
        null,
        {
          name: strings.allBoards,
          perform: () => {
            go('/boards');
          },
        },
      ]}
    />
  );
}

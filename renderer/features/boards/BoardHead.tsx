import { ChevronDown, ChevronRight, Ellipsis, Trash2 } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';
import { Link, useLocation } from 'wouter';
import { IconButton } from '../../ui/IconButton.tsx';
import { Menu } from '../../ui/Menu.tsx';
import type { ShownColumn } from './board-context.ts';
import { boardPath } from '../../actions/board-path.ts';
import { FilterBar } from './FilterBar.tsx';
import type { Filters } from './filters.ts';
import { strings } from './strings.ts';
import { useProjects } from './use-board.ts';
import { useDeleteBoard } from './use-column-changes.ts';

interface BoardHeadProps {
  readonly projectId: string;
  readonly shown: readonly ShownColumn[];
  readonly filters: Filters;
  readonly onFilter: (filters: Filters) => void;
  readonly filterField: RefObject<HTMLInputElement | null>;
}

/** The name of the board, the way to others, and what is shown of it. */
export function BoardHead({ projectId, shown, filters, onFilter, filterField }: BoardHeadProps): ReactNode {
  const [, go] = useLocation();
  const deleteBoard = useDeleteBoard();
  const total = shown.reduce((sum, column) => sum + column.total, 0);
  return (
    <header className="board-head">
      <div className="board-name">
        <Link href="/boards" className="board-up">
          {strings.heading}
        </Link>
        <ChevronRight className="board-slash" aria-hidden="true" />
        <h1>
          <bdi>{projectId}</bdi>
        </h1>
        <OtherBoards projectId={projectId} />
        <Menu
          align="start"
          trigger={<IconButton size="small" icon={Ellipsis} label={strings.boardMenu} />}
          entries={[
            {
              name: strings.deleteBoard,
              icon: Trash2,
              danger: true,
              perform: () => {
                deleteBoard(projectId);
                go('/boards');
              },
            },
          ]}
        />
      </div>
      <FilterBar
        filters={filters}
        onChange={onFilter}
        field={filterField}
        shown={shown.reduce((sum, { cards }) => sum + cards.length, 0)}
        total={total}
      />
    </header>
  );
}

function OtherBoards({ projectId }: { readonly projectId: string }): ReactNode {
  const [, go] = useLocation();
  const others = useProjects().data?.filter(({ id }) => id !== projectId) ?? [];
  if (others.length === 0) return null;
  return (
    <Menu
      align="start"
      trigger={<IconButton size="small" icon={ChevronDown} label={strings.switchBoard} />}
      entries={[
        ...others.slice(0, 30).map(({ id }) => ({
          name: id,
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

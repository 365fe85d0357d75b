import './board.css';
import './print.css';
import { Columns3, SearchX } from 'lucide-react';
import { useMemo, useRef, useState, type ReactNode } from 'react';
import { useLocation } from 'wouter';
import { useProjects } from '../../api/projects.ts';
import { Button } from '../../ui/Buttons.tsx';
import { Loaded } from '../../ui/Loaded.tsx';
import { Message } from '../../ui/Message.tsx';
import { useFocusOnTurn } from '../../ui/use-focus-on-turn.ts';
import { useNow } from '../../ui/when.ts';
import { AddColumn } from './AddColumn.tsx';
import { BoardContext, LabelsContext } from './board-context.ts';
import { useBoardDrag } from './board-drag.ts';
import { BoardHead } from './BoardHead.tsx';
import { BulkBar } from './BulkBar.tsx';
import { CardMenu } from './CardMenu.tsx';
import { CardDialog } from './card/CardDialog.tsx';
import { ColumnView } from './ColumnView.tsx';
import { ofNoteIn } from './kept-columns.ts';
import { strings } from './strings.ts';
import { TableView } from './TableView.tsx';
import { useBoard } from './use-board-control.ts';
import { useCards, useColumns } from './use-board.ts';
import { useProject } from './use-project.ts';

interface BoardProps {
  readonly projectId: string;
  /** The card that is open. */
  readonly cardId: string | null;
}

const noCards: readonly never[] = [];

/** A board: its columns side by side, and above them one of its cards if one is open; that it was deleted, where that is known. */
export function Board(props: BoardProps): ReactNode {
  const { projectId } = props;
  const projects = useProjects();
  const isThere = useProject(projectId) !== null;
  // Before its first column is made there may be no such board either.
  const [wasThere, setWasThere] = useState(isThere);
  if (isThere && !wasThere) setWasThere(true);
  const isGone = wasThere && !isThere && projects.data !== undefined;
  useFocusOnTurn(isGone ? 'gone' : 'there');
  if (isGone) return <GoneBoard />;
  return <BoardThere {...props} />;
}

function GoneBoard(): ReactNode {
  const [, go] = useLocation();
  return (
    <>
      <title>{strings.title}</title>
      <Message
        icon={SearchX}
        title={strings.boardGone}
        level={1}
        urgent
        action={
          <Button
            primary
            onClick={() => {
              go('/boards');
            }}
          >
            {strings.toBoards}
          </Button>
        }
      >
        {strings.boardGoneHint}
      </Message>
    </>
  );
}

function BoardThere({ projectId, cardId }: BoardProps): ReactNode {
  const columns = useColumns(projectId);
  const cards = useCards(projectId);
  const now = useNow();
  const board = useBoard({ projectId, columns: columns.data ?? noCards, cards: cards.data ?? noCards, isCardOpen: cardId !== null, now });
  const scroller = useRef<HTMLDivElement>(null);
  const dragged = useBoardDrag(scroller, board.drop);
  const [isAdding, setAdding] = useState(false);
  const project = useProject(projectId);
  const labels = useMemo(() => new Map(project?.labels.map((label) => [label.id, label])), [project?.labels]);
  return (
    <BoardContext value={board.control}>
      <LabelsContext value={labels}>
        <div className="board">
          <title>{strings.boardTitle(project?.name ?? projectId)}</title>
          <BoardHead
            projectId={projectId}
            shown={board.columns}
            filters={board.filters}
            onFilter={board.setFilters}
            filterField={board.filterField}
            isTable={board.isTable}
            onTable={board.setTable}
          />
          <CardMenu cards={cards.data ?? noCards} selection={board.selection} hasPlaces={!board.isTable}>
            <div className={board.isTable ? 'board-rows' : 'board-columns'} ref={scroller} {...board.watched}>
              <Loaded query={columns} failed={strings.boardFailed}>
                {() => (
                  <Loaded query={cards} failed={strings.boardFailed}>
                    {() =>
                      board.isTable ? (
                        <TableView columns={board.columns} wanted={board.wanted} now={now} selected={board.selection.ids} />
                      ) : (
                        <>
                          {board.columns.length === 0 && !isAdding && (
                            <Message
                              icon={Columns3}
                              title={strings.emptyBoard}
                              action={
                                <Button
                                  primary
                                  onClick={() => {
                                    setAdding(true);
                                  }}
                                >
                                  {strings.addColumn}
                                </Button>
                              }
                            >
                              {strings.emptyBoardHint}
                            </Message>
                          )}
                          {board.columns.map((shown) => (
                            <ColumnView
                              key={shown.column.id}
                              shown={shown}
                              count={board.columns.length}
                              {...ofNoteIn(shown, { dragged, wanted: board.wanted, selected: board.selection.ids })}
                              adding={board.addingTo === shown.column.id}
                              onAdding={board.setAddingTo}
                              now={now}
                            />
                          ))}
                          {(board.columns.length > 0 || isAdding) && (
                            <AddColumn
                              projectId={projectId}
                              open={isAdding || board.addingColumn}
                              onOpen={(open) => {
                                setAdding(open);
                                board.setAddingColumn(open);
                              }}
                            />
                          )}
                        </>
                      )
                    }
                  </Loaded>
                )}
              </Loaded>
            </div>
          </CardMenu>
          <BulkBar projectId={projectId} cards={board.selection.cards} shown={board.columns} onClear={board.selection.clear} />
          <CardDialog projectId={projectId} cardId={cardId} columns={columns.data ?? []} onClose={board.closeCard} />
        </div>
      </LabelsContext>
    </BoardContext>
  );
}

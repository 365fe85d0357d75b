import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useProjectName } from '../../api/projects.ts';
import { routes } from '../../api/routes.ts';
import { useService } from '../../api/service.ts';
import { readSetting, writeSetting } from '../../api/remembered.ts';
import { Select } from '../../ui/Select.tsx';
import { strings } from './strings.ts';

/** The column that was chosen last. */
const setting = 'captureColumn';

interface Boards {
  /** The first column of each board, by the board's id. */
  readonly firstColumns: ReadonlyMap<string, string>;
  /** Where the card goes; null while there is no board. */
  readonly columnId: string | null;
  readonly failed: boolean;
  readonly choose: (columnId: string) => void;
}

/** The boards that a card can go to. The one that was chosen last is chosen again. */
export function useBoards(): Boards {
  const { client } = useService();
  const { data, isError } = useQuery({
    queryKey: ['column', 'capture'],
    queryFn: async ({ signal }) => (await client.call(routes.listColumns, { signal })).items,
  });
  const [chosen, setChosen] = useState(() => readSetting(setting));
  const firstColumns = new Map((data ?? []).filter(({ position }) => position === 0).map(({ projectId, id }) => [projectId, id]));
  const known = [...firstColumns.values()];
  return {
    firstColumns,
    columnId: known.find((id) => id === chosen) ?? known[0] ?? null,
    failed: isError,
    choose: (columnId) => {
      writeSetting(setting, columnId);
      setChosen(columnId);
    },
  };
}

export function BoardField({ boards: { firstColumns, columnId, failed, choose } }: { readonly boards: Boards }): ReactNode {
  const nameOf = useProjectName(columnId !== null);
  if (columnId === null) return <p className="capture-hint">{failed ? strings.boardsFailed : strings.noBoards}</p>;
  return (
    <Select
      label={strings.board}
      value={columnId}
      options={[...firstColumns].map(([projectId, value]) => ({ value, name: nameOf(projectId) }))}
      onChange={choose}
    />
  );
}

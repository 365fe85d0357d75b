import type { Column } from '../../../main/contract/columns.ts';
import { strings } from './strings.ts';

/** What columns are called, by their ids, where their place does not tell them apart: of two with one title the second is “Title (2)”. */
export function columnNames(columns: readonly Pick<Column, 'id' | 'title'>[]): ReadonlyMap<string, string> {
  const seen = new Map<string, number>();
  return new Map(
    columns.map(({ id, title }) => {
      const count = (seen.get(title) ?? 0) + 1;
      seen.set(title, count);
      return [id, count === 1 ? title : strings.sameTitle(title, count)];
    }),
  );
}

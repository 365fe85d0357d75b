import { SquareKanban } from 'lucide-react';
import { maxFound, type SearchSource } from '../../actions/search.ts';
import { routes } from '../../api/routes.ts';
import { cardPath } from '../../actions/board-path.ts';
import { strings } from './strings.ts';

/** Cards whose title or description holds the text. */
export const boardsSearch: SearchSource = {
  type: 'card',
  heading: strings.cards,
  find: async ({ client }, q, signal) => {
    const { items } = await client.call(routes.listCards, { query: { q, limit: String(maxFound) }, signal });
    return items.map(({ id, title, projectId }) => ({
      id,
      name: title,
      detail: projectId,
      icon: SquareKanban,
      path: cardPath(projectId, id),
    }));
  },
};

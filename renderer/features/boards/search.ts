import { SquareKanban } from 'lucide-react';
import { maxFound, type SearchSource } from '../../actions/search.ts';
import { routes } from '../../api/routes.ts';
import { projectNames } from '../../api/projects.ts';
import { cardPath } from '../../actions/board-path.ts';
import { strings } from './strings.ts';

/** Cards whose title or description holds the text. */
export const boardsSearch: SearchSource = {
  type: 'card',
  heading: strings.cards,
  find: async (service, q, signal) => {
    const [{ items }, nameOf] = await Promise.all([
      service.client.call(routes.listCards, { query: { q, limit: String(maxFound) }, signal }),
      projectNames(service),
    ]);
    return items.map(({ id, title, projectId }) => ({
      id,
      name: title,
      detail: nameOf(projectId),
      icon: SquareKanban,
      path: cardPath(projectId, id),
    }));
  },
};

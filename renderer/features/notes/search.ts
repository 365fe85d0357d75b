import { FileText } from 'lucide-react';
import { maxFound, type SearchSource } from '../../actions/search.ts';
import { routes } from '../../api/routes.ts';
import { snippetParts } from './list/snippet.ts';
import { strings } from './strings.ts';

/** Notes by the words in them, as the service ranks them. */
export const notesSearch: SearchSource = {
  type: 'note',
  heading: strings.heading,
  find: async ({ client }, q, signal) => {
    const { items } = await client.call(routes.listNotes, { query: { q, limit: String(maxFound) }, signal });
    return items.map(({ id, title, excerpt, match }) => ({
      id,
      name: title,
      detail:
        match === undefined
          ? excerpt
          : snippetParts(match.snippet)
              .map(({ text }) => text)
              .join(''),
      icon: FileText,
      path: `/notes/${id}`,
    }));
  },
};

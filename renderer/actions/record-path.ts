// Where a record is shown that is known by its type and id alone.

import type { LinkedType } from '../../main/contract/mentions.ts';
import { routes } from '../api/routes.ts';
import type { Service } from '../api/service.ts';
import { cardPath } from './board-path.ts';

/** The path of a record's page; a card's board has to be asked for. Throws like `Client.call`. */
export async function recordPath({ client }: Pick<Service, 'client'>, type: LinkedType, id: string): Promise<string> {
  if (type === 'note') return `/notes/${id}`;
  if (type === 'event') return `/calendar?event=${encodeURIComponent(id)}`;
  const { projectId } = await client.call(routes.readCard, { params: { id } });
  return cardPath(projectId, id);
}

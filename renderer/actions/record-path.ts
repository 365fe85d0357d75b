import type { LinkedType } from '../../main/contract/mentions.ts';
import { cardPath, eventPath, notePath } from '../../main/contract/page-paths.ts';
import { routes } from '../api/routes.ts';
import type { Service } from '../api/service.ts';

/** The path of a record's page; a card's board has to be asked for. Throws like `Client.call`. */
export async function askRecordPath({ client }: Pick<Service, 'client'>, type: LinkedType, id: string): Promise<string> {
  if (type === 'note') return notePath(id);
  if (type === 'event') return eventPath(id);
  const { projectId } = await client.call(routes.readCard, { params: { id } });
  return cardPath(projectId, id);
}

import { foldName, splitTarget, type TitleMention } from '../../../../main/contract/mentions.ts';
import { routes } from '../../../api/routes.ts';
import type { Service } from '../../../api/service.ts';
import { standingOf, targetsIn, type Standing } from '../../../ui/links/link-targets.ts';
import { readLinks } from '../../../ui/links/use-record-links.ts';
import { targetsOf } from '../editor/mentions.ts';
import type { EditedText } from '../session/edited-text.ts';

/** Where a link by title leads, told by the service if it is not known here. Throws like `Client.call`. */
export async function standingNow(service: Service, session: EditedText, mention: TitleMention): Promise<Standing> {
  const known = standingOf(mention, targetsOf(session.state));
  if (known.state === 'there' || session.isNew) return known;
  await session.flush();
  const told = standingOf(mention, targetsIn(await readLinks(service, session.type, session.id)));
  if (told.state !== 'unknown') return told;
  // A note of more links than are told.
  const { title } = splitTarget(mention.target);
  const words = title.replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ').trim();
  if (words === '') return told;
  const { items } = await service.client.call(routes.listNotes, { query: { q: words, limit: '100' } });
  const found = items.find((note) => foldName(note.title) === foldName(title));
  return found === undefined ? { state: 'nothing' } : { state: 'there', id: found.id, title: found.title };
}

import { useRef } from 'react';
import type { RecordLinks } from '../../../../main/contract/links.ts';
import { canBeLinked } from '../../../../main/contract/mentions.ts';
import { routes } from '../../../api/routes.ts';
import { useService, type Service } from '../../../api/service.ts';
import { linksKey, readLinks } from '../../../ui/links/use-record-links.ts';
import { notify, tellOfBatch } from '../../../ui/toasts.ts';
import type { NoteSession } from '../session/note-session.ts';
import { strings } from '../strings.ts';

interface Before {
  readonly title: string;
  readonly sources: ReadonlySet<string>;
}

const titleIn = (session: NoteSession): string => String(session.state.doc.attrs['title']);

const sourcesIn = ({ backlinks }: RecordLinks): Set<string> =>
  new Set(backlinks.filter(({ kind }) => kind === 'text').map(({ type, id }) => `${type} ${id}`));

/** Changes the links that say the title of before. */
async function changeLinks(service: Service, id: string, from: string, title: string): Promise<void> {
  try {
    const body = { title, from, updateLinks: true };
    const { batchId, changed, skipped } = await service.client.call(routes.renameNote, { params: { id }, body });
    if (skipped.length > 0) notify({ title: strings.linksSkipped(skipped.map((record) => record.title).join(', ')), kind: 'problem' });
    if (batchId === null || changed.length === 0) return;
    tellOfBatch(service, { what: strings.linksChanged(changed.length), batchIds: [batchId], failed: strings.renameFailed });
  } catch (error) {
    notify({ title: strings.renameFailed, text: error instanceof Error ? error.message : '', kind: 'problem' });
  }
}

/** Offers to change the links to a note whose title has been changed: to be told when the user begins and ends that. */
export function useRenameOffer(session: NoteSession): { readonly begin: () => void; readonly end: () => void } {
  const service = useService();
  const before = useRef<Before | null>(null);
  const offer = async ({ title, sources }: Before): Promise<void> => {
    await session.flush();
    const now = titleIn(session);
    if (now === title || !session.isSaved || !canBeLinked(now)) return;
    const left = sourcesIn(await readLinks(service, 'note', session.id));
    const broken = [...sources].filter((source) => !left.has(source)).length;
    if (broken === 0) return;
    notify({
      title: strings.linksBroken(broken, title),
      isOffer: true,
      action: {
        name: strings.changeLinks,
        perform: () => {
          void changeLinks(service, session.id, title, titleIn(session));
        },
      },
    });
  };
  return {
    begin: () => {
      const links = service.queries.getQueryData<RecordLinks>(linksKey('note', session.id));
      before.current = session.isNew || links === undefined ? null : { title: titleIn(session), sources: sourcesIn(links) };
    },
    end: () => {
      const { current } = before;
      before.current = null;
      if (current === null || current.sources.size === 0 || current.title === titleIn(session)) return;
      // Away from the service there is nothing to offer; the links say what they said.
      offer(current).catch(() => undefined);
    },
  };
}

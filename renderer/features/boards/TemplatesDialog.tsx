import { useQuery } from '@tanstack/react-query';
import { Pencil, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import { cardPath } from '../../../main/contract/page-paths.ts';
import { routes } from '../../api/routes.ts';
import { useRemoved, useService } from '../../api/service.ts';
import { Button, IconButton } from '../../ui/Buttons.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Loaded } from '../../ui/Loaded.tsx';
import { strings } from './strings.ts';
import { useDeleteCard } from './use-card-changes.ts';
import { useDuplicateCard } from './use-duplicate.ts';

interface TemplatesDialogProps {
  readonly projectId: string;
  /** What is made becomes the last card of it. */
  readonly column: { readonly id: string; readonly title: string };
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Makes a card of one of the templates of the board; these are changed and deleted here too. */
export function TemplatesDialog({ open, onClose, ...rest }: TemplatesDialogProps): ReactNode {
  return (
    <Dialog open={open} onClose={onClose} title={strings.fromTemplate} size="small">
      {open && <Templates {...rest} onClose={onClose} />}
    </Dialog>
  );
}

function Templates({ projectId, column, onClose }: Omit<TemplatesDialogProps, 'open'>): ReactNode {
  const { client } = useService();
  const [, go] = useLocation();
  const duplicate = useDuplicateCard();
  const remove = useDeleteCard();
  const removed = useRemoved();
  const query = useQuery({
    queryKey: ['card', 'templates', projectId],
    queryFn: async ({ signal }) =>
      (await client.call(routes.listCards, { query: { projectId, archived: 'true', template: 'true', limit: '500' }, signal })).items,
  });
  return (
    <Loaded query={query} failed={strings.templatesFailed}>
      {(all) => {
        const cards = all.filter(({ id }) => !removed.has(id));
        if (cards.length === 0) return <p className="archived-none">{strings.noTemplates}</p>;
        return (
          <ul className="archived-cards template-cards">
            {cards.map((card) => (
              <li key={card.id}>
                <Button
                  tone="quiet"
                  makes
                  onClick={() => {
                    duplicate(card, { what: strings.cardMade(card.title), body: { columnId: column.id } });
                    onClose();
                  }}
                >
                  <bdi>{card.title}</bdi>
                </Button>
                <span className="template-tools">
                  <IconButton
                    size="small"
                    icon={Pencil}
                    label={strings.editTemplate(card.title)}
                    onClick={() => {
                      onClose();
                      go(cardPath(projectId, card.id));
                    }}
                  />
                  <IconButton
                    size="small"
                    icon={Trash2}
                    label={strings.deleteTemplate(card.title)}
                    onClick={() => {
                      remove(card);
                    }}
                  />
                </span>
              </li>
            ))}
          </ul>
        );
      }}
    </Loaded>
  );
}

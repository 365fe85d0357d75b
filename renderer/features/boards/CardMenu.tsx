import { Link, MousePointer2 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Card } from '../../../main/contract/cards.ts';
import { cardPath } from '../../actions/record-path.ts';
import { isAvailable, useRegistry } from '../../actions/registry.ts';
import { ContextMenu } from '../../ui/ContextMenu.tsx';
import { copyText } from '../../ui/hand-over.ts';
import { MenuItems, type MenuEntry } from '../../ui/Menu.tsx';
import { useBoardControl } from './board-context.ts';
import { strings } from './strings.ts';

interface CardMenuProps {
  readonly cards: readonly Card[];
  readonly selected: ReadonlySet<string>;
  /** The board. */
  readonly children: ReactNode;
}

/** The menu of a card of the board: its actions, as keys have them. */
export function CardMenu({ cards, selected, children }: CardMenuProps): ReactNode {
  const { noteFocus } = useBoardControl();
  return (
    <ContextMenu
      selector="[data-card]"
      find={({ dataset }) => cards.find(({ id }) => id === dataset['card']) ?? null}
      onOpen={({ id }) => {
        noteFocus(id);
      }}
      renderItems={(card) => <Items card={card} isSelected={selected.has(card.id)} />}
    >
      {children}
    </ContextMenu>
  );
}

/** The actions of the board are about the card that had the focus last: this one. */
function Items({ card, isSelected }: { readonly card: Card; readonly isSelected: boolean }): ReactNode {
  const { projectId, openCard } = useBoardControl();
  const registry = useRegistry();
  const action = (id: string, change: Partial<MenuEntry> = {}): MenuEntry[] =>
    registry
      .all()
      .filter((each) => each.id === id && isAvailable(each))
      .map(({ name, icon, shortcut, perform }) => ({ name, icon, ...(shortcut === undefined ? {} : { shortcut }), perform, ...change }));
  return (
    <MenuItems
      entries={[
        {
          name: strings.openCard,
          icon: MousePointer2,
          shortcut: 'Enter',
          perform: () => {
            openCard(card.id);
          },
        },
        ...action('boards.done', { name: card.completedAt === null ? strings.asDone : strings.asNotDone }),
        ...action('boards.select', { name: isSelected ? strings.deselectCard : strings.selectCard }),
        null,
        ...action('boards.duplicate'),
        {
          name: strings.copyLink,
          icon: Link,
          perform: () => void copyText(new URL(cardPath(projectId, card.id), location.href).href),
        },
        null,
        ...action('boards.archive'),
        ...action('boards.delete', { danger: true }),
      ]}
    />
  );
}

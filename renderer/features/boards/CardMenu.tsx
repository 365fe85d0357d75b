import { Link, MousePointer2 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Card } from '../../../main/contract/cards.ts';
import { cardPath } from '../../../main/contract/page-paths.ts';
import { isAvailable, useRegistry } from '../../actions/registry.ts';
import { ContextMenu } from '../../ui/ContextMenu.tsx';
import { copyText } from '../../ui/hand-over.ts';
import { MenuItems, type MenuEntry } from '../../ui/Menu.tsx';
import { useBoardControl } from './board-context.ts';
import { strings } from './strings.ts';
import { chosenWith, type Chosen } from './use-selection.ts';

interface CardMenuProps {
  readonly cards: readonly Card[];
  readonly selection: Chosen;
  /** Cards stand in columns in their own order, and can be moved there. */
  readonly hasPlaces: boolean;
  /** The board. */
  readonly children: ReactNode;
}

/** The menu of a card of the board, as keys have it; of one that is chosen together with others, theirs. */
export function CardMenu({ cards, selection, hasPlaces, children }: CardMenuProps): ReactNode {
  const { noteFocus } = useBoardControl();
  return (
    <ContextMenu
      selector="[data-card]"
      find={({ dataset }) => cards.find(({ id }) => id === dataset['card']) ?? null}
      onOpen={({ id }) => {
        noteFocus(id);
      }}
      renderItems={(card) => <Items card={card} chosen={chosenWith(card, selection)} selection={selection} hasPlaces={hasPlaces} />}
    >
      {children}
    </ContextMenu>
  );
}

interface ItemsProps {
  readonly card: Card;
  /** What the actions are about: this card, and those that are chosen with it. */
  readonly chosen: readonly Card[];
  readonly selection: Chosen;
  readonly hasPlaces: boolean;
}

/** The actions of the board are about the card that had the focus last: this one. */
function Items({ card, chosen, selection, hasPlaces }: ItemsProps): ReactNode {
  const { projectId, openCard, neighbour } = useBoardControl();
  const registry = useRegistry();
  const action = (id: string, change: Partial<MenuEntry> = {}): MenuEntry[] =>
    registry
      .all()
      .filter((each) => each.id === id && isAvailable(each))
      .map(({ name, icon, shortcut, perform }) => ({ name, icon, ...(shortcut === undefined ? {} : { shortcut }), perform, ...change }));
  const isDone = chosen.every(({ completedAt }) => completedAt !== null);
  const done = action('boards.done', { name: isDone ? strings.asNotDone : strings.asDone });
  if (chosen.length > 1)
    return (
      <MenuItems
        entries={[
          strings.selectedCount(chosen.length),
          ...done,
          ...action('boards.archive', { name: strings.bulkArchive }),
          ...action('boards.clearSelection'),
          null,
          ...action('boards.delete', { name: strings.bulkDelete, danger: true }),
        ]}
      />
    );
  const [isFirst, isLast] = [neighbour(card.id, 'up') === null, neighbour(card.id, 'down') === null];
  const moves = [
    ...action('boards.moveTop', { disabled: isFirst }),
    ...action('boards.moveUp', { disabled: isFirst }),
    ...action('boards.moveDown', { disabled: isLast }),
    ...action('boards.moveBottom', { disabled: isLast }),
    null,
  ];
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
        ...done,
        ...action('boards.select', { name: selection.ids.has(card.id) ? strings.deselectCard : strings.selectCard }),
        null,
        ...(hasPlaces ? moves : []),
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

import type { ReactNode } from 'react';
import { useRoute } from 'wouter';
import { Board } from './Board.tsx';
import { projectOf } from '../../../main/contract/page-paths.ts';
import { Projects } from './Projects.tsx';
import { useFocusOnTurn } from '../../ui/use-focus-on-turn.ts';

/** The boards: the list of them, or one, with or without one of its cards open. */
export function BoardsPage(): ReactNode {
  const [isBoard, board] = useRoute('/boards/:slug');
  const [isCard, card] = useRoute('/boards/:slug/cards/:cardId');
  useFocusOnTurn(isCard ? card.slug : isBoard ? board.slug : undefined);
  if (isCard) return <Board key={card.slug} projectId={projectOf(card.slug)} cardId={card.cardId} />;
  if (isBoard) return <Board key={board.slug} projectId={projectOf(board.slug)} cardId={null} />;
  return <Projects />;
}

import { useState, type DragEvent, type ReactNode } from 'react';
import type { Card } from '../../../../main/contract/cards.ts';
import { useService } from '../../../api/service.ts';
import { announce } from '../../../ui/announce.tsx';
import { useStore } from '../../../api/store.ts';
import { readAgain } from '../card-cache.ts';
import { strings } from './strings.ts';
import { sendToCard, transfers, type Transfer } from './uploads.ts';

/** A function that attaches files to the card. */
export function useAttach(card: Card): (files: readonly File[]) => void {
  const { client, queries } = useService();
  return (files) => {
    sendToCard(client, card.id, files, ({ filename }) => {
      announce(strings.attached(filename));
      readAgain(queries, card);
    });
  };
}

/** The files that are on their way to the card, and those that were refused. */
export function useTransfers(cardId: string): readonly Transfer[] {
  return useStore(transfers).filter((transfer) => transfer.cardId === cardId);
}

/** Files that are dropped or pasted anywhere within it are attached to the card. */
export function FileDrop({ card, children }: { readonly card: Card; readonly children: ReactNode }): ReactNode {
  const attach = useAttach(card);
  const [isOver, setOver] = useState(false);
  const hasFiles = (event: DragEvent): boolean => event.dataTransfer.types.includes('Files');
  return (
    <div
      className="file-drop"
      // So that what is pasted right after the card was opened arrives here.
      tabIndex={-1}
      data-autofocus
      data-over={isOver}
      data-hint={strings.dropHere}
      onDragOver={(event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
      }}
      onDrop={(event) => {
        if (!hasFiles(event)) return;
        setOver(false);
        // The description has taken them.
        if (event.isDefaultPrevented()) return;
        event.preventDefault();
        attach([...event.dataTransfer.files]);
      }}
      onPaste={(event) => {
        const files = [...event.clipboardData.files];
        if (files.length === 0 || event.isDefaultPrevented()) return;
        event.preventDefault();
        attach(files);
      }}
    >
      {children}
    </div>
  );
}

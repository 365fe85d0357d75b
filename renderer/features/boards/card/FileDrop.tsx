import { useState, type DragEvent, type ReactNode } from 'react';
import type { Card } from '../../../../main/contract/cards.ts';
import { strings } from './strings.ts';
import { useAttach } from './use-attach.ts';

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

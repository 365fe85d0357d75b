// Files on their way to a card. They go on when the card is closed.

import type { Attachment } from '../../../../main/contract/cards.ts';
import type { Client } from '../../../api/client.ts';
import { routes } from '../../../api/routes.ts';
import { Store } from '../../../api/store.ts';

export interface Transfer {
  readonly key: string;
  readonly cardId: string;
  readonly filename: string;
  readonly size: number;
  /** How much has been sent, from 0 to 1. */
  readonly share: number;
  /** Why it was not taken; null while it is on its way. */
  readonly problem: string | null;
  readonly stop: () => void;
}

export const transfers = new Store<readonly Transfer[]>([]);
/** One file after the other: each gets the whole line, and a progress that means something. */
let line: Promise<void> = Promise.resolve();

function change(key: string, by: Partial<Transfer>): void {
  transfers.set(transfers.get().map((transfer) => (transfer.key === key ? { ...transfer, ...by } : transfer)));
}

export function dismissTransfer(key: string): void {
  transfers.set(transfers.get().filter((transfer) => transfer.key !== key));
}

/** Sends files to a card, each by itself, so that one that is refused does not hold up the others. `onDone` gets each that has arrived. */
export function sendToCard(client: Client, cardId: string, files: readonly File[], onDone: (attachment: Attachment) => void): void {
  for (const file of files) {
    const key = crypto.randomUUID();
    const stopped = new AbortController();
    const stop = (): void => {
      stopped.abort();
      dismissTransfer(key);
    };
    transfers.set([...transfers.get(), { key, cardId, filename: file.name, size: file.size, share: 0, problem: null, stop }]);
    const send = async (): Promise<void> => {
      if (stopped.signal.aborted) return;
      try {
        const onProgress = (share: number): void => {
          change(key, { share });
        };
        const { items } = await client.upload(routes.addAttachments, {
          params: { id: cardId },
          files: [file],
          idempotencyKey: key,
          onProgress,
          signal: stopped.signal,
        });
        dismissTransfer(key);
        items.forEach(onDone);
      } catch (error) {
        if (!stopped.signal.aborted) change(key, { problem: error instanceof Error ? error.message : String(error) });
      }
    };
    line = line.then(send);
  }
}

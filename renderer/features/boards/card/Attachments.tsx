import { Download, Paperclip, X } from 'lucide-react';
import { useRef, useState, type ReactNode } from 'react';
import type { Attachment, Card } from '../../../../main/contract/cards.ts';
import { ServiceError } from '../../../api/client.ts';
import { routes } from '../../../api/routes.ts';
import { useRemoved, useService } from '../../../api/service.ts';
import { Button, IconButton } from '../../../ui/Buttons.tsx';
import { saveFile } from '../../../ui/hand-over.ts';
import { notify, trashWithUndo } from '../../../ui/toasts.ts';
import { sizeText } from '../../../ui/format.ts';
import { strings } from './strings.ts';
import { Thumbnail } from './Thumbnail.tsx';
import { dismissTransfer, type Transfer } from './uploads.ts';
import { useAttach, useTransfers } from './FileDrop.tsx';

/** The files of a card, and those on their way to it. */
export function Attachments({ card }: { readonly card: Card }): ReactNode {
  const attach = useAttach(card);
  const transfers = useTransfers(card.id);
  const removed = useRemoved();
  const picker = useRef<HTMLInputElement>(null);
  const attachments = card.attachments.filter(({ id }) => !removed.has(id));
  return (
    <section className="card-part" aria-label={strings.attachments}>
      <header className="card-part-head">
        <h3>{strings.attachments}</h3>
        <Button onClick={() => picker.current?.click()}>
          <Paperclip aria-hidden="true" />
          {strings.attach}
        </Button>
        <input
          ref={picker}
          type="file"
          multiple
          hidden
          data-testid="file-picker"
          onChange={(event) => {
            attach([...(event.target.files ?? [])]);
            event.target.value = '';
          }}
        />
      </header>
      {attachments.length === 0 && transfers.length === 0 && <p className="card-hint">{strings.attachHint}</p>}
      <ul className="attachments">
        {attachments.map((attachment) => (
          <AttachmentItem key={attachment.id} attachment={attachment} />
        ))}
        {transfers.map((transfer) => (
          <TransferItem key={transfer.key} transfer={transfer} />
        ))}
      </ul>
    </section>
  );
}

function AttachmentItem({ attachment }: { readonly attachment: Attachment }): ReactNode {
  const service = useService();
  const { client } = service;
  const { id: attachmentId, cardId: id, filename, size } = attachment;
  const params = { id, attachmentId };
  const [isMissing, setMissing] = useState(false);
  const download = async (): Promise<void> => {
    try {
      const { blob } = await client.file(routes.readAttachment, { params, timeoutMs: 120_000 });
      saveFile(blob, filename);
    } catch (error) {
      if (error instanceof ServiceError && error.code === 'file_missing') setMissing(true);
      notify({ title: strings.downloadFailed, text: error instanceof Error ? error.message : String(error), kind: 'problem' });
    }
  };
  const remove = (): void => {
    trashWithUndo(service, { type: 'file', id: attachmentId, message: strings.fileRemoved(filename), failed: strings.removeFailed });
  };
  return (
    <li className="attachment">
      <Thumbnail
        attachment={attachment}
        onMissing={() => {
          setMissing(true);
        }}
      />
      <span className="attachment-words">
        <bdi className="attachment-name" title={filename}>
          {filename}
        </bdi>
        {isMissing ? (
          <span className="attachment-problem" role="status">
            {strings.fileMissing}
          </span>
        ) : (
          <span className="attachment-size">{sizeText(size)}</span>
        )}
      </span>
      <IconButton
        size="small"
        icon={Download}
        label={strings.download(filename)}
        onClick={() => {
          void download();
        }}
      />
      <IconButton size="small" icon={X} label={strings.removeFile(filename)} onClick={remove} />
    </li>
  );
}

function TransferItem({ transfer: { key, filename, size, share, problem, stop } }: { readonly transfer: Transfer }): ReactNode {
  return (
    <li className="attachment" data-failed={problem !== null}>
      <span className="attachment-words">
        <bdi className="attachment-name">{filename}</bdi>
        {problem === null ? (
          <progress aria-label={strings.uploading(filename)} value={share} max={1} />
        ) : (
          <span className="attachment-problem" role="alert">
            {strings.uploadFailed(filename)}: {problem}
          </span>
        )}
      </span>
      {problem === null && (
        <span className="attachment-size">
          {strings.percent(Math.round(share * 100))} · {sizeText(size)}
        </span>
      )}
      <IconButton
        size="small"
        icon={X}
        label={problem === null ? strings.stop : strings.dismiss}
        onClick={
          problem === null
            ? stop
            : () => {
                dismissTransfer(key);
              }
        }
      />
    </li>
  );
}

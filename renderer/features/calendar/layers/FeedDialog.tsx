import { Copy } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Button } from '../../../ui/Buttons.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { copyText } from '../../../ui/hand-over.ts';
import { useEndFeed, useMakeFeed } from './files.ts';
import { strings } from './strings.ts';
import type { Calendar } from '../../../api/calendars.ts';

interface FeedDialogProps {
  /** Null: closed. */
  readonly calendar: Calendar | null;
  readonly onClose: () => void;
}

/** The secret address at which others read a calendar: made, shown once, and ended. */
export function FeedDialog({ calendar, onClose }: FeedDialogProps): ReactNode {
  // While it disappears it still shows what it showed.
  const [shown, setShown] = useState(calendar);
  if (calendar !== null && calendar !== shown) setShown(calendar);
  const making = useMakeFeed();
  const ending = useEndFeed();
  const url = making.data?.url ?? null;
  return (
    <Dialog
      open={calendar !== null}
      onClose={onClose}
      onClosed={() => {
        setShown(null);
        making.reset();
      }}
      size="small"
      title={strings.feedTitle(shown?.name ?? '')}
      actions={
        <>
          {shown?.hasFeed === true && (
            <Button
              tone="danger"
              onClick={() => {
                ending.mutate(shown, { onSuccess: onClose });
              }}
            >
              {strings.endFeed}
            </Button>
          )}
          <Button
            primary={url === null}
            aria-disabled={making.isPending}
            onClick={() => {
              if (shown !== null && !making.isPending) making.mutate(shown);
            }}
          >
            {shown?.hasFeed === true || url !== null ? strings.renewFeed : strings.makeFeed}
          </Button>
        </>
      }
    >
      <p className="dialog-text">{strings.feedText}</p>
      {shown?.hasFeed === true && url === null && <p className="dialog-text">{strings.hasFeed}</p>}
      {making.error !== null && <p className="field-problem">{making.error.message}</p>}
      {url !== null && (
        <div className="feed-address">
          <input className="input" readOnly value={url} aria-label={strings.feedAddress} onFocus={({ target }) => target.select()} />
          <Button onClick={() => void copyText(url, strings.feedCopied)}>
            <Copy aria-hidden="true" />
            {strings.copy}
          </Button>
        </div>
      )}
    </Dialog>
  );
}

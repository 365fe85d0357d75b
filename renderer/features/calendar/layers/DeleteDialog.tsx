import { useState, type ReactNode } from 'react';
import { Button } from '../../../ui/Buttons.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Labelled } from '../../../ui/Field.tsx';
import { Select } from '../../../ui/Select.tsx';
import { strings } from './strings.ts';
import { type Calendar } from '../../../api/calendars.ts';
import { useDeleteCalendar, useTrashCalendar } from './use-calendars.ts';

/** What becomes of the events: this, or the id of the calendar to which they go. */
const toTrash = 'trash';

interface DeleteDialogProps {
  /** Null: closed. */
  readonly calendar: Calendar | null;
  readonly others: readonly Calendar[];
  readonly onClose: () => void;
}

/** Asks before a calendar is deleted, and what is to become of its events. */
export function DeleteDialog({ calendar, others, onClose }: DeleteDialogProps): ReactNode {
  // While it disappears it still shows what it showed.
  const [shown, setShown] = useState(calendar);
  if (calendar !== null && calendar !== shown) setShown(calendar);
  const [chosen, setChosen] = useState<string | null>(null);
  const { mutate, isPending } = useDeleteCalendar();
  const putAside = useTrashCalendar();
  const targets = others.filter(({ id, source }) => id !== shown?.id && source === 'local');
  // Those of a subscription are nothing without it.
  const fate = chosen ?? (shown?.source === 'subscription' ? toTrash : (targets[0]?.id ?? toTrash));
  const close = (): void => {
    setChosen(null);
    onClose();
  };
  return (
    <Dialog
      open={calendar !== null}
      onClose={close}
      size="small"
      title={strings.deleteTitle(shown?.name ?? '')}
      actions={
        <>
          <Button onClick={close}>{strings.cancel}</Button>
          <Button
            tone="danger"
            aria-disabled={isPending}
            onClick={() => {
              if (shown === null || isPending) return;
              if (fate === toTrash) {
                putAside(shown);
                close();
              } else mutate({ calendar: shown, moveTo: fate }, { onSuccess: close });
            }}
          >
            {strings.deleteAction}
          </Button>
        </>
      }
    >
      <p className="dialog-text">{fate === toTrash ? strings.trashText : strings.moveText}</p>
      <Labelled label={strings.itsEvents}>
        <Select
          label={strings.itsEvents}
          value={fate}
          options={[
            ...targets.map(({ id, name }) => ({ value: id, name: strings.moveEvents(name) })),
            { value: toTrash, name: strings.trashEvents },
          ]}
          onChange={setChosen}
        />
      </Labelled>
    </Dialog>
  );
}

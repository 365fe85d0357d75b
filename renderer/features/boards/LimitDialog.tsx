import { useId, useState, type ReactNode } from 'react';
import type { Column } from '../../../main/contract/columns.ts';
import { Button } from '../../ui/Buttons.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Field } from '../../ui/Field.tsx';
import { strings } from './strings.ts';

interface LimitDialogProps {
  readonly open: boolean;
  readonly column: Column;
  readonly onClose: () => void;
  /** Null: no limit. */
  readonly onSave: (limit: number | null) => void;
}

/** Asks how many cards a column should hold at most. */
export function LimitDialog({ open, column, onClose, onSave }: LimitDialogProps): ReactNode {
  const form = useId();
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={strings.limitOf(column.title)}
      size="small"
      actions={
        <>
          <Button onClick={onClose}>{strings.cancel}</Button>
          <Button primary type="submit" form={form}>
            {strings.save}
          </Button>
        </>
      }
    >
      {open && <LimitForm id={form} limit={column.wipLimit} onSave={onSave} />}
    </Dialog>
  );
}

function LimitForm({
  id,
  limit,
  onSave,
}: { readonly id: string; readonly limit: number | null } & Pick<LimitDialogProps, 'onSave'>): ReactNode {
  const [typed, setTyped] = useState(limit === null ? '' : String(limit));
  return (
    <form
      id={id}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const wanted = Math.round(Number(typed));
        onSave(typed.trim() === '' || !(wanted >= 1) ? null : Math.min(wanted, 9_999));
      }}
    >
      <Field label={strings.limitLabel} hint={strings.limitHint}>
        {(ties) => (
          <input
            {...ties}
            className="input"
            type="number"
            min={1}
            max={9_999}
            inputMode="numeric"
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value);
            }}
          />
        )}
      </Field>
    </form>
  );
}

import { useState, type ReactNode } from 'react';
import { isTag } from '../../../../main/contract/mentions.ts';
import { routes } from '../../../api/routes.ts';
import { useService } from '../../../api/service.ts';
import { Button } from '../../../ui/Buttons.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Field } from '../../../ui/Field.tsx';
import { notify, tellOfBatch } from '../../../ui/toasts.ts';
import { strings } from '../strings.ts';

interface RenameTagProps {
  /** Null: closed. */
  readonly tag: string | null;
  readonly onClose: () => void;
  /** Called each time, also when that is taken back. */
  readonly onRenamed: (from: string, to: string) => void;
}

/** Gives a tag another name in all notes. */
export function RenameTag({ tag, onClose, onRenamed }: RenameTagProps): ReactNode {
  // While it disappears it still shows what it showed.
  const [shown, setShown] = useState(tag);
  if (tag !== null && tag !== shown) setShown(tag);
  return (
    <Dialog
      open={tag !== null}
      onClose={onClose}
      onClosed={() => {
        setShown(null);
      }}
      title={strings.renameTagTitle(shown ?? '')}
      size="small"
    >
      {shown !== null && <Form key={shown} tag={shown} onClose={onClose} onRenamed={onRenamed} />}
    </Dialog>
  );
}

function Form({ tag, onClose, onRenamed }: RenameTagProps & { readonly tag: string }): ReactNode {
  const service = useService();
  const [typed, setTyped] = useState(tag);
  const [isWrong, setWrong] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const rename = async (to: string): Promise<void> => {
    setBusy(true);
    try {
      const { batchId, changed } = await service.client.call(routes.renameTag, { body: { from: tag, to } });
      onRenamed(tag, to);
      onClose();
      if (batchId === null) return;
      let [before, now] = [tag, to];
      tellOfBatch(service, {
        what: strings.tagRenamed(to, changed.length),
        batchIds: [batchId],
        failed: strings.renameFailed,
        refresh: () => {
          [before, now] = [now, before];
          onRenamed(before, now);
          return Promise.resolve();
        },
      });
    } catch (error) {
      notify({ title: strings.renameFailed, text: error instanceof Error ? error.message : '', kind: 'problem' });
      setBusy(false);
    }
  };
  return (
    <form
      className="card-form"
      onSubmit={(event) => {
        event.preventDefault();
        const to = typed.trim().replace(/^#/, '');
        if (!isTag(to)) setWrong(true);
        else if (to === tag) onClose();
        else void rename(to);
      }}
    >
      <Field label={strings.newTagName} hint={strings.renameTagHint} problem={isWrong ? strings.renameTagWrong : null}>
        {(ties) => (
          <input
            {...ties}
            className="input"
            autoComplete="off"
            spellCheck={false}
            value={typed}
            onFocus={({ target }) => {
              target.select();
            }}
            onChange={({ target }) => {
              setTyped(target.value);
              setWrong(false);
            }}
          />
        )}
      </Field>
      <div className="card-buttons">
        <Button type="submit" primary aria-disabled={isBusy}>
          {strings.rename}
        </Button>
      </div>
    </form>
  );
}

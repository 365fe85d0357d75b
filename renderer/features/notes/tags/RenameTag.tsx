import { useState, type ReactNode } from 'react';
import { isTag } from '../../../../main/contract/mentions.ts';
import { routes } from '../../../api/routes.ts';
import { useService } from '../../../api/service.ts';
import { Button, SaveButton } from '../../../ui/Buttons.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Field } from '../../../ui/Field.tsx';
import { notify, tellOfBatch } from '../../../ui/toasts.ts';
import { SavedForm } from '../../../ui/SavedForm.tsx';
import { strings as uiStrings } from '../../../ui/strings.ts';
import { useSavedForm } from '../../../ui/use-saved-form.ts';
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
  const [isWrong, setWrong] = useState(false);
  const form = useSavedForm({
    keptAs: `tag/${tag}/name`,
    initial: { name: tag },
    about: 'name',
    failed: strings.renameFailed,
    onDone: onClose,
  });
  const { fields, set, faults, isSaving, save } = form;
  const rename = async (to: string): Promise<void> => {
    const { batchId, changed, skipped } = await service.client.call(routes.renameTag, { body: { from: tag, to } });
    const titles = skipped.map(({ title }) => title).join(', ');
    if (titles !== '') notify({ title: strings.tagSkipped(tag, titles), kind: 'problem' });
    if (batchId !== null || titles === '') onRenamed(tag, to);
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
  };
  return (
    <SavedForm
      form={form}
      className="card-form"
      onSubmit={() => {
        const to = fields.name.trim().replace(/^#/, '');
        if (!isTag(to)) setWrong(true);
        else if (to === tag) onClose();
        else save(() => rename(to));
      }}
      footer={
        <div className="card-buttons">
          <Button onClick={onClose}>{uiStrings.cancel}</Button>
          <SaveButton isSaving={isSaving}>{strings.rename}</SaveButton>
        </div>
      }
    >
      <Field label={strings.newTagName} hint={strings.renameTagHint} problem={isWrong ? strings.renameTagWrong : (faults['name'] ?? null)}>
        {(ties) => (
          <input
            {...ties}
            className="input"
            autoComplete="off"
            spellCheck={false}
            value={fields.name}
            onFocus={({ target }) => {
              target.select();
            }}
            onChange={({ target }) => {
              set({ name: target.value });
              setWrong(false);
            }}
          />
        )}
      </Field>
    </SavedForm>
  );
}

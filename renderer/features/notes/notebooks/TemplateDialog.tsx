import '../../../ui/field.css';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useId, useRef, useState, type ReactNode } from 'react';
import { useLocation } from 'wouter';
import { textLimits } from '../../../../main/contract/limits.ts';
import type { NoteSummary } from '../../../../main/contract/notes.ts';
import { notePath } from '../../../../main/contract/page-paths.ts';
import { routes } from '../../../api/routes.ts';
import { useService } from '../../../api/service.ts';
import { created } from '../../../api/undoable.ts';
import { Button } from '../../../ui/Buttons.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { useFocusFromDialog } from '../../../ui/focus-now.ts';
import { Loaded } from '../../../ui/Loaded.tsx';
import { Select } from '../../../ui/Select.tsx';
import { currentView } from '../list/place.ts';
import { markCursor } from '../fresh-note.ts';
import { strings } from './strings.ts';
import { useNotebooks } from './use-notebooks.ts';

/** Makes a note from a template. */
export function TemplateDialog({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }): ReactNode {
  const { client } = useService();
  const notebooks = useNotebooks().filter(({ isTemplates }) => isTemplates);
  const templates = useQuery({
    queryKey: ['note', 'templates', notebooks.map(({ id }) => id)],
    queryFn: async ({ signal }): Promise<NoteSummary[]> => {
      const lists = notebooks.map(({ id }) =>
        client.call(routes.listNotes, { query: { notebookId: id, sort: 'title', limit: '100' }, signal }),
      );
      return (await Promise.all(lists)).flatMap(({ items }) => items);
    },
    enabled: open,
  });
  // The text of a note that was made takes the focus; what opened the dialog must not take it from there.
  const hasMade = useRef(false);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      finalFocus={() => {
        const isFree = !hasMade.current;
        hasMade.current = false;
        return isFree;
      }}
      title={strings.fromTemplate.replace('…', '')}
      size="small"
    >
      <Loaded query={templates} failed={strings.templatesFailed}>
        {(items) =>
          items.length === 0 ? (
            <>
              <p>{strings.noTemplates}</p>
              <p className="places-hint">{strings.noTemplatesHint}</p>
            </>
          ) : (
            <TemplateForm
              templates={items}
              onClose={onClose}
              onMade={() => {
                hasMade.current = true;
                onClose();
              }}
            />
          )
        }
      </Loaded>
    </Dialog>
  );
}

interface TemplateFormProps {
  readonly templates: readonly NoteSummary[];
  readonly onClose: () => void;
  /** Called when the note has been made, before it is shown. */
  readonly onMade: () => void;
}

function TemplateForm({ templates, onClose, onMade }: TemplateFormProps): ReactNode {
  const { client, history, connection } = useService();
  const [, go] = useLocation();
  const [templateId, setTemplate] = useState(templates[0]?.id ?? '');
  const chosen = templates.find(({ id }) => id === templateId);
  const [typed, setTyped] = useState<string | null>(null);
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const title = typed ?? chosen?.title ?? '';
  const field = useId();
  const input = useRef<HTMLInputElement>(null);
  useFocusFromDialog(input);
  const making = useMutation({
    meta: { failed: strings.makeFailed },
    mutationFn: async () => {
      const since = connection.lastSeq;
      const { place } = currentView();
      const body = { templateId, title: title.trim(), ...(place.kind === 'notebook' ? { notebookId: place.id } : {}) };
      const note = await client.call(routes.createNote, { body, idempotencyKey });
      history.made(strings.make, since, [created('note', note)]);
      return note;
    },
    onSuccess: (note) => {
      markCursor(note);
      onMade();
      go(notePath(note.id));
    },
  });
  return (
    <form
      className="template-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (title.trim() !== '' && !making.isPending) making.mutate();
      }}
    >
      <div className="field">
        <span className="field-label">{strings.template}</span>
        <Select
          label={strings.template}
          value={templateId}
          options={templates.map(({ id, title: name }) => ({ value: id, name }))}
          onChange={setTemplate}
        />
      </div>
      <div className="field">
        <label className="field-label" htmlFor={field}>
          {strings.titleOfNew}
        </label>
        <input
          ref={input}
          id={field}
          className="input"
          data-autofocus="true"
          value={title}
          maxLength={textLimits.title}
          onChange={({ target }) => {
            setTyped(target.value);
          }}
        />
      </div>
      <div className="template-actions">
        <Button onClick={onClose}>{strings.cancel}</Button>
        <Button primary type="submit" disabled={title.trim() === '' || making.isPending}>
          {strings.make}
        </Button>
      </div>
    </form>
  );
}

import { Plus } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { useKept } from '../../api/use-kept.ts';
import { Button } from '../../ui/Buttons.tsx';
import { useFocusBack } from '../../ui/use-focus-back.ts';
import { titlesIn } from './pasted-lines.ts';
import { strings } from './strings.ts';
import { TitlesField } from './TitlesField.tsx';
import { useAddColumn } from './use-column-changes.ts';

interface AddColumnProps {
  readonly projectId: string;
  readonly open: boolean;
  readonly onOpen: (open: boolean) => void;
}

/** The way to a further column, at the end of the board. */
export function AddColumn({ projectId, open, onOpen }: AddColumnProps): ReactNode {
  const keptAs = `board/${projectId}/column`;
  const add = useAddColumn(projectId, keptAs);
  const [title, setTitle] = useKept(keptAs);
  const field = useRef<HTMLTextAreaElement>(null);
  const { ask: askBack, take: takeBack } = useFocusBack();
  useEffect(() => {
    if (!open) return;
    field.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    field.current?.focus();
  }, [open]);
  const submit = (): void => {
    for (const each of titlesIn(title)) add(each);
    setTitle('');
  };
  return (
    <div className="add-column">
      {open ? (
        <TitlesField
          field={field}
          rows={title.split('\n').length}
          label={strings.columnName}
          value={title}
          onValue={setTitle}
          onSubmit={submit}
          onEscape={() => {
            askBack();
            onOpen(false);
          }}
          onLeftEmpty={() => {
            onOpen(false);
          }}
        />
      ) : (
        <Button
          ref={takeBack}
          tone="quiet"
          onClick={() => {
            onOpen(true);
          }}
        >
          <Plus aria-hidden="true" />
          {strings.addColumn}
        </Button>
      )}
    </div>
  );
}

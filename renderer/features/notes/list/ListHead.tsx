import { FileUp, Plus } from 'lucide-react';
import { useRef, type ReactNode } from 'react';
import { useActions } from '../../../actions/registry.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { strings } from '../strings.ts';
import { markdownFiles } from './import-notes.ts';
import type { Import } from './use-import.ts';

/** The name of the list, the ways to new notes, and how far an import is. */
export function ListHead({ importing, onNew }: { readonly importing: Import; readonly onNew: () => void }): ReactNode {
  const picker = useRef<HTMLInputElement>(null);
  const pick = (): void => {
    picker.current?.click();
  };
  useActions([
    {
      id: 'notes.import',
      name: strings.importMarkdown,
      group: strings.group,
      icon: FileUp,
      words: ['open', 'file', 'md', 'add'],
      perform: pick,
    },
  ]);
  return (
    <>
      <header className="note-list-head">
        <h1 className="note-list-title">{strings.heading}</h1>
        <span>
          <IconButton icon={FileUp} label={strings.importMarkdown} onClick={pick} />
          <IconButton icon={Plus} label={strings.newNote} onClick={onNew} />
        </span>
        <input
          ref={picker}
          type="file"
          multiple
          hidden
          accept={markdownFiles}
          data-testid="import-picker"
          onChange={({ target }) => {
            importing.start([...(target.files ?? [])]);
            target.value = '';
          }}
        />
      </header>
      {importing.progress !== null && (
        <p className="note-list-import" role="status">
          <progress aria-label={strings.importing} value={importing.progress.done} max={importing.progress.of} />
          {strings.importedSoFar(importing.progress.done, importing.progress.of)}
        </p>
      )}
    </>
  );
}

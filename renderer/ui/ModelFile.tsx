import './model-status.css';
import { FolderOpen } from 'lucide-react';
import { useState, type FormEvent, type ReactNode } from 'react';
import { Button } from './Buttons.tsx';
import { Field } from './Field.tsx';

const strings = {
  choose: 'Choose a model file…',
  path: 'Model file',
  hint: 'The absolute path of a GGUF file, or of a folder of them, on the machine that runs Daybook.',
  use: 'Use it',
  failed: 'The model file could not be set',
} as const;

interface ModelFileProps {
  /** Makes this the model file. What it throws is shown. */
  readonly onChoose: (path: string) => Promise<void>;
  /** Shows the field for a path too, where no window can ask for the file. */
  readonly withField: boolean;
}

/** Chooses the file of the built-in model: by the system's dialog in the desktop window, elsewhere by its path. */
export function ModelFile({ onChoose, withField }: ModelFileProps): ReactNode {
  const [path, setPath] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  // An older desktop window may lack the method.
  const bridge = window.daybook as Partial<NonNullable<typeof window.daybook>> | undefined;
  const ask = bridge?.chooseModelFile;
  const take = async (choose: () => Promise<string | null>): Promise<void> => {
    setProblem(null);
    try {
      const chosen = await choose();
      if (chosen !== null && chosen !== '') await onChoose(chosen);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : strings.failed);
    }
  };
  if (ask !== undefined) {
    return (
      <div className="model-file">
        <Button
          onClick={() => {
            void take(() => ask.call(bridge));
          }}
        >
          <FolderOpen aria-hidden="true" />
          {strings.choose}
        </Button>
        {problem !== null && (
          <p className="field-problem" role="alert">
            {problem}
          </p>
        )}
      </div>
    );
  }
  if (!withField) return null;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void take(() => Promise.resolve(path.trim()));
  };
  return (
    <form className="model-file" noValidate onSubmit={submit}>
      <Field label={strings.path} hint={strings.hint} problem={problem}>
        {(ties) => (
          <div className="model-file-row">
            <input
              {...ties}
              className="input"
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
              placeholder="/home/me/models/model.gguf"
              value={path}
              onChange={({ target }) => {
                setPath(target.value);
              }}
            />
            <Button type="submit">{strings.use}</Button>
          </div>
        )}
      </Field>
    </form>
  );
}

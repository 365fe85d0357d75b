import { FolderOpen } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';
import type { DesktopPreferences } from '../../../../main/contract/bridge.ts';
import { textLimits } from '../../../../main/contract/limits.ts';
import { desktopBridge } from '../../../api/bridge.ts';
import { Button } from '../../../ui/Buttons.tsx';
import { Field } from '../../../ui/Field.tsx';
import { Loaded } from '../../../ui/Loaded.tsx';
import { Switch } from '../../../ui/Toggles.tsx';
import { notify } from '../../../ui/toasts.ts';
import { Card } from '../Card.tsx';
import { ShortcutField } from './ShortcutField.tsx';
import { desktopStrings } from '../strings.ts';
import { usePreferences, useSetPreferences, type Problems } from './use-preferences.ts';

type Choice = 'closeToTray' | 'openAtLogin' | 'notifyEvents' | 'badge';

interface PartProps {
  readonly preferences: DesktopPreferences;
  readonly problems: Problems;
  readonly set: (changes: Partial<DesktopPreferences>) => void;
}

/** What the desktop app does on this machine. Shown in its window alone. */
export function DesktopPart(): ReactNode {
  const query = usePreferences();
  const { set, problems } = useSetPreferences();
  return (
    <Loaded query={query} failed={desktopStrings.failed}>
      {(preferences) => {
        const part: PartProps = { preferences, problems, set };
        return (
          <>
            <Card title={desktopStrings.window} hint={desktopStrings.windowHint}>
              <Choices keys={['closeToTray', 'openAtLogin']} {...part} />
            </Card>
            <Card title={desktopStrings.capture} hint={desktopStrings.captureHint}>
              <ShortcutField
                accelerator={preferences.captureShortcut}
                problem={problems.captureShortcut ?? null}
                onChange={(captureShortcut) => {
                  set({ captureShortcut });
                }}
              />
            </Card>
            <Card title={desktopStrings.telling}>
              <Choices keys={['notifyEvents', 'badge']} {...part} />
            </Card>
            <Card title={desktopStrings.updates} hint={desktopStrings.updatesHint}>
              <UpdateAddress key={preferences.updateUrl} {...part} />
            </Card>
            {desktopBridge()?.openDataDir !== undefined && (
              <Card title={desktopStrings.files} hint={desktopStrings.filesHint}>
                <DataFolder />
              </Card>
            )}
          </>
        );
      }}
    </Loaded>
  );
}

function Choices({ keys, preferences, problems, set }: PartProps & { readonly keys: readonly Choice[] }): ReactNode {
  const id = useId();
  return (
    <ul className="switches">
      {keys.map((key) => (
        <li key={key}>
          <label className="switch-row">
            <Switch
              checked={preferences[key]}
              onChange={(on) => {
                set({ [key]: on });
              }}
            />
            {desktopStrings[key]}
          </label>
          {problems[key] !== undefined && (
            <p id={`${id}-${key}`} className="field-problem" role="alert">
              {problems[key]}
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}

function UpdateAddress({ preferences, problems, set }: PartProps): ReactNode {
  const stored = preferences.updateUrl ?? '';
  const [text, setText] = useState(stored);
  const trimmed = text.trim();
  return (
    <form
      className="update-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        set({ updateUrl: trimmed === '' ? null : trimmed });
      }}
    >
      <Field label={desktopStrings.updateUrl} problem={problems.updateUrl ?? null}>
        {(ties) => (
          <input
            {...ties}
            className="input"
            type="url"
            inputMode="url"
            placeholder="https://"
            maxLength={textLimits.updateUrl}
            spellCheck={false}
            value={text}
            onChange={({ target }) => {
              setText(target.value);
            }}
          />
        )}
      </Field>
      <Button type="submit" disabled={trimmed === stored}>
        {desktopStrings.save}
      </Button>
    </form>
  );
}

function DataFolder(): ReactNode {
  const open = async (): Promise<void> => {
    try {
      await desktopBridge()?.openDataDir?.();
    } catch (error) {
      notify({ title: desktopStrings.openFailed, text: error instanceof Error ? error.message : String(error), kind: 'problem' });
    }
  };
  return (
    <p className="data-folder">
      <Button onClick={() => void open()}>
        <FolderOpen aria-hidden="true" />
        {desktopStrings.openDataDir}
      </Button>
    </p>
  );
}

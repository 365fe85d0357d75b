import { useId, useRef, useState, type ReactNode } from 'react';
import { isMac } from '../../../actions/shortcut.ts';
import { Button } from '../../../ui/Buttons.tsx';
import { Keys } from '../../../ui/Hints.tsx';
import { pressedAccelerator, shortcutOf } from './accelerator.ts';
import { desktopStrings } from '../strings.ts';

interface ShortcutFieldProps {
  readonly accelerator: string | null;
  readonly problem: string | null;
  readonly onChange: (accelerator: string | null) => void;
}

/** A shortcut, which is changed by pressing it. */
export function ShortcutField({ accelerator, problem, onChange }: ShortcutFieldProps): ReactNode {
  const [isRecording, setRecording] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  return (
    <div className="field">
      <div className="shortcut-field" role="group" aria-labelledby={`${id}-label`} aria-describedby={`${id}-problem`}>
        <span id={`${id}-label`} className="field-label">
          {desktopStrings.captureShortcut}
        </span>
        <output className="shortcut-keys">
          {accelerator === null ? desktopStrings.noShortcut : <Keys shortcut={shortcutOf(accelerator)} readable />}
        </output>
        <Button
          ref={button}
          data-recording={isRecording}
          onClick={() => {
            setRecording(true);
          }}
          onBlur={() => {
            setRecording(false);
          }}
          onKeyDown={(event) => {
            if (!isRecording) return;
            // All keys are meant for this while it listens, but Tab, which leads on.
            if (event.key === 'Tab' && !event.ctrlKey && !event.altKey && !event.metaKey) return;
            event.preventDefault();
            event.stopPropagation();
            if (event.key === 'Escape') {
              setRecording(false);
              return;
            }
            const pressed = pressedAccelerator(event.nativeEvent, isMac);
            if (pressed === null) return;
            setRecording(false);
            onChange(pressed);
          }}
        >
          {isRecording ? desktopStrings.recording : desktopStrings.record}
        </Button>
        {accelerator !== null && !isRecording && (
          <Button
            tone="quiet"
            onClick={() => {
              onChange(null);
              button.current?.focus();
            }}
          >
            {desktopStrings.removeShortcut}
          </Button>
        )}
      </div>
      <p className="field-hint" role="status">
        {isRecording && desktopStrings.recordingHint}
      </p>
      <p id={`${id}-problem`} className="field-problem" role="alert">
        {problem}
      </p>
    </div>
  );
}

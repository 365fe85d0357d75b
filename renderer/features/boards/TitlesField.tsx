import type { ClipboardEventHandler, ReactNode, RefObject } from 'react';
import { isComposing } from '../../actions/shortcut.ts';
import { textLimits } from '../../../main/contract/limits.ts';

interface TitlesFieldProps {
  readonly field: RefObject<HTMLTextAreaElement | null>;
  readonly rows: number;
  readonly label: string;
  /** What the field can do besides, for those who point at it. */
  readonly hint?: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
  /** By Enter. */
  readonly onSubmit: () => void;
  /** By Escape. */
  readonly onEscape: () => void;
  /** It has lost the focus with nothing in it. */
  readonly onLeftEmpty: () => void;
  readonly onPaste?: ClipboardEventHandler;
}

/** Takes the title of one new card or column after the other. What was refused stands above what is typed, on lines of its own. */
export function TitlesField(props: TitlesFieldProps): ReactNode {
  const { field, rows, label, hint, value, onValue, onSubmit, onEscape, onLeftEmpty, onPaste } = props;
  return (
    <textarea
      ref={field}
      className="input"
      rows={rows}
      aria-label={label}
      placeholder={label}
      title={hint}
      maxLength={textLimits.title}
      value={value}
      onChange={(event) => {
        onValue(event.target.value);
      }}
      onPaste={onPaste}
      onBlur={() => {
        if (value.trim() === '') onLeftEmpty();
      }}
      onKeyDown={(event) => {
        if (isComposing(event.nativeEvent)) return;
        if (event.key === 'Enter') {
          event.preventDefault();
          onSubmit();
        }
        if (event.key === 'Escape') onEscape();
      }}
    />
  );
}

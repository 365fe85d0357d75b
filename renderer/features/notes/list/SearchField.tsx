import '../../../ui/field.css';
import { BookmarkPlus, Search, X } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import { textLimits } from '../../../../main/contract/limits.ts';
import { isComposing } from '../../../actions/shortcut.ts';
import { IconButton } from '../../../ui/Buttons.tsx';
import { strings as searchStrings } from '../searches/strings.ts';
import { strings } from '../strings.ts';

interface SearchFieldProps {
  readonly ref: Ref<HTMLInputElement>;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** The user wants to go on to what was found. */
  readonly onDown: () => void;
  /** The user wants to keep what is searched for. */
  readonly onSave: () => void;
}

export function SearchField({ ref, value, onChange, onDown, onSave }: SearchFieldProps): ReactNode {
  return (
    <search className="note-search">
      <Search aria-hidden="true" />
      <input
        ref={ref}
        type="text"
        className="input"
        aria-label={strings.search}
        placeholder={strings.searchHint}
        value={value}
        maxLength={textLimits.query}
        onChange={({ target }) => {
          onChange(target.value);
        }}
        onKeyDown={(event) => {
          if (isComposing(event.nativeEvent)) return;
          if (event.key === 'ArrowDown' || event.key === 'Enter') {
            event.preventDefault();
            onDown();
          } else if (event.key === 'Escape' && value !== '') {
            event.preventDefault();
            onChange('');
          }
        }}
      />
      {value.trim() !== '' && (
        <span className="note-search-ways">
          <IconButton icon={BookmarkPlus} size="small" label={searchStrings.save} makes onClick={onSave} />
          <IconButton
            icon={X}
            size="small"
            label={strings.clearSearch}
            onClick={() => {
              onChange('');
            }}
          />
        </span>
      )}
    </search>
  );
}

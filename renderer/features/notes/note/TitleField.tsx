import { useEffectEvent, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { isComposing } from '../../../actions/shortcut.ts';
import { textLimits } from '../../../../main/contract/limits.ts';
import { storable } from '../../../../main/contract/note-attributes.ts';
import { oneLine, pasteAsLine } from '../../../ui/one-line.ts';
import { useTextHeight } from '../../../ui/use-text-height.ts';
import { useRenameOffer } from '../links/use-rename-offer.ts';
import type { NoteSession } from '../session/note-session.ts';
import { strings } from '../strings.ts';
import { isHolding, takeFresh } from '../fresh-note.ts';
import { useStateOf } from '../session/edited-text.ts';

interface TitleFieldProps {
  readonly session: NoteSession;
  /** The user is done with it and goes on to the text. */
  readonly onLeave: () => void;
}

/** The title of a note. One without any character cannot be stored: the last one that could stays until there is another. */
export function TitleField({ session, onLeave }: TitleFieldProps): ReactNode {
  const title = useStateOf(session, ({ doc }) => String(doc.attrs['title']));
  const [empty, setEmpty] = useState<string | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  useTextHeight(field, empty ?? title);
  const offer = useRenameOffer(session);
  const change = (value: string): void => {
    const next = storable(value);
    setEmpty(next.trim() === '' ? next : null);
    if (next.trim() !== '' && next !== title)
      session.dispatch(session.state.tr.setDocAttribute('title', next).setMeta('addToHistory', false));
  };
  // What was typed before the field was there belongs here, and so does what is typed next.
  const begin = useEffectEvent(() => {
    const typed = takeFresh(session.id);
    if (typed === null) return;
    if (!isHolding()) field.current?.select();
    if (typed !== '') change(typed);
  });
  useLayoutEffect(() => {
    begin();
  }, []);
  return (
    <div className="note-heading">
      <textarea
        ref={field}
        className="note-title-field"
        dir="auto"
        rows={1}
        aria-label={strings.titleField}
        placeholder={strings.untitled}
        maxLength={textLimits.title}
        value={empty ?? title}
        onPaste={pasteAsLine}
        onChange={({ target }) => {
          change(oneLine(target));
        }}
        onFocus={offer.begin}
        onBlur={() => {
          setEmpty(null);
          offer.end();
        }}
        onKeyDown={(event) => {
          const { selectionStart, value } = event.currentTarget;
          if (isComposing(event.nativeEvent) || !(event.key === 'Enter' || (event.key === 'ArrowDown' && selectionStart === value.length)))
            return;
          event.preventDefault();
          onLeave();
        }}
      />
    </div>
  );
}

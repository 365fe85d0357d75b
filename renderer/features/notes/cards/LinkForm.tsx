import type { EditorView } from 'prosemirror-view';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { isComposing } from '../../../actions/shortcut.ts';
import { Button } from '../../../ui/Buttons.tsx';
import { Field } from '../../../ui/Field.tsx';
import { leadAt, unlinkText, setLink, stopEditing, typedTarget } from '../editor/link-state.ts';
import { useAnchored } from '../note/use-anchored.ts';
import { strings } from '../strings.ts';

interface LinkFormProps {
  readonly view: EditorView;
  readonly range: { readonly from: number; readonly to: number };
}

/** Gives text an address. */
export function LinkForm({ view, range }: LinkFormProps): ReactNode {
  const current = leadAt(view.state.doc.resolve(Math.min(range.from + 1, range.to)));
  const [typed, setTyped] = useState(current?.href ?? '');
  const [wrong, setWrong] = useState(false);
  const field = useRef<HTMLFormElement>(null);
  const panel = useAnchored<HTMLDivElement>(() =>
    view.isDestroyed || range.to > view.state.doc.content.size ? null : view.coordsAtPos(range.from),
  );
  useEffect(() => {
    field.current?.querySelector('input')?.select();
  }, []);
  const close = (): void => {
    view.dispatch(stopEditing(view.state.tr));
    view.focus();
  };
  const apply = (): void => {
    const href = typedTarget(typed);
    if (href === null) {
      setWrong(true);
      return;
    }
    view.dispatch(setLink(view.state, range, href));
    view.focus();
  };
  return (
    <div
      ref={panel}
      className="note-card"
      role="dialog"
      aria-label={strings.linkCard}
      onKeyDown={({ key, nativeEvent }) => {
        if (key === 'Escape' && !isComposing(nativeEvent)) close();
      }}
    >
      <form
        ref={field}
        className="card-form"
        onSubmit={(event) => {
          event.preventDefault();
          apply();
        }}
      >
        <Field label={strings.address} problem={wrong ? strings.addressWrong : null}>
          {(ties) => (
            <input
              {...ties}
              className="input"
              type="text"
              inputMode="url"
              placeholder={strings.addressHint}
              value={typed}
              onChange={({ target }) => {
                setTyped(target.value);
                setWrong(false);
              }}
            />
          )}
        </Field>
        <div className="card-buttons">
          {current !== null && current.isWrittenOut !== true && (
            <Button
              tone="quiet"
              onClick={() => {
                view.dispatch(unlinkText(view.state, range));
                view.focus();
              }}
            >
              {strings.removeLink}
            </Button>
          )}
          <Button type="submit" primary>
            {strings.apply}
          </Button>
        </div>
      </form>
    </div>
  );
}

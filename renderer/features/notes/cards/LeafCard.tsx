import type { Node } from 'prosemirror-model';
import type { EditorView } from 'prosemirror-view';
import { useState, type ReactNode } from 'react';
import { isSafeTarget } from '../../../../main/contract/note-attributes.ts';
import { isComposing } from '../../../actions/shortcut.ts';
import { Button } from '../../../ui/Buttons.tsx';
import { Field } from '../../../ui/Field.tsx';
import { leadsToFile } from '../files/addresses.ts';
import { moveIntoFile } from '../files/intake.ts';
import { useAnchored } from '../note/use-anchored.ts';
import { strings } from '../strings.ts';

interface LeafCardProps {
  readonly view: EditorView;
  readonly pos: number;
  readonly node: Node;
}

/** Whether a picture is in the note or among its files: its address says nothing to a reader. */
const isOwn = (src: string): boolean => src.startsWith('data:') || leadsToFile(src);

/** What a selected picture or piece of source holds. */
export function LeafCard({ view, pos, node }: LeafCardProps): ReactNode {
  const panel = useAnchored<HTMLDivElement>(() => {
    const dom = view.isDestroyed ? null : view.nodeDOM(pos);
    return dom instanceof HTMLElement ? dom.getBoundingClientRect() : null;
  }, view);
  const isPicture = node.type.name === 'image';
  const attributes = isPicture ? ['alt', ...(isOwn(String(node.attrs['src'])) ? [] : ['src'])] : ['source'];
  const [typed, setTyped] = useState(() => Object.fromEntries(attributes.map((name) => [name, String(node.attrs[name])])));
  const wrong = typed['src'] !== undefined && !isSafeTarget(typed['src']);
  const apply = (): void => {
    if (wrong) return;
    const { tr } = view.state;
    for (const name of attributes) if (typed[name] !== node.attrs[name]) tr.setNodeAttribute(pos, name, typed[name]);
    if (tr.docChanged) view.dispatch(tr);
    view.focus();
  };
  const labels: Readonly<Record<string, string>> = {
    alt: strings.alt,
    src: strings.address,
    source: strings.rawKinds[String(node.attrs['kind'])] ?? strings.rawCard,
  };
  return (
    <div
      ref={panel}
      className="note-card"
      role="group"
      aria-label={isPicture ? strings.pictureCard : strings.rawCard}
      onKeyDown={({ key, nativeEvent }) => {
        if (key === 'Escape' && !isComposing(nativeEvent)) view.focus();
      }}
    >
      <form
        className="card-form"
        onSubmit={(event) => {
          event.preventDefault();
          apply();
        }}
      >
        {attributes.map((name) => (
          <Field key={name} label={labels[name] ?? name} problem={name === 'src' && wrong ? strings.addressWrong : null}>
            {(ties) => (
              <input
                {...ties}
                className="input"
                type="text"
                spellCheck={name === 'alt'}
                value={typed[name]}
                onChange={({ target }) => {
                  setTyped((before) => ({ ...before, [name]: target.value }));
                }}
              />
            )}
          </Field>
        ))}
        <div className="card-buttons">
          {isPicture && String(node.attrs['src']).startsWith('data:') && (
            <Button
              tone="quiet"
              onClick={() => {
                moveIntoFile(view, pos);
                view.focus();
              }}
            >
              {strings.moveIntoFile}
            </Button>
          )}
          <Button
            tone="quiet"
            onClick={() => {
              view.dispatch(view.state.tr.delete(pos, pos + 1));
              view.focus();
            }}
          >
            {strings.remove}
          </Button>
          <Button type="submit" primary>
            {strings.apply}
          </Button>
        </div>
      </form>
    </div>
  );
}

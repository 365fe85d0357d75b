import './slash-menu.css';
import type { EditorView } from 'prosemirror-view';
import { useEffect, type ReactNode } from 'react';
import { Keys } from '../../../ui/Hints.tsx';
import { chooseSlash, slashIds, slashMatches, slashOf, type Slash } from '../editor/slash.ts';
import { type EditedText, useStateOf } from '../session/edited-text.ts';
import { strings } from '../strings.ts';
import { useAnchored } from './use-anchored.ts';

/** What can be inserted, while a slash is being typed. The focus stays in the text. */
export function SlashMenu({ session, view }: { readonly session: EditedText; readonly view: EditorView }): ReactNode {
  const slash = useStateOf(session, slashOf);
  return slash !== null && view.hasFocus() && <Options view={view} slash={slash} />;
}

function Options({ view, slash: { from, typed, index } }: { readonly view: EditorView; readonly slash: Slash }): ReactNode {
  const list = useAnchored<HTMLUListElement>(() =>
    view.isDestroyed || from > view.state.doc.content.size ? null : view.coordsAtPos(from),
  );
  const matches = slashMatches(typed);
  useEffect(() => {
    list.current?.children[index]?.scrollIntoView({ block: 'nearest' });
  }, [index, list]);
  return (
    <ul ref={list} id={slashIds.list} className="slash-menu" role="listbox" aria-label={strings.slashMenu} tabIndex={0}>
      {matches.map((command, at) => {
        const { id, name, icon: Icon, shortcut } = command;
        return (
          <li
            key={id}
            id={slashIds.option(id)}
            role="option"
            aria-selected={at === index}
            className="slash-option"
            onMouseDown={(event) => {
              event.preventDefault();
              chooseSlash(view, command);
            }}
          >
            <span className="slash-icon">
              <Icon aria-hidden="true" />
            </span>
            <span className="slash-name">{name}</span>
            {shortcut !== undefined && <Keys shortcut={shortcut} />}
          </li>
        );
      })}
    </ul>
  );
}

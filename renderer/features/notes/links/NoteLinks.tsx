import './note-links.css';
import { ChevronRight } from 'lucide-react';
import type { EditorView } from 'prosemirror-view';
import { useState, useSyncExternalStore, type ReactNode } from 'react';
import { relationLimits } from '../../../../main/contract/limits.ts';
import { linkedRecords } from '../../../ui/links/change-links.ts';
import { LinkedRecords, LinksFailed } from '../../../ui/links/LinkedRecords.tsx';
import { RecordLink } from '../../../ui/links/RecordLink.tsx';
import { strings } from '../../../ui/links/strings.ts';
import { readSetting, writeSetting } from '../../../api/remembered.ts';
import { useStateOf } from '../session/edited-text.ts';
import type { NoteSession } from '../session/note-session.ts';
import { useLinkTargets } from './use-link-targets.ts';

/** What links to the note, and what is linked with it; below its text. Tells the editor where its links lead. */
export function NoteLinks({ session, view }: { readonly session: NoteSession; readonly view: EditorView | null }): ReactNode {
  const id = useSyncExternalStore(session.subscribe, () => (session.isNew ? null : session.id));
  const title = useStateOf(session, ({ doc }) => String(doc.attrs['title']));
  const { data, error, refetch } = useLinkTargets('note', id, view);
  if (id === null) return null;
  const sources = data?.backlinks.filter(({ kind }) => kind === 'text') ?? [];
  const linked = data === undefined ? 0 : linkedRecords(data).length;
  // The service tells of no more links than that.
  const isCut = (data?.backlinks.length ?? 0) >= relationLimits.links;
  return (
    <aside className="note-links" aria-label={`${strings.linked}: ${title}`}>
      <Part name="backlinks" title={strings.backlinks} count={sources.length} isCut={isCut}>
        {data === undefined ? (
          error === null ? (
            <p className="note-links-hint" role="status">
              …
            </p>
          ) : (
            <LinksFailed onAgain={() => void refetch()} />
          )
        ) : sources.length === 0 ? (
          <p className="note-links-hint">{strings.noBacklinks}</p>
        ) : (
          <ul className="backlinks">
            {sources.map((source) => (
              <li key={`${source.type} ${source.id}`} className="backlink">
                <RecordLink {...source} />
                {source.snippet !== '' && <p className="backlink-snippet">{source.snippet}</p>}
              </li>
            ))}
          </ul>
        )}
      </Part>
      <Part name="linked" title={strings.linked} count={linked}>
        {linked === 0 && <p className="note-links-hint">{strings.linkedHint}</p>}
        <LinkedRecords record={{ type: 'note', id }} links={data} />
      </Part>
    </aside>
  );
}

interface PartProps {
  /** Whether it is open is remembered by this. */
  readonly name: string;
  readonly title: string;
  readonly count: number;
  /** There may be more than `count`. */
  readonly isCut?: boolean;
  readonly children: ReactNode;
}

/** A part that can be folded; open until the user folds it, where there is something in it. */
function Part({ name, title, count, isCut = false, children }: PartProps): ReactNode {
  const setting = `notes.links.${name}`;
  const [isOpen, setOpen] = useState(() => readSetting(setting) !== 'folded');
  const [isAsked, setAsked] = useState(false);
  const shown = count > 0 ? isOpen : isAsked;
  return (
    <section className="note-links-part">
      <h2 className="note-links-title">
        <button
          type="button"
          className="fold"
          aria-expanded={shown}
          onClick={() => {
            if (count === 0) setAsked(!isAsked);
            else {
              setOpen(!isOpen);
              writeSetting(setting, isOpen ? 'folded' : null);
            }
          }}
        >
          <ChevronRight aria-hidden="true" className="fold-mark" />
          {title}
          <span className="fold-count">{isCut ? `${count}+` : count}</span>
        </button>
      </h2>
      {shown && children}
    </section>
  );
}

import './source.css';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore, type ReactNode, type RefObject } from 'react';
import type { Note } from '../../../../main/contract/notes.ts';
import { routes } from '../../../api/routes.ts';
import { useService } from '../../../api/service.ts';
import { Button } from '../../../ui/Buttons.tsx';
import { Loaded } from '../../../ui/Loaded.tsx';
import { notify } from '../../../ui/toasts.ts';
import type { NoteSession } from '../session/note-session.ts';
import type { SaveProgress } from '../session/edited-text.ts';
import { dropKeys, isHoldingFor, releaseKeys } from '../fresh-note.ts';
import { strings } from '../strings.ts';
import { createSourceView, type SourceText } from './code-view.ts';
import type { MarkdownPlace } from './cursor-place.ts';
import { JointHistory } from './joint-history.ts';
import { takeDraft } from './own-draft.ts';
import type { SourceDraft } from '../session/kept-form.ts';
import { sendingOf } from './on-its-way.ts';
import { SourceSaver } from './source-saver.ts';

interface SourceEditorProps {
  readonly session: NoteSession;
  readonly onProgress: (progress: SaveProgress) => void;
  readonly openedRef: RefObject<OpenedSource | null>;
  /** Where in the markdown the cursor is to be, which then has the focus; null where nothing asked for it. */
  readonly startAt: ((markdown: string) => number) | null;
}

/** What is typed here, while it is open. */
export interface OpenedSource {
  /** Saves it; false if it cannot be saved now. */
  readonly flush: () => Promise<boolean>;
  /** Has undo and redo in the text go on with what was changed here, once it is saved. */
  readonly handOver: () => Promise<void>;
  readonly cursor: () => MarkdownPlace;
  /** Writes what was typed since the keys were held where the cursor is, which then has the focus; nothing happens where none are held. */
  readonly writeHeld: () => void;
}

/** The markdown of a note, byte for byte. */
export function SourceEditor({ session, ...rest }: SourceEditorProps): ReactNode {
  const { client, drafts } = useService();
  // What was read for one opening is thrown away by a timer, and the next opening may come before that: it must not find it.
  const [opening] = useState(() => crypto.randomUUID());
  const query = useQuery({
    queryKey: ['source', session.id, opening],
    queryFn: async ({ signal }) => {
      const draftName = await takeDraft(drafts, session.id);
      return { draftName, note: await client.call(routes.readNote, { params: { id: session.id }, signal }) };
    },
    // Read once for each time that it is opened; from then on the editor keeps it true.
    meta: { fixed: true },
    gcTime: 0,
  });
  useEffect(() => {
    if (query.isError) dropKeys(session.id);
  }, [query.isError, session]);
  return (
    <Loaded query={query} failed={strings.readFailed}>
      {(opened) => <Source {...opened} session={session} {...rest} />}
    </Loaded>
  );
}

interface SourceProps extends SourceEditorProps {
  readonly note: Note;
  readonly draftName: string;
}

function Source({ note, draftName, session, onProgress, openedRef, startAt }: SourceProps): ReactNode {
  const service = useService();
  const parent = useRef<HTMLDivElement>(null);
  const [saver, setSaver] = useState<SourceSaver | null>(null);
  const putCursor = useEffectEvent((text: SourceText) => {
    if (startAt !== null) text.focus(startAt(text.read()));
  });
  useEffect(() => {
    if (parent.current === null) return undefined;
    const { drafts } = service;
    const kept = drafts.read(draftName) as SourceDraft | null;
    const sending = kept === null ? null : sendingOf(kept);
    const text = createSourceView(parent.current, sending?.text ?? kept?.text ?? note.content, strings.sourceEditor, {
      onChange: (isTyped) => {
        if (isTyped) joint.typed();
        made.changed();
      },
      onUndo: () => {
        joint.undo();
      },
      onRedo: () => joint.redo(),
    });
    if (kept !== null && sending !== null) text.merge(sending.text, kept.text);
    // What was left unsaved goes on from where it began, so that what others did since is merged, or asked about.
    const made = new SourceSaver({
      service,
      note: kept === null ? note : { ...note, content: kept.base, version: kept.version },
      text,
      draftName,
      sending,
    });
    const joint = new JointHistory({ session, saver: made, text });
    const flush = async (): Promise<boolean> => {
      await joint.settled();
      return made.flush();
    };
    if (kept !== null) made.changed();
    const close = made.open();
    const tell = (): void => {
      onProgress(made.state().progress);
    };
    const unsubscribe = made.subscribe(tell);
    tell();
    const writeHeld = (): void => {
      const held = isHoldingFor(note.id) ? releaseKeys() : null;
      if (held !== null) text.write(held);
    };
    openedRef.current = { flush, handOver: () => joint.handOver(), cursor: text.cursor, writeHeld };
    putCursor(text);
    writeHeld();
    setSaver(made);
    return () => {
      // Leaving the page without a way to wait: what is typed is sent all the same.
      void flush()
        .then((isSaved) => (isSaved ? joint.handOver() : undefined))
        .catch(() => undefined)
        .finally(() => {
          if (!made.isSaved) notify({ title: strings.sourceKept, text: strings.sourceKeptHint });
          close();
          text.view.destroy();
        });
      unsubscribe();
      openedRef.current = null;
    };
  }, [service, session, note, draftName, onProgress, openedRef]);
  return (
    <div className="source-view">
      {saver !== null && <Dispute saver={saver} />}
      <div ref={parent} className="source-editor" />
    </div>
  );
}

function Dispute({ saver }: { readonly saver: SourceSaver }): ReactNode {
  const { dispute } = useSyncExternalStore(saver.subscribe, saver.state);
  return (
    dispute !== null && (
      <div className="note-error-banner" role="alert">
        <p>{strings.dispute}</p>
        <Button onClick={() => void saver.keepMine()}>{strings.keepMine}</Button>
        <Button
          tone="quiet"
          onClick={() => {
            saver.takeTheirs();
          }}
        >
          {strings.takeTheirs}
        </Button>
      </div>
    )
  );
}

import './note-preview.css';
import { useQuery } from '@tanstack/react-query';
import { BookOpen, FilePlus2, FileText } from 'lucide-react';
import type { EditorView } from 'prosemirror-view';
import { useEffect, useMemo, type ReactNode } from 'react';
import { splitTarget, type LinkMention } from '../../../../main/contract/mentions.ts';
import { ServiceError } from '../../../api/client.ts';
import { routes } from '../../../api/routes.ts';
import { useService } from '../../../api/service.ts';
import { announce } from '../../../ui/announce.tsx';
import { maybeChip } from '../editor/mentions.ts';
import { preview, previewedIn, type Previewed } from '../editor/previewed.ts';
import { useNotebooks } from '../notebooks/use-notebooks.ts';
import { useAnchored } from '../note/use-anchored.ts';
import { useStateOf, type EditedText } from '../session/edited-text.ts';
import { strings } from '../strings.ts';
import { previewHtml } from './preview-html.ts';
import { standingNow } from './use-follow.ts';
import { useHoveredNote } from './use-hovered-note.ts';

interface NotePreviewProps {
  readonly session: EditedText;
  readonly view: EditorView;
}

/** What the note says that a link leads to, beside the link. */
export function NotePreview({ session, view }: NotePreviewProps): ReactNode {
  useHoveredNote(view);
  const open = useStateOf(session, previewedIn);
  return open !== null && <Preview key={JSON.stringify({ ...open.mention, from: 0, to: 0 })} session={session} view={view} open={open} />;
}

function useTarget(session: EditedText, mention: LinkMention) {
  const service = useService();
  return useQuery({
    queryKey: ['note', 'preview', session.id, mention.kind, mention.kind === 'record' ? mention.id : mention.target],
    queryFn: async ({ signal }) => {
      const standing =
        mention.kind === 'record' ? ({ state: 'there', id: mention.id } as const) : await standingNow(service, session, mention);
      if (standing.state !== 'there') return null;
      try {
        return await service.client.call(routes.readNote, { params: { id: standing.id }, signal });
      } catch (error) {
        if (error instanceof ServiceError && error.status === 404) return null;
        throw error;
      }
    },
    staleTime: 0,
    // The text of a whole note: no longer than it is looked at.
    gcTime: 0,
  });
}

function Preview({ session, view, open: { mention, byKey } }: NotePreviewProps & { readonly open: Previewed }): ReactNode {
  const { data: note, isError } = useTarget(session, mention);
  const notebooks = useNotebooks();
  const section = mention.kind === 'record' ? null : splitTarget(mention.target).section;
  const html = useMemo(() => (note === undefined || note === null ? '' : previewHtml(note.content, section)), [note, section]);
  useEscape(view);
  const notebook = notebooks.find(({ id }) => id === note?.notebookId)?.name ?? null;
  const nothing = mention.kind === 'record' ? strings.linkToGone : strings.linkToNothing(splitTarget(mention.target).title);
  const panel = useAnchored<HTMLDivElement>(() => anchorOf(view, mention));
  const isKnown = note !== undefined || isError;
  useEffect(() => {
    // The focus stays in the text, so a screen reader reads the card only when it is announced.
    if (!byKey || !isKnown) return;
    announce(panel.current?.innerText.replace(/\s+/g, ' ').trim() ?? '');
  }, [byKey, isKnown, panel]);
  // Nothing before there is something to show: a card does not grow while it is read.
  if (!isKnown) return null;
  return (
    <div ref={panel} className="note-card note-preview" role="group" aria-label={strings.preview}>
      {isError ? (
        <p className="preview-none">{strings.previewFailed}</p>
      ) : note === null ? (
        <p className="preview-none">
          <FilePlus2 aria-hidden="true" />
          {nothing}
        </p>
      ) : (
        <>
          <p className="preview-title">
            <FileText aria-hidden="true" />
            <bdi>{note.title}</bdi>
          </p>
          {notebook !== null && (
            <p className="preview-place">
              <BookOpen aria-hidden="true" />
              <bdi>{notebook}</bdi>
            </p>
          )}
          {html === '' ? <p className="preview-none">{strings.previewEmpty}</p> : <Lines html={html} />}
        </>
      )}
    </div>
  );
}

/** Safe: `previewHtml` escapes all HTML of the note, and what it makes fetches nothing. */
function Lines({ html }: { readonly html: string }): ReactNode {
  return <div className="preview-text" dir="auto" dangerouslySetInnerHTML={{ __html: html }} />;
}

/** Below the first line of the chip; where the cursor is, below the source of the link. */
function anchorOf(view: EditorView, mention: LinkMention): Pick<DOMRect, 'left' | 'top' | 'bottom'> | null {
  if (view.isDestroyed || mention.to > view.state.doc.content.size) return null;
  return maybeChip(view, mention)?.getClientRects()[0] ?? view.coordsAtPos(mention.from + 1);
}

/** Escape closes the preview, and does nothing else then. */
function useEscape(view: EditorView): void {
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || view.isDestroyed) return;
      event.preventDefault();
      event.stopPropagation();
      preview(view, null);
    };
    window.addEventListener('keydown', listener, true);
    return () => {
      window.removeEventListener('keydown', listener, true);
    };
  }, [view]);
}

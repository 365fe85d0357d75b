import { useQuery } from '@tanstack/react-query';
import { Copy, Download, ExternalLink, FileText, Pencil, Unlink } from 'lucide-react';
import { TextSelection } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { useEffect, useState, type ReactNode } from 'react';
import { routes } from '../../../api/routes.ts';
import { useService } from '../../../api/service.ts';
import { Button, IconButton } from '../../../ui/Buttons.tsx';
import { showsLinkPreviews } from '../../../api/remembered.ts';
import { copyText } from '../../../ui/hand-over.ts';
import { editLink, unlinkText, type LinkRange } from '../editor/link-state.ts';
import { followMention, leadingMentionAt, maybeNotePath, targetsOf } from '../editor/mentions.ts';
import { leadsToFile } from '../files/addresses.ts';
import { filesOf, saveLinked } from '../files/intake.ts';
import { useAnchored } from '../note/use-anchored.ts';
import { strings } from '../strings.ts';

interface LinkCardProps {
  readonly view: EditorView;
  readonly link: LinkRange;
  readonly onClose: () => void;
}

/** Where a link leads, with what the page says of itself. */
export function LinkCard({ view, link, onClose }: LinkCardProps): ReactNode {
  const panel = useAnchored<HTMLDivElement>(
    () => (view.isDestroyed || link.to > view.state.doc.content.size ? null : view.coordsAtPos(link.from + 1)),
    view,
  );
  const files = leadsToFile(link.href) ? filesOf(view) : null;
  const note = leadingMentionAt(view.state, link.from + 1);
  const isWeb = /^https?:\/\//i.test(link.href);
  const edit = (): void => {
    view.dispatch(view.state.tr.setSelection(TextSelection.create(view.state.doc, Math.min(link.from + 1, link.to))));
    editLink(view.state, view.dispatch);
  };
  return (
    <div
      ref={panel}
      className="note-card link-card"
      role="group"
      aria-label={strings.linkCard}
      onKeyDown={({ key }) => {
        if (key !== 'Escape') return;
        onClose();
        view.focus();
      }}
    >
      {isWeb && showsLinkPreviews() && <Preview url={link.href} debounceMs={link.isWrittenOut === true ? 600 : 0} />}
      <div className="link-row">
        {note?.kind === 'file' ? (
          <Button
            tone="quiet"
            onClick={() => {
              followMention(view, note);
            }}
          >
            <FileText aria-hidden="true" />
            <bdi>{note.target}</bdi>
          </Button>
        ) : files === null ? (
          <a className="link-address" href={link.href} target="_blank" rel="noopener noreferrer">
            <bdi>{link.href}</bdi>
          </a>
        ) : (
          <Button onClick={() => void saveLinked(files, link.href)}>
            <Download aria-hidden="true" />
            {strings.saveFile}
          </Button>
        )}
        {isWeb && (
          <IconButton
            size="small"
            icon={ExternalLink}
            label={strings.openLink}
            onClick={() => {
              window.open(link.href, '_blank', 'noopener,noreferrer');
            }}
          />
        )}
        {files === null && (
          <IconButton
            size="small"
            icon={Copy}
            label={strings.copyAddress}
            onClick={() => {
              const path = note === null ? null : maybeNotePath(note, targetsOf(view.state));
              const address = path === null ? link.href : new URL(path, location.href).href;
              void copyText(address, strings.addressCopied);
            }}
          />
        )}
        <IconButton size="small" icon={Pencil} label={strings.edit} shortcut="$mod+k" onClick={edit} />
        {link.isWrittenOut !== true && (
          <IconButton
            size="small"
            icon={Unlink}
            label={strings.removeLink}
            onClick={() => {
              view.dispatch(unlinkText(view.state, link));
              view.focus();
            }}
          />
        )}
      </div>
    </div>
  );
}

/**
 * The service looks at the page; this window asks no other server. Its pictures stay where they are. `debounceMs` is how many
 * milliseconds an address has to stay as it is.
 */
function Preview({ url, debounceMs }: { readonly url: string; readonly debounceMs: number }): ReactNode {
  const { client } = useService();
  const [still, setStill] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => {
      setStill(url);
    }, debounceMs);
    return () => {
      clearTimeout(timer);
    };
  }, [url, debounceMs]);
  const { data, isFetching } = useQuery({
    queryKey: ['link-preview', url],
    queryFn: ({ signal }) => client.call(routes.linkPreview, { body: { url }, signal }),
    enabled: still === url,
    meta: { fixed: true },
  });
  if (isFetching || still !== url)
    return (
      <p className="link-none" role="status">
        {strings.loadingPreview}
      </p>
    );
  if (data === undefined || (data.title === null && data.description === null)) return <p className="link-none">{strings.noPreview}</p>;
  return (
    <div className="link-preview">
      {data.siteName !== null && <p className="link-site">{data.siteName}</p>}
      {data.title !== null && <p className="link-title">{data.title}</p>}
      {data.description !== null && <p className="link-description">{data.description}</p>}
    </div>
  );
}

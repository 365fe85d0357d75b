import { EditorView } from 'prosemirror-view';
import { routes } from '../../../api/routes.ts';
import type { Client } from '../../../api/client.ts';
import { clickBelow } from '../editor/table-moves.ts';
import type { NoteSession } from '../session/note-session.ts';
import { strings } from '../strings.ts';
import { CodeView } from '../views/code-view.ts';
import { HeaderCellView } from '../views/header-cell-view.ts';
import { ImageView, type ShowPicture } from '../views/image-view.ts';
import { ListItemView } from '../views/list-item-view.ts';

/** A note with more blocks than this is drawn only where it is looked at. */
const large = 300;

/** The editor of a session, within `mount`. */
export function createView(mount: HTMLElement, session: NoteSession, client: Client): EditorView {
  const showPicture = attachmentPictures(client);
  return new EditorView(
    { mount },
    {
      state: session.state,
      dispatchTransaction: session.dispatch,
      attributes: ({ doc }) => ({
        class: `note-text ${doc.childCount > large ? 'note-text-large' : ''}`,
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': strings.editor,
        spellcheck: 'true',
      }),
      nodeViews: {
        list_item: (node, view, at) => new ListItemView(node, view, at),
        code_block: (node, view, at) => new CodeView(node, view, at),
        frontmatter: (node, view, at) => new CodeView(node, view, at),
        raw_block: (node, view, at) => new CodeView(node, view, at),
        table_header: (node) => new HeaderCellView(node),
        image: (node) => new ImageView(node, showPicture),
      },
      handleDOMEvents: {
        mousedown: (view, event) => {
          if (event.target !== view.dom || !clickBelow(view, event)) return false;
          event.preventDefault();
          return true;
        },
      },
      handleClick: (_view, _pos, event) => {
        const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
        if (link === null || !(event.ctrlKey || event.metaKey)) return false;
        window.open(link.getAttribute('href') ?? '', '_blank', 'noopener,noreferrer');
        return true;
      },
    },
  );
}

/** Files of one's own cards are shown; nothing else is fetched. */
function attachmentPictures(client: Client): ShowPicture {
  return async (src) => {
    const path = src.startsWith(client.baseUrl) ? src.slice(client.baseUrl.length) : src;
    const [, id, attachmentId] = /^\/api\/cards\/([\w-]+)\/attachments\/([\w-]+)$/.exec(path) ?? [];
    if (id === undefined || attachmentId === undefined) return null;
    const { blob } = await client.file(routes.readAttachment, { params: { id, attachmentId } });
    return blob.type.startsWith('image/') ? URL.createObjectURL(blob) : null;
  };
}

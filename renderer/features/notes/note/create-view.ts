import { EditorState } from 'prosemirror-state';
import { EditorView } from 'prosemirror-view';
import type { Mention } from '../../../../main/contract/mentions.ts';
import { desktopBridge } from '../../../api/bridge.ts';
import type { Service } from '../../../api/service.ts';
import { TextblockView } from '../editor/directions.ts';
import { followMention, maybeNotePath, mentionUnder, targetsOf } from '../editor/mentions.ts';
import { clickBelow } from '../editor/table-moves.ts';
import { keepingSelection, readsAfterFocus } from '../editor/unread-selection.ts';
import { leadsToFile } from '../files/addresses.ts';
import { saveLinked, takesFiles } from '../files/intake.ts';
import { ShownFiles } from '../files/shown-files.ts';
import { Sections } from '../sections/sections.ts';
import type { EditedText } from '../session/edited-text.ts';
import { strings } from '../strings.ts';
import { CodeView } from '../views/code-view.ts';
import { HeaderCellView } from '../views/header-cell-view.ts';
import { FileLinkView } from '../views/file-link-view.ts';
import { ImageView } from '../views/image-view.ts';
import { RawInlineView } from '../views/raw-inline-view.ts';
import { ListItemView } from '../views/list-item-view.ts';

/** The editor of a session, within `mount`. */
export function createView(mount: HTMLElement, session: EditedText, service: Service, label: string = strings.editor): EditorView {
  const files = new ShownFiles(service, session);
  const sections = new Sections();
  const { state } = session;
  const isLarge = Sections.isLarge(state);
  const view = new EditorView(
    { mount },
    {
      state: isLarge ? EditorState.create({ schema: state.schema, plugins: [...state.plugins] }) : state,
      dispatchTransaction(this: EditorView, transaction) {
        session.dispatch(keepingSelection(this, transaction));
      },
      attributes: {
        class: 'note-text',
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': label,
        spellcheck: 'true',
      },
      nodeViews: {
        ...sections.nodeViews,
        paragraph: (node) => new TextblockView(node),
        heading: (node) => new TextblockView(node),
        table_cell: (node) => new TextblockView(node),
        list_item: (node, view, at) => new ListItemView(node, view, at),
        code_block: (node, view, at) => new CodeView(node, view, at),
        frontmatter: (node, view, at) => new CodeView(node, view, at),
        raw_block: (node, view, at) => new CodeView(node, view, at),
        table_header: (node) => new HeaderCellView(node),
        raw_inline: (node, view, at) => new RawInlineView(node, view, at),
        image: (node) => new ImageView(node, files),
      },
      markViews: { link: (mark) => new FileLinkView(mark, files) },
      handleDOMEvents: {
        mousedown: (view, event) => {
          // A click on a chip follows it; no cursor goes there, which would show its source under the pointer.
          if (event.button < 2 && mentionUnder(view, event) !== null) {
            event.preventDefault();
            return true;
          }
          if (event.target !== view.dom || !clickBelow(view, event)) return false;
          event.preventDefault();
          return true;
        },
        click: (view, event) => {
          const mention = mentionUnder(view, event);
          if (mention === null) return false;
          event.preventDefault();
          const isBeside = event.ctrlKey || event.metaKey;
          // Beside the description of a card or an event there is no place for a note.
          return (isBeside && session.type !== 'note' && openElsewhere(view, mention)) || followMention(view, mention, isBeside);
        },
        auxclick: (view, event) => {
          const mention = event.button === 1 ? mentionUnder(view, event) : null;
          if (mention === null || !openElsewhere(view, mention)) return false;
          event.preventDefault();
          return true;
        },
      },
      handleClick: (_view, _pos, event) => {
        const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
        if (link === null || !(event.ctrlKey || event.metaKey)) return false;
        const address = link.getAttribute('href') ?? '';
        if (leadsToFile(address)) void saveLinked(files, address);
        else window.open(address, '_blank', 'noopener,noreferrer');
        return true;
      },
    },
  );
  // Whenever React draws anything, it looks through all of a focused element that says so, to give its selection back afterwards. The
  // editor looks after its selection itself.
  Object.defineProperty(view.dom, 'contentEditable', { configurable: true, get: () => 'inherit' });
  readsAfterFocus(view);
  sections.attach(view);
  if (isLarge) view.updateState(state);
  takesFiles(view, files);
  return view;
}

/** Opens the note that a chip leads to in another tab; false where there is none, as in the desktop window. */
function openElsewhere({ state }: EditorView, mention: Mention): boolean {
  const path = desktopBridge() === null ? maybeNotePath(mention, targetsOf(state)) : null;
  if (path !== null) window.open(path, '_blank', 'noopener');
  return path !== null;
}

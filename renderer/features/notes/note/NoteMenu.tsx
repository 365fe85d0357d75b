import { ClipboardCopy, Ellipsis, FileText, FileType2, Link, Trash2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useLocation } from 'wouter';
import { routes } from '../../../api/routes.ts';
import { useService } from '../../../api/service.ts';
import { useActions, useRegistry } from '../../../actions/registry.ts';
import type { Action } from '../../../actions/action.ts';
import { announce } from '../../../ui/announce.tsx';
import { IconButton } from '../../../ui/Buttons.tsx';
import { Menu, type MenuEntry } from '../../../ui/Menu.tsx';
import { copyText, saveFile } from '../../../ui/hand-over.ts';
import { strings as uiStrings } from '../../../ui/strings.ts';
import { notify } from '../../../ui/toasts.ts';
import { exportFailure, exportNote, fileNameOf, type ExportFormat } from '../exports.ts';
import { useAttributes } from '../notebooks/use-attributes.ts';
import { useNoteActions } from '../notebooks/note-actions.ts';
import { usePane } from '../split/pane-router.tsx';
import type { NoteSession } from '../session/note-session.ts';
import { strings as placeStrings } from '../notebooks/strings.ts';
import { strings } from '../strings.ts';
import { useRemoveNote } from '../use-remove-note.ts';

interface NoteMenuProps {
  readonly session: NoteSession;
  readonly title: string;
  /** Saves what is not saved yet; false if that cannot be done now. */
  readonly flush: () => Promise<boolean>;
}

/** What else can be done with a note. All of it is in the palette too. */
export function NoteMenu({ session, title, flush }: NoteMenuProps): ReactNode {
  const { client } = useService();
  const [, go] = useLocation();
  const remove = useRemoveNote();
  const exporting = useExport(session, title, flush);
  const { id } = session;
  // The frame offers them, where there is a chat, and an agent.
  const all = useRegistry().all();
  const asking = ['chat.askNote', 'runs.askNote'].flatMap((wanted) => all.find((action) => action.id === wanted) ?? []);
  const attributes = useAttributes(id);
  const { pin, move, archive } = useNoteActions([{ id, title, notebookId: null, isPinned: false, isArchived: false, ...attributes }]);
  const copyMarkdown = async (): Promise<void> => {
    try {
      await flush();
      const { content } = await client.call(routes.readNote, { params: { id } });
      await copyText(content, strings.markdownCopied);
    } catch (error) {
      notify({ title: uiStrings.copyFailed, text: error instanceof Error ? error.message : '', kind: 'problem' });
    }
  };
  const offered: readonly (MenuEntry & { readonly id: string })[] = [
    { ...pin, id: 'pin', shortcut: '$mod+Alt+p', name: attributes?.isPinned === true ? placeStrings.unpinNote : placeStrings.pinNote },
    { ...move, id: 'move' },
    { ...archive, id: 'archive', name: attributes?.isArchived === true ? placeStrings.unarchiveNote : placeStrings.archiveNote },
    {
      id: 'copyLink',
      name: strings.copyLink,
      icon: Link,
      perform: () => {
        void copyText(`${location.origin}/notes/${id}`, strings.linkCopied);
      },
    },
    {
      id: 'copyMarkdown',
      name: strings.copyMarkdown,
      icon: ClipboardCopy,
      perform: () => {
        void copyMarkdown();
      },
    },
    {
      id: 'docx',
      name: strings.exportDocx,
      icon: FileText,
      disabled: exporting.busy,
      perform: () => {
        exporting.start('docx');
      },
    },
    {
      id: 'pdf',
      name: strings.exportPdf,
      icon: FileType2,
      disabled: exporting.busy,
      perform: () => {
        exporting.start('pdf');
      },
    },
    {
      id: 'delete',
      name: strings.deleteNote,
      icon: Trash2,
      danger: true,
      perform: () => {
        remove(id, go);
      },
    },
  ];
  const { isActive } = usePane();
  useActions(
    (isActive ? offered : []).map(({ id: name, disabled, danger: _danger, ...entry }): Action => ({
      icon: Ellipsis,
      ...entry,
      id: `note.${name}`,
      group: strings.group,
      ...(entry.shortcut === undefined ? {} : { anywhere: true }),
      when: () => disabled !== true,
    })),
  );
  return (
    <>
      {exporting.busy && (
        <p className="note-exporting" role="status">
          <progress aria-label={strings.exporting} />
          {strings.exporting}
        </p>
      )}
      <Menu
        trigger={<IconButton icon={Ellipsis} label={strings.more} />}
        entries={[
          ...(asking.length === 0 ? [] : [...asking, null]),
          ...offered.slice(0, 3),
          null,
          ...offered.slice(3, -1),
          null,
          ...offered.slice(-1),
        ]}
      />
    </>
  );
}

function useExport(session: NoteSession, title: string, flush: () => Promise<boolean>) {
  const { client } = useService();
  const [busy, setBusy] = useState(false);
  const start = async (format: ExportFormat): Promise<void> => {
    setBusy(true);
    try {
      await flush();
      const { blob, filename } = await exportNote(client, session.id, format);
      saveFile(blob, filename ?? fileNameOf(title, format));
      announce(strings.exported);
    } catch (error) {
      notify({ title: strings.exportFailed, text: exportFailure(error), kind: 'problem' });
    } finally {
      setBusy(false);
    }
  };
  return {
    busy,
    start: (format: ExportFormat) => {
      void start(format);
    },
  };
}

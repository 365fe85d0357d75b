import { useState, type DragEvent } from 'react';
import { useLocation } from 'wouter';
import { notePath } from '../../../../main/contract/page-paths.ts';
import { useService } from '../../../api/service.ts';
import { created } from '../../../api/undoable.ts';
import { announce } from '../../../ui/announce.tsx';
import { notify } from '../../../ui/toasts.ts';
import { strings } from '../strings.ts';
import { importNotes } from './import-notes.ts';

export interface NoteImport {
  /** How many files of how many are done; null while nothing is imported. */
  readonly progress: { readonly done: number; readonly of: number } | null;
  readonly start: (files: readonly File[]) => void;
}

/** Makes notes of files, tells of what failed, and shows the note if it was only one. */
export function useImport(): NoteImport {
  const { client, connection, history } = useService();
  const [, go] = useLocation();
  const [progress, setProgress] = useState<NoteImport['progress']>(null);
  const run = async (files: readonly File[]): Promise<void> => {
    const since = connection.lastSeq;
    const { made, failed } = await importNotes(client, files, (done) => {
      setProgress({ done, of: files.length });
    });
    setProgress(null);
    for (const { filename, reason } of failed) notify({ title: strings.importFailed(filename), text: reason, kind: 'problem' });
    if (made.length === 0) return;
    history.made(
      strings.imported(made.length),
      since,
      made.map((note) => created('note', note)),
    );
    const [only] = made;
    if (made.length === 1 && only !== undefined) go(notePath(only.id));
    else notify({ title: strings.imported(made.length) });
    announce(strings.imported(made.length));
  };
  return {
    progress,
    start: (files) => {
      if (files.length > 0 && progress === null) void run(files);
    },
  };
}

/** What makes an element take files that are dropped upon it. */
export function useFileDrop(onFiles: (files: readonly File[]) => void) {
  const [isOver, setOver] = useState(false);
  const hasFiles = (event: DragEvent): boolean => event.dataTransfer.types.includes('Files');
  return {
    'data-over': isOver,
    onDragOver: (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: (event: DragEvent) => {
      if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
    },
    onDrop: (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(false);
      onFiles([...event.dataTransfer.files]);
    },
  };
}

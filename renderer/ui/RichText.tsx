import { createContext, type ReactNode, use } from 'react';
import type { LinkedType } from '../../main/contract/mentions.ts';

export interface RichTextProps {
  /** The record whose text it is: where its links lead is told of it. */
  readonly record: { readonly type: LinkedType; readonly id: string };
  /** What stands there. What is given later, and is not what `onChange` was called with, takes its place. */
  readonly markdown: string;
  /** Called with the markdown after each change: bytes that were not changed are as they were. */
  readonly onChange: (markdown: string) => void;
  /** Takes the files that are pasted, dropped or chosen. */
  readonly onFiles: (files: readonly File[]) => void;
  /** Escape was pressed, and meant nothing else. */
  readonly onLeave: () => void;
  readonly label: string;
  /** Shows what to write with, and has the focus where it begins so. */
  readonly isEditing: boolean;
}

/** Draws the editor of notes; null where there is none. `renderer/app/` hands it in, `RichText` shows it. */
export const RichTextContext = createContext<((props: RichTextProps) => ReactNode) | null>(null);

/** The editor of notes, for the text of another record; nothing where there is none. Draw it within `<Suspense>`. */
export function RichText(props: RichTextProps): ReactNode {
  return use(RichTextContext)?.(props) ?? null;
}

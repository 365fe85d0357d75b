import { use, type ReactNode } from 'react';
import { RichTextContext, type RichTextProps } from './rich-text.ts';

/** The editor of notes, for the text of another record; nothing where there is none. Draw it within `<Suspense>`. */
export function RichText(props: RichTextProps): ReactNode {
  return use(RichTextContext)?.(props) ?? null;
}

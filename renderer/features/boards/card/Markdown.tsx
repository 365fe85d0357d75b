import { useMemo, type ReactNode } from 'react';
import { markdownToHtml } from './markdown-html.ts';

/** Markdown as it reads. Links open elsewhere; pictures are links, as nothing may be fetched from other machines. */
export function Markdown({ text }: { readonly text: string }): ReactNode {
  const html = useMemo(() => markdownToHtml(text), [text]);
  // Safe: the renderer escapes all HTML and refuses addresses that run scripts.
  return <div className="markdown" dangerouslySetInnerHTML={{ __html: html }} />;
}

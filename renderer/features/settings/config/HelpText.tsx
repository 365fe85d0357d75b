import type { ReactNode } from 'react';

/** A sentence in which what stands between backticks is code. */
export function HelpText({ children }: { readonly children: string }): ReactNode {
  return children.split('`').map((part, index) => (index % 2 === 1 ? <code key={`${index}${part}`}>{part}</code> : part));
}

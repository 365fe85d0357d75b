import { Copy } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '../IconButton.tsx';
import { copyText } from '../copy-text.ts';
import { strings } from '../strings.ts';

/** Code as it stands, with a button that copies it. */
export function CodeBlock({ code, language }: { readonly code: string; readonly language: string }): ReactNode {
  return (
    <figure className="answer-code">
      <figcaption>
        <span>{language}</span>
        <IconButton
          size="small"
          icon={Copy}
          label={strings.copyCode}
          onClick={() => {
            void copyText(code);
          }}
        />
      </figcaption>
      <pre tabIndex={0}>
        <code>{code}</code>
      </pre>
    </figure>
  );
}

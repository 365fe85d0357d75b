import './keys.css';
import type { ReactNode } from 'react';
import { keysOf } from '../actions/shortcut.ts';

interface KeysProps {
  readonly shortcut: string;
  /** Read out too. Elsewhere it only repeats what `aria-keyshortcuts` and the help sheet say. */
  readonly readable?: boolean;
}

/** A shortcut, key by key. */
export function Keys({ shortcut, readable = false }: KeysProps): ReactNode {
  return (
    <span className="keys" aria-hidden={!readable}>
      {keysOf(shortcut)
        .flat()
        .map((key, index) => (
          <kbd key={`${index}${key}`}>{key}</kbd>
        ))}
    </span>
  );
}

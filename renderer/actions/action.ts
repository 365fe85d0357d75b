import type { LucideIcon } from 'lucide-react';
import type { Service } from '../api/service.ts';

/** One thing that the user can do: it feeds the command palette, the shortcuts and the help sheet alike. */
export interface Action {
  /** `feature.verb`, as in `boards.addCard`. */
  readonly id: `${string}.${string}`;
  readonly name: string;
  /** The heading under which it is listed. */
  readonly group: string;
  readonly icon: LucideIcon;
  /** As tinykeys writes it: `c`, `Shift+?`, `$mod+k`, `Alt+ArrowLeft`; keys one after the other with a space: `g n`. */
  readonly shortcut?: string;
  /** Other words under which a user may look for it. */
  readonly words?: readonly string[];
  /** Whether it makes sense now; always when absent. Asked when it is needed. */
  readonly when?: () => boolean;
  /** The shortcut works while the user types and in dialogs too. Only for such with $mod or Alt. */
  readonly anywhere?: true;
  /** Each press makes something: keys that are held do so once. */
  readonly makes?: true;
  /** `help`: in the help sheet alone, as the keys are handled where the focus is. `keys`: not in the palette. */
  readonly listed?: 'help' | 'keys';
  readonly perform: () => void;
}

/** What the actions of a feature work with that are there on every page. */
export interface ActionContext {
  readonly service: Service;
  /** Goes to a page by its path, as in `/notes/…`. */
  readonly go: (path: string) => void;
}

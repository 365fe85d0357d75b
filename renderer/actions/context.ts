import type { Service } from '../api/service.ts';

/** What the actions of a feature work with that are there on every page. */
export interface ActionContext {
  readonly service: Service;
  /** Goes to a page by its path, as in `/notes/…`. */
  readonly go: (path: string) => void;
}

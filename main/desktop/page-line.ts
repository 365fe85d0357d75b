// The line from main/ to the page: what is to be opened waits until the page listens.

import type { WebContents } from 'electron';
import { bridgeChannels } from '../contract/bridge.ts';

export class PageLine {
  readonly #contents: WebContents;
  #listens = false;
  #waiting: string[] = [];

  constructor(contents: WebContents) {
    this.#contents = contents;
    // The next page has to say so itself.
    contents.on('did-start-navigation', ({ isMainFrame, isSameDocument }) => {
      if (isMainFrame && !isSameDocument) this.#listens = false;
    });
    contents.on('render-process-gone', () => {
      this.#listens = false;
    });
  }

  /** The page has said that it takes paths from now on. */
  listening(): void {
    this.#listens = true;
    for (const path of this.#waiting.splice(0)) this.open(path);
  }

  /** Has the page show `path`, now or once it listens. */
  open(path: string): void {
    if (this.#listens) this.#send(bridgeChannels.onOpen, path);
    else this.#waiting.push(path);
  }

  /** An action that was chosen from a menu. */
  command(id: string): void {
    this.#send(bridgeChannels.onCommand, id);
  }

  #send(channel: string, value: string): void {
    if (!this.#contents.isDestroyed()) this.#contents.send(channel, value);
  }
}

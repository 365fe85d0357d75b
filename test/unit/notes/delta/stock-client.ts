// A client as prosemirror-collab has it, without a view.

import { collab, getVersion, receiveTransaction, sendableSteps } from 'prosemirror-collab';
import type { Node } from 'prosemirror-model';
import { EditorState, type Plugin } from 'prosemirror-state';
import type { Step, Transform } from 'prosemirror-transform';

export interface Received {
  readonly steps: readonly Step[];
  readonly clientIDs: readonly (string | number | null)[];
}

export class StockClient {
  state: EditorState;

  constructor(doc: Node, version: number, clientID: string | number, plugins: readonly Plugin[] = []) {
    this.state = EditorState.create({ doc, plugins: [...plugins, collab({ version, clientID })] });
  }

  get version(): number {
    return getVersion(this.state);
  }

  change(make: (tr: Transform) => unknown): void {
    const { tr } = this.state;
    make(tr);
    this.state = this.state.apply(tr);
  }

  receive({ steps, clientIDs }: Received): void {
    // A null is no client's id; the declared type has no room for it.
    this.state = this.state.apply(receiveTransaction(this.state, steps, clientIDs as (string | number)[]));
  }

  /** The delta to send, if there is something. */
  maybeDelta(): { readonly version: number; readonly clientID: string | number; readonly steps: readonly Step[] } | null {
    const sendable = sendableSteps(this.state);
    return sendable === null ? null : { version: sendable.version, clientID: sendable.clientID, steps: sendable.steps };
  }
}

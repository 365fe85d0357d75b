// Links between records are made and removed, each with a way back.

import type { RecordLinks } from '../../../main/contract/links.ts';
import type { LinkedType } from '../../../main/contract/mentions.ts';
import { ServiceError } from '../../api/client.ts';
import type { HistoryEntry, UndoOutcome } from '../../api/history.ts';
import { routes } from '../../api/routes.ts';
import type { Service } from '../../api/service.ts';
import { notify, notifyWithUndo } from '../toasts.ts';
import { strings } from './strings.ts';
import { linksKey } from './use-record-links.ts';

export interface LinkEnd {
  readonly type: LinkedType;
  readonly id: string;
}

/** A record at the other end of a link. */
interface LinkedRecord extends LinkEnd {
  readonly title: string;
  /** Of the link. */
  readonly linkId: string;
}

/** The records that are linked with one, whichever way, each once. */
export function linkedRecords({ outgoing, backlinks }: RecordLinks): LinkedRecord[] {
  const all = [...outgoing, ...backlinks].flatMap(({ type, id, title, linkId }) =>
    id === null || linkId === null ? [] : [{ type, id, title, linkId }],
  );
  return [...new Map(all.map((record) => [record.linkId, record])).values()];
}

const done: UndoOutcome = { done: true, reasons: [] };

/** A link that can be made and removed again and again. */
class Toggle {
  readonly #service: Service;
  readonly #from: LinkEnd;
  readonly #to: LinkEnd;
  #linkId: string | null;
  /** The Idempotency-Key of the next link, until that is made. */
  #key = crypto.randomUUID();

  constructor(service: Service, from: LinkEnd, to: LinkEnd, linkId: string | null) {
    this.#service = service;
    this.#from = from;
    this.#to = to;
    this.#linkId = linkId;
  }

  readonly make = async (): Promise<UndoOutcome> => {
    const { type, id } = this.#from;
    const body = { from: { type, id }, to: { type: this.#to.type, id: this.#to.id } };
    this.#linkId = (await this.#service.client.call(routes.createLink, { body, idempotencyKey: this.#key })).id;
    this.#key = crypto.randomUUID();
    return this.#told();
  };

  readonly remove = async (): Promise<UndoOutcome> => {
    if (this.#linkId === null) return null;
    try {
      await this.#service.client.call(routes.deleteLink, { params: { id: this.#linkId } });
    } catch (error) {
      if (!(error instanceof ServiceError && error.status === 404)) throw error;
    }
    return this.#told();
  };

  async #told(): Promise<UndoOutcome> {
    const { queries } = this.#service;
    await Promise.all([this.#from, this.#to].map(({ type, id }) => queries.invalidateQueries({ queryKey: linksKey(type, id) })));
    return done;
  }
}

const told = (title: string, work: () => Promise<UndoOutcome>) => async (): Promise<UndoOutcome> => {
  try {
    return await work();
  } catch (error) {
    notify({ title, text: error instanceof Error ? error.message : '', kind: 'problem' });
    return null;
  }
};

export async function addLink(service: Service, from: LinkEnd, to: LinkEnd & { readonly title: string }): Promise<void> {
  const toggle = new Toggle(service, from, to, null);
  const [make, remove] = [told(strings.addFailed, toggle.make), told(strings.removeFailed, toggle.remove)];
  if ((await make()) !== null) service.history.push({ what: strings.added(to.title), undo: remove, redo: make });
}

export async function removeLink(service: Service, from: LinkEnd, { linkId, ...to }: LinkedRecord): Promise<void> {
  const toggle = new Toggle(service, from, to, linkId);
  const [make, remove] = [told(strings.addFailed, toggle.make), told(strings.removeFailed, toggle.remove)];
  if ((await remove()) === null) return;
  const historyEntry: HistoryEntry = { what: strings.removed(to.title), undo: make, redo: remove };
  service.history.push(historyEntry);
  notifyWithUndo({
    message: strings.removed(to.title),
    undo: () => {
      service.history.undo(historyEntry);
    },
  });
}

// The rules of links between records that stand in no text. What changes anything is called inside a write.

import { relationLimits } from '../../contract/limits.ts';
import type { CreateLink, Link, LinkList, LinkQuery } from '../../contract/links.ts';
import { linkedTypes, type LinkedType } from '../../contract/mentions.ts';
import { invalid, notFound } from '../../lib/app-error.ts';
import { requireScope, type Caller } from '../../lib/caller.ts';
import { toldAlong, type Change, type RecordChange } from '../../lib/change.ts';
import { toInstant, type Clock } from '../../lib/clock.ts';
import { importedTimes, type Imported } from '../../lib/imported-record.ts';
import type { FormerFields } from '../../lib/record-kinds.ts';
import type { LinkStore, StoredLink } from './link-store.ts';
import { areas, typesFor } from './links.ts';

interface RecordLinksOptions {
  readonly store: LinkStore;
  readonly record: RecordChange;
  readonly clock: Clock;
  readonly newId: () => string;
  /** The record that an id of the interface names: of an occurrence its series. */
  readonly recordId: (type: LinkedType, id: string) => string;
}

const pageLength = 1_000;

export class LinksOfRecords {
  readonly #options: RecordLinksOptions;

  constructor(options: RecordLinksOptions) {
    this.#options = options;
  }

  /** `as`: what it brings along. Throws `insufficient_scope`, and 400 where there is no such record, or it has too many links. */
  create(caller: Caller, { from, to }: CreateLink, as: Imported = {}): Link {
    const { store, clock, newId } = this.#options;
    const { userId } = caller;
    requireScope(caller, `${areas[from.type]}:write`);
    requireScope(caller, `${areas[to.type]}:read`);
    const fromId = this.#recordId(userId, 'from', from);
    const toId = this.#recordId(userId, 'to', to);
    const standing = store.maybeBetween(userId, fromId, toId);
    if (standing !== null) return { ...toReply(standing), duplicate: true };
    for (const [path, id] of [
      ['from', fromId],
      ['to', toId],
    ] as const)
      if (store.countOf(userId, id) >= relationLimits.recordLinks)
        throw invalid({ path, message: `has ${relationLimits.recordLinks} links already` });
    const { createdAt } = importedTimes(as, clock());
    const link: StoredLink = { id: as.id ?? newId(), fromType: from.type, fromId, toType: to.type, toId, createdAt };
    this.#insert(userId, link);
    return toReply(link);
  }

  /** Whether there is a link from one to the other. */
  isLinked(userId: string, from: CreateLink['from'], to: CreateLink['to']): boolean {
    const { store, recordId } = this.#options;
    return store.maybeBetween(userId, recordId(from.type, from.id), recordId(to.type, to.id)) !== null;
  }

  list(caller: Caller, { type, id, limit = pageLength, offset = 0 }: LinkQuery): LinkList {
    const { store, recordId } = this.#options;
    if ((type === undefined) !== (id === undefined))
      throw invalid({ path: type === undefined ? 'type' : 'id', message: 'must be given as well' });
    const filter = { id: type === undefined || id === undefined ? null : recordId(type, id), types: typesFor(caller) };
    const items = store.page(caller.userId, filter, { limit, offset }).map(toReply);
    return { items, total: store.count(caller.userId, filter), limit, offset };
  }

  /** Throws 404, `insufficient_scope`. */
  read(caller: Caller, id: string): Link {
    const link = this.#shown(caller.userId, id);
    requireScope(caller, `${areas[link.fromType]}:read`);
    requireScope(caller, `${areas[link.toType]}:read`);
    return toReply(link);
  }

  /** Throws 404, `insufficient_scope`. */
  remove(caller: Caller, id: string): undefined {
    const link = this.#shown(caller.userId, id);
    requireScope(caller, `${areas[link.fromType]}:write`);
    this.#remove(caller.userId, link);
  }

  /** Makes a link again that was deleted; false where one of its records is gone. Throws `insufficient_scope`. */
  makeAgain(caller: Caller, { id, fields }: FormerFields): boolean {
    const { store } = this.#options;
    const { userId } = caller;
    // What `#remove` has given to the feed.
    const link = { ...(fields as unknown as Omit<StoredLink, 'id'>), id };
    requireScope(caller, `${areas[link.fromType]}:write`);
    if (!this.#isThere(userId, link.fromType, link.fromId) || !this.#isThere(userId, link.toType, link.toId)) return false;
    if (store.maybeLink(userId, id) === null && store.maybeBetween(userId, link.fromId, link.toId) === null) this.#insert(userId, link);
    return true;
  }

  /** Takes back that a link was made; false if it is gone. Throws `insufficient_scope`. */
  takeBack(caller: Caller, id: string): boolean {
    const link = this.#options.store.maybeLink(caller.userId, id);
    if (link === null) return false;
    requireScope(caller, `${areas[link.fromType]}:write`);
    this.#remove(caller.userId, link);
    return true;
  }

  #insert(userId: string, link: StoredLink): void {
    this.#options.store.insert(userId, link);
    this.#options.record({ userId, type: 'link', action: 'created', id: link.id, version: 0 });
  }

  #remove(userId: string, { id, ...before }: StoredLink): void {
    this.#options.store.remove(userId, id);
    this.#options.record({ userId, type: 'link', action: 'deleted', id, version: 0, before: { ...before } });
  }

  /** One whose records are both there. */
  #shown(userId: string, id: string): StoredLink {
    const link = this.#options.store.maybeLink(userId, id);
    if (link === null || !this.#isThere(userId, link.fromType, link.fromId) || !this.#isThere(userId, link.toType, link.toId))
      throw notFound('link');
    return link;
  }

  #isThere(userId: string, type: LinkedType, id: string): boolean {
    return this.#options.store.records(userId, type, [id]).has(id);
  }

  #recordId(userId: string, path: 'from' | 'to', { type, id: named }: CreateLink['from']): string {
    const id = this.#options.recordId(type, named);
    if (!this.#isThere(userId, type, id))
      throw invalid({ path: `${path}.id`, message: `is not the id of ${type === 'event' ? 'an' : 'a'} ${type}` });
    return id;
  }
}

interface LinksAlongOptions {
  readonly store: Pick<LinkStore, 'toldOf' | 'maybeUntold' | 'setUntold' | 'removeUntold'>;
  /** As `RecordChange`, of what belongs to no batch. */
  readonly recordAlone: RecordChange;
  /** Called inside the write when links are left for `tellSome`. */
  readonly manyLeft: () => void;
}

/** How many links of a record are told of at most in the write of the record itself: one slice can have hundreds of records. */
const toldAtOnce = 5;
/** Of how many links one slice tells. */
const toldInSlice = 200;

/** Tells the change feed of links that go and come back with their records. What is called here runs inside a write. */
export class LinksAlong {
  readonly #options: LinksAlongOptions;

  constructor(options: LinksAlongOptions) {
    this.#options = options;
  }

  /** To be called after each change: links go with a record that is deleted, and come back with one that brings along others. */
  changed({ userId, type, action, id, told }: Change): void {
    if (id === null) return;
    if (action === 'deleted' || (action === 'created' && told?.['isBack'] === true)) this.#tell(userId, type, id, action);
  }

  /** A record has come back from the trash. */
  restored(userId: string, type: Change['type'], id: string): void {
    this.#tell(userId, type, id, 'created');
  }

  /** Tells of some links that are left; true if there may be more. */
  tellSome(): boolean {
    const { store } = this.#options;
    const record = store.maybeUntold();
    if (record === null) return false;
    const links = store.toldOf(record, toldInSlice);
    // What they are by now: the record can have come back since, or have gone.
    for (const { id, isShown } of links) this.#record(record.userId, id, isShown === 1 ? 'created' : 'deleted');
    const last = links.length === toldInSlice ? links.at(-1) : undefined;
    if (last === undefined) store.removeUntold(record);
    else store.setUntold({ ...record, after: last.id });
    return true;
  }

  #tell(userId: string, type: Change['type'], id: string, action: 'created' | 'deleted'): void {
    if (!linkedTypes.some((each) => each === type)) return;
    const { store, manyLeft } = this.#options;
    const record = { userId, id, after: '' };
    const links = store.toldOf(record, toldAtOnce + 1);
    if (links.length > toldAtOnce) {
      store.setUntold(record);
      manyLeft();
      return;
    }
    // The other record can be in the trash still.
    for (const { id: linkId, isShown } of links) if (action === 'deleted' || isShown === 1) this.#record(userId, linkId, action);
  }

  #record(userId: string, id: string, action: 'created' | 'deleted'): void {
    this.#options.recordAlone({ userId, type: 'link', action, id, version: 0, told: toldAlong });
  }
}

function toReply({ id, fromType, fromId, toType, toId, createdAt }: StoredLink): Link {
  return { id, from: { type: fromType, id: fromId }, to: { type: toType, id: toId }, createdAt: toInstant(createdAt) };
}

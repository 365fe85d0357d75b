// Renames that go through many texts: each is changed by itself, with only the name in it, and all belong to one batch.

import { setImmediate } from 'node:timers/promises';
import type { Node } from 'prosemirror-model';
import type { Step } from 'prosemirror-transform';
import type { RenameNote, Renamed, RenameTag } from '../../contract/links.ts';
import { canBeLinked, foldName, type LinkedType } from '../../contract/mentions.ts';
import { AppError, invalid, notFound, RetryableConflict } from '../../lib/app-error.ts';
import type { Caller } from '../../lib/caller.ts';
import type { Attribute } from '../../lib/change.ts';
import { anyVersion, type Precondition } from '../../lib/precondition.ts';
import { CooperativeScheduler } from '../../lib/cooperative-scheduler.ts';
import { isStorageFault } from '../../storage/storage-error.ts';
import { loadYaml } from './front-matter.ts';
import type { LinkStore } from './link-store.ts';
import { areas, type Links } from './links.ts';
import { editSteps, tagEdits, titleEdits, type DocumentEdit } from './text-edits.ts';
import type { TextStore } from './text-store.ts';

/** A change that is ready to be made inside a write; gives the record's version. Throws `RetryableConflict`. */
type ReadyChange = () => number;

/** The steps of a change of this document; none where it is to stay as it is. */
type StepsOf = (doc: Node) => Promise<readonly Step[]>;

export interface RenamesOptions {
  readonly store: LinkStore;
  readonly texts: TextStore;
  readonly links: Links;
  /**
   * Works out a change of a text by the steps that `stepsOf` gives for its document. Null where it gives none, or the record is gone.
   * Throws `AppError` where it cannot be changed.
   */
  readonly prepare: Readonly<Record<LinkedType, (userId: string, id: string, stepsOf: StepsOf) => Promise<ReadyChange | null>>>;
  /** Waits for texts that are too new for the index to know them. */
  readonly allRead: () => Promise<void>;
  /** Gives a note another title, or the one that it has. Throws 404, 412. */
  readonly prepareTitle: (userId: string, id: string, title: string, precondition: Precondition) => Promise<ReadyChange>;
  readonly write: <T>(work: () => T) => Promise<T>;
  readonly attribute: Attribute;
  readonly newId: () => string;
}

/** Yields in between. `tellLoss` is for what they cannot make right. */
type EditsOf = (doc: Node, tellLoss: () => void) => Generator<void, DocumentEdit[]>;

interface Outcome {
  /** Null where nothing was to be changed. */
  readonly version: number | null;
  /** Whether not all of it could be changed. */
  readonly isSkipped: boolean;
  /** Why not, where that is a fault of the storage; else null. */
  readonly fault: AppError | null;
}

interface Target {
  readonly type: LinkedType;
  readonly id: string;
  readonly title: string;
}

/**
 * How many texts are worked out and written together, with one wait for the disk, and how often one that was changed meanwhile is worked
 * out anew. With 8, waiting for the disk took most of the time; writing more would take a turn of the event loop too long.
 */
const batchSize = 24;
const maxTries = 4;

/** How many of them are looked up in one turn of the event loop. */
const readAtOnce = 500;

export class Renames {
  readonly #options: RenamesOptions;

  constructor(options: RenamesOptions) {
    this.#options = options;
  }

  async tag(caller: Caller, { from, to }: RenameTag): Promise<Renamed> {
    const { store, texts } = this.#options;
    const { userId } = caller;
    await loadYaml();
    await this.#options.allRead();
    const ids = texts.tagged(userId, foldName(from));
    const notes: Target[] = [];
    for (let at = 0; at < ids.length; at += readAtOnce) {
      for (const { id, title } of store.records(userId, 'note', ids.slice(at, at + readAtOnce)).values())
        notes.push({ type: 'note', id, title });
      await setImmediate();
    }
    return this.#all(caller, notes, () => (doc) => tagEdits(doc, from, to));
  }

  /** Throws 404, 412, and 400 for a title that no link can have where links are to be changed. */
  async note(caller: Caller, id: string, { title, updateLinks = false, from }: RenameNote, precondition: Precondition): Promise<Renamed> {
    const { store, links } = this.#options;
    const { userId } = caller;
    if (updateLinks) {
      await loadYaml();
      await this.#options.allRead();
    }
    const note = store.records(userId, 'note', [id]).get(id);
    if (note === undefined) throw notFound('note');
    // A link that names the note by its id stays right.
    const leading = updateLinks && title !== note.title ? await links.linksTo(userId, 'note', note) : [];
    const named = leading.filter(({ title: by }) => by !== null);
    const sources = updateLinks && from !== undefined ? [...named, ...(await links.linksToNothing(userId, from, note))] : named;
    if (sources.length > 0 && !canBeLinked(title))
      throw invalid({
        path: 'title',
        message: 'cannot stand in a link, as it holds [, ] or |, or begins with #: rename without updateLinks',
      });
    const batchId = caller.batchId ?? this.#options.newId();
    const version = await this.#setTitle({ ...caller, batchId }, note, title, precondition);
    const bySource = Map.groupBy(sources, (source) => source.id);
    const targets = [...bySource.values()].flatMap(([source]): Target[] =>
      source === undefined ? [] : [{ type: source.type, id: source.id, title: source.record.title }],
    );
    const editsOf = (source: Target): EditsOf => {
      const written = new Set(bySource.get(source.id)?.map(({ target }) => target));
      const titles = from === undefined ? [note.title] : [note.title, from];
      return (doc, tellLoss) => titleEdits(doc, { targets: written, from: titles, to: title.trim(), tellLoss });
    };
    const renamed = await this.#all({ ...caller, batchId }, targets, editsOf, version !== null);
    const isOwn = renamed.changed.some((each) => each.id === id);
    const changed = version === null || isOwn ? renamed.changed : [{ type: 'note' as const, id, version }, ...renamed.changed];
    return { ...renamed, batchId, changed };
  }

  /** The version of the note with the title; null where it has that already. Throws 404, 412. */
  async #setTitle(caller: Caller, note: Pick<Target, 'id' | 'title'>, title: string, precondition: Precondition): Promise<number | null> {
    const isNew = title !== note.title;
    if (!isNew && precondition === anyVersion) return null;
    const version = await this.#change(caller, () => this.#options.prepareTitle(caller.userId, note.id, title, precondition));
    return isNew ? version : null;
  }

  /**
   * What could not be changed is told, and the others are. Throws a fault of the storage where nothing was changed; `hasBegun`: something
   * was before.
   */
  async #all(caller: Caller, targets: readonly Target[], editsOf: (target: Target) => EditsOf, hasBegun = false): Promise<Renamed> {
    const batchId = caller.batchId ?? this.#options.newId();
    const own = { ...caller, batchId };
    const changed: Renamed['changed'] = [];
    const skipped: Renamed['skipped'] = [];
    const scheduler = new CooperativeScheduler();
    let fault: AppError | null = null;
    for (let at = 0; at < targets.length; at += batchSize) {
      const some = targets.slice(at, at + batchSize);
      const begun: Promise<Outcome>[] = [];
      for (const target of some) {
        await scheduler.yieldIfDue();
        const one = this.#one(own, target, editsOf(target));
        // It is waited for below: one that fails before that must not count as unhandled.
        one.catch(() => undefined);
        begun.push(one);
      }
      const outcomes = await Promise.all(begun);
      for (const [index, { version, isSkipped, fault: own }] of outcomes.entries()) {
        fault ??= own;
        const { type, id, title } = some[index] as Target;
        // Of what the token may not read it learns nothing.
        if (isSkipped && caller.scopes.has(`${areas[type]}:read`)) skipped.push({ type, id, title });
        if (version !== null) changed.push({ type, id, version });
      }
    }
    if (fault !== null && changed.length === 0 && !hasBegun) throw fault;
    return { batchId: changed.length === 0 ? null : batchId, changed, skipped };
  }

  async #one(caller: Caller, { type, id }: Target, editsOf: EditsOf): Promise<Outcome> {
    if (!caller.scopes.has(`${areas[type]}:write`)) return { version: null, isSkipped: true, fault: null };
    let isSkipped = false;
    const stepsOf: StepsOf = async (doc) => {
      const scheduler = new CooperativeScheduler();
      isSkipped = false;
      const edits = editsOf(doc, () => {
        isSkipped = true;
      });
      return scheduler.run(editSteps(doc, await scheduler.run(edits)));
    };
    try {
      const version = await this.#change(caller, () => this.#options.prepare[type](caller.userId, id, stepsOf));
      return { version, isSkipped, fault: null };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return { version: null, isSkipped: true, fault: isStorageFault(error) ? error : null };
    }
  }

  /** Null where there was nothing to change. */
  async #change(caller: Caller, prepare: () => Promise<ReadyChange | null>): Promise<number | null> {
    const { write, attribute } = this.#options;
    for (let count = 1; ; count++) {
      try {
        const ready = await prepare();
        return ready === null ? null : await write(() => attribute({ actor: caller.actor, batchId: caller.batchId ?? null }, ready));
      } catch (error) {
        if (!(error instanceof RetryableConflict) || count === maxTries) throw error;
      }
    }
  }
}

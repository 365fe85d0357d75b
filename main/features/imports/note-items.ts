// Brings in notes.

import { setImmediate } from 'node:timers/promises';
import type { ImportWarning } from '../../contract/imports.ts';
import type { Clock } from '../../lib/clock.ts';
import { cutText } from '../../contract/cut-text.ts';
import { secondTitle } from '../../lib/imported-record.ts';
import type { PreparedItem } from './apply.ts';
import { baseName, folderOf, stemOf } from './archive/entry-path.ts';
import type { FileContents } from './file-contents.ts';
import {
  broughtAlong,
  conflictOf,
  decide,
  decideAsked,
  filesLeft,
  hashOfFields,
  isSameFile,
  secondOnce,
  type ItemDecision,
} from './item-changes.ts';
import type { WarningList } from './plan-writer.ts';
import type { NoteLinks } from './note-links.ts';
import type { PlanItem, PlanNote } from './plan.ts';
import { maybeHeading } from './readers/front-matter.ts';
import { titleFrom } from './readers/note-reading.ts';
import type { ImportReferences, KnownNote } from './references.ts';
import type { ImportTargets, NoteFields } from './targets.ts';

export interface ItemOptions {
  readonly targets: ImportTargets;
  readonly references: ImportReferences;
  readonly contents: FileContents;
  readonly noteLinks: NoteLinks;
  readonly userId: string;
  readonly warnings: WarningList;
  readonly clock: Clock;
  readonly newId: () => string;
}

export class NoteItems {
  readonly #options: ItemOptions;

  constructor(options: ItemOptions) {
    this.#options = options;
  }

  /**
   * Finds notes that lie in another folder there by now, or are called otherwise in the same, and are as they were: they are those that
   * came in from where none lies any more, unless these were changed here. To be called before the first item; `read` begins with that.
   * Gives way to others now and then.
   */
  async findMoved(read: () => AsyncIterable<PlanItem>, signal: AbortSignal): Promise<void> {
    const { references } = this.#options;
    if (references.count('note') === 0) return;
    const there = new Set<string>();
    for await (const item of read()) {
      signal.throwIfAborted();
      if (item.type !== 'note') continue;
      // It does not tell where others lie.
      if (item.isSingle === true) return;
      there.add(item.source);
    }
    const gone: KnownNote[] = [];
    for (const notes of references.knownNotes()) {
      for (const note of notes) if (!there.has(note.sourceId) && !this.#isChanged(note)) gone.push(note);
      await setImmediate();
      signal.throwIfAborted();
    }
    // What has kept its name first.
    await this.#pair(baseName, gone, read, signal);
    await this.#pair(folderOf, gone, read, signal);
  }

  /** Takes what is new for those of the notes that had its text and the same `part` of the path. */
  async #pair(part: typeof baseName, gone: readonly KnownNote[], read: () => AsyncIterable<PlanItem>, signal: AbortSignal): Promise<void> {
    const { references } = this.#options;
    const notes = gone.filter((note) => !references.isMoved(note));
    const left = Map.groupBy(notes, ({ sourceId }) => part(sourceId));
    const renamed = new Map<KnownNote, string[]>();
    for await (const item of left.size === 0 ? [] : read()) {
      signal.throwIfAborted();
      if (item.type !== 'note' || references.maybeKnown('note', item.source) !== null) continue;
      const alike = left.get(part(item.source)) ?? [];
      const [former, other] = alike.slice(0, maxCompared).filter((note) => this.#wasAt(item, note));
      if (former === undefined) continue;
      if (part === baseName) {
        // Folders that moved as a whole keep their order.
        alike.splice(alike.indexOf(former), 1);
        references.moved(item.source, former);
      } else if (other === undefined) renamed.set(former, [...(renamed.get(former) ?? []), item.source]);
    }
    // Of several with the same text, such as that of a template, none tells which one it was.
    for (const [former, [source = '', another]] of renamed) if (another === undefined) references.moved(source, former);
  }

  /** Whether an item is what a note was, but for its folder, or for what it is called in the same. */
  #wasAt(item: PlanNote, { sourceId, hash }: KnownNote): boolean {
    const hasName = baseName(sourceId) === baseName(item.source);
    // Those without words are all alike.
    if (!hasName && item.content.trim() === '') return false;
    const before = hasName ? { notebook: folderOf(sourceId) || null } : { title: titleFrom(stemOf(sourceId)) };
    return this.#hashOf({ ...item, ...before }) === hash;
  }

  #isChanged({ recordId, version }: KnownNote): boolean {
    const { targets, userId } = this.#options;
    return targets.note.maybeVersion(userId, recordId) !== version;
  }

  /** Throws `too_large`, `unavailable`, and the system's errors. */
  async prepare(item: PlanNote): Promise<PreparedItem> {
    const { references } = this.#options;
    const { source } = item;
    const hash = this.#hashOf(item);
    const decision = await this.#decide(item, hash);
    switch (decision.do) {
      case 'nothing':
        references.is('note', source, decision.id);
        return () => 'unchanged';
      case 'update':
        return this.#update(item, hash, decision);
      case 'second':
        return this.#second(item, hash, decision.id);
      case 'adopt':
        return () => {
          references.putStanding('note', source, { recordId: decision.id, hash, version: decision.version });
          return 'unchanged';
        };
      case 'create':
        return this.#create(item, hash);
    }
  }

  /** What is to be done as things are now. Changes nothing. Throws `unavailable`. */
  foresee(item: PlanNote): Promise<ItemDecision> {
    return this.#decide(item, this.#hashOf(item));
  }

  /**
   * What is told of a note that is known by its name alone and begins with another heading than that which it is to replace: it can be
   * another one of the same name. Null for all else. Throws `unavailable`.
   */
  async maybeReplaced(
    { isSingle = false, isByName = isSingle, title, content }: PlanNote,
    decision: ItemDecision,
  ): Promise<ImportWarning | null> {
    const { targets, userId } = this.#options;
    const standing = isByName && decision.do === 'update' ? await targets.note.read(userId, decision.id) : null;
    if (standing === null) return null;
    const [there, here] = [content, standing.content].map(headingOf);
    if (there === here) return null;
    const message = `It begins with ${there}, and replaces the text of your note "${standing.title}", which begins with ${here}`;
    return { path: title, kind: 'lost', message };
  }

  #hashOf({ title, content, notebook, isPinned = false, isArchived = false, files }: PlanNote): string {
    return hashOfFields([title, content, notebook, isPinned, isArchived, this.#options.contents.signatures(files)]);
  }

  async #decide(item: PlanNote, hash: string): Promise<ItemDecision> {
    const { targets, references, userId } = this.#options;
    const known = references.maybeKnown('note', item.source);
    const version = known === null ? null : targets.note.maybeVersion(userId, known.recordId);
    const decision = decide(known, version, hash);
    // Both sides have come to the same, unless its files differ: later changes there count from here.
    if (decision.do === 'second' && item.files.length === 0 && isSame(await targets.note.read(userId, decision.id), item))
      return { do: 'adopt', id: decision.id, version };
    return secondOnce(decision.do === 'create' ? await this.#decideAsked(item) : decision, () =>
      references.hasSecond('note', item.source, hash),
    );
  }

  async #create(item: PlanNote, hash: string): Promise<PreparedItem> {
    const { references, noteLinks } = this.#options;
    const as = references.freeId('note', noteLinks.idFor(item));
    const create = await this.#creation(item, item.title, as);
    return () => {
      references.tellTaken('note', item.id, item.title);
      const { id, version } = create();
      references.put('note', item.source, { recordId: id, hash, version });
      return 'created';
    };
  }

  async #second(item: PlanNote, hash: string, own: string): Promise<PreparedItem> {
    const { references, warnings, clock } = this.#options;
    const title = secondTitle(item.title, clock());
    const create = await this.#creation(item, title, {});
    return () => {
      references.is('note', item.source, own);
      // Another import can have brought it in meanwhile.
      if (references.hasSecond('note', item.source, hash)) return 'unchanged';
      warnings.add(conflictOf(item.title, title));
      references.putSecond('note', item.source, { id: create().id, hash });
      return 'kept';
    };
  }

  async #creation(item: PlanNote, title: string, as: { readonly id?: string }): Promise<() => { id: string; version: number | null }> {
    const { targets, contents, noteLinks, userId } = this.#options;
    const taken = await contents.take(item.files);
    const fields = this.#fields(item, title, contents.relinked(item.content, taken, noteLinks.parts(item.content, item.links)));
    const create = await targets.note.prepareCreate(userId, fields, broughtAlong(item, as));
    return () => {
      const written = create();
      targets.files.addToNote(
        userId,
        written.id,
        taken.map(({ given }) => given),
      );
      return written;
    };
  }

  async #update(item: PlanNote, hash: string, decision: Extract<ItemDecision, { do: 'update' }>): Promise<PreparedItem> {
    const { targets, references, contents, noteLinks, warnings, userId } = this.#options;
    const { id, version } = decision;
    const standing = targets.files.ofNote(userId, id);
    const taken = await contents.take(item.files, standing);
    const left = standing.filter((each) => !taken.some(({ given }) => isSameFile(each, given))).length;
    const fields = this.#fields(item, item.title, contents.relinked(item.content, taken, noteLinks.parts(item.content, item.links)));
    const update = await targets.note.prepareUpdate(userId, id, fields, version);
    const replaced = await this.maybeReplaced(item, decision);
    return () => {
      if (replaced !== null) warnings.add(replaced);
      if (left > 0) warnings.add(filesLeft(item.title, left));
      targets.files.addToNote(
        userId,
        id,
        taken.flatMap(({ given, isNew }) => (isNew ? [given] : [])),
      );
      references.putUpdated('note', item.source, { recordId: id, hash, version: update().version });
      return 'updated';
    };
  }

  /** Of a note that is here under the id that this one asks for: what came out of this Daybook. */
  async #decideAsked(item: PlanNote): Promise<ItemDecision> {
    const { targets, userId } = this.#options;
    const { id } = item;
    const version = id === undefined ? null : targets.note.maybeVersion(userId, id);
    if (id === undefined || version === null) return { do: 'create' };
    const own = await targets.note.read(userId, id);
    if (own === null) return { do: 'create' };
    // Files that were deleted here since it came out stay deleted, and those that were changed there come in.
    const isUnchanged = item.updatedBefore === undefined || (this.#hasFiles(id, item) && !this.#isMovedThere(own, item));
    if (isSame(own, item) && isUnchanged) return { do: 'adopt', id, version };
    return decideAsked(id, { ...own, version }, item);
  }

  /** Whether it lies elsewhere there and is as it was here. */
  #isMovedThere(own: { readonly notebookId: string | null; readonly updatedAt: number }, { notebook, updatedBefore }: PlanNote): boolean {
    const id = this.#options.references.maybeId('notebook', notebook);
    // One that is still to come in is foreseen.
    return updatedBefore === own.updatedAt && (id !== own.notebookId || (id === null && notebook !== null));
  }

  #hasFiles(id: string, { files }: PlanNote): boolean {
    const { targets, contents, userId } = this.#options;
    const standing = targets.files.ofNote(userId, id);
    return contents.signatures(files).every(([filename, sha256]) => standing.some((each) => isSameFile(each, { filename, sha256 })));
  }

  #fields({ notebook, isPinned = false, isArchived = false }: PlanNote, title: string, content: string): NoteFields {
    return { title, content, notebookId: this.#options.references.maybeId('notebook', notebook), isPinned, isArchived };
  }
}

/** With how many of its name a note that is new is compared. */
const maxCompared = 20;

type Texts = Pick<PlanNote, 'title' | 'content'>;

const isSame = (own: Texts | null, item: Texts): boolean => own !== null && own.title === item.title && own.content === item.content;

function headingOf(text: string): string {
  const heading = maybeHeading(text);
  return heading === null ? 'no heading' : `the heading "${cutText(heading, 100)}"`;
}

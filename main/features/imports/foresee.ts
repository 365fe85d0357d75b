// What bringing a plan in would come to as things are now. Changes nothing.

import { readFile } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import type { ImportFound, ImportOutcome } from '../../contract/imports.ts';
import type { Caller } from '../../lib/caller.ts';
import type { ApplyOptions, Came } from './apply.ts';
import { BoardOrders } from './board-orders.ts';
import { CardItems } from './card-items.ts';
import { EventItems } from './event-items.ts';
import { FileContents } from './file-contents.ts';
import type { ImportPlan } from './import-plan.ts';
import { foreseenConflictOf, isOfItem, outcomeOf, refusalOf, warningsOfFile, type ItemDecision } from './item-changes.ts';
import { NoteLinks } from './note-links.ts';
import { NoteItems, type ItemOptions } from './note-items.ts';
import { OtherItems } from './other-items.ts';
import { kindOfItem, readPlan, type WarningList } from './plan-writer.ts';
import type { PlanCalendar, PlanItem, PlanLink, PlanNote } from './plan.ts';
import { ImportReferences } from './references.ts';

interface ForeseeRequest {
  readonly caller: Caller;
  /** Of the plan. */
  readonly folder: string;
  readonly plan: ImportPlan;
  readonly signal: AbortSignal;
  /** Is told what was changed here and there, and what is replaced. */
  readonly warnings: WarningList;
}

/** How many notes that are to be replaced are named. */
const maxTitles = 3;

/** How long it looks before others have their turn, in milliseconds. */
const sliceMs = 6;

/** Throws what `signal` is aborted with, and `unavailable`. */
export async function foresee(options: ApplyOptions, request: ForeseeRequest): Promise<ImportOutcome['counts']> {
  const foreseen = new Foreseen(options, request);
  await options.targets.load();
  await foreseen.prepare();
  let end = performance.now() + sliceMs;
  for await (const item of readPlan(request.folder)) {
    request.signal.throwIfAborted();
    await foreseen.look(item);
    if (performance.now() < end) continue;
    await setImmediate();
    end = performance.now() + sliceMs;
  }
  foreseen.tellOther();
  return foreseen.counts;
}

class Foreseen {
  readonly counts: Partial<Record<keyof ImportFound, Record<Came, number>>> = {};
  readonly #request: ForeseeRequest;
  readonly #items: ItemOptions;
  readonly #notes: NoteItems;
  readonly #cards: CardItems;
  readonly #orders: BoardOrders;
  readonly #events: EventItems;
  readonly #others: OtherItems;
  /** Notes of the plan, those of them that came in before, and the first titles of those that are to be replaced. */
  readonly #seen: { notes: number; known: number; replaced: number; readonly titles: string[] } = {
    notes: 0,
    known: 0,
    replaced: 0,
    titles: [],
  };

  constructor({ store, targets, clock, newId }: ApplyOptions, request: ForeseeRequest) {
    this.#request = request;
    const { caller, folder, plan, signal, warnings } = request;
    const references = new ImportReferences({ store, userId: caller.userId, plan, warnings, batchId: null });
    const contents = new FileContents({ targets, folder, files: plan.files, references });
    const noteLinks = new NoteLinks({ store, targets, references, plan, userId: caller.userId, newId });
    this.#items = { targets, references, contents, noteLinks, userId: caller.userId, warnings, clock, newId };
    this.#notes = new NoteItems(this.#items);
    this.#cards = new CardItems(this.#items);
    this.#orders = new BoardOrders(this.#items);
    this.#events = new EventItems(this.#items);
    const unused = (): never => {
      throw new Error('Nothing is written where an import is foreseen');
    };
    this.#others = new OtherItems({ ...this.#items, caller, batchId: '', signal, write: unused, count: unused });
  }

  /** To be called before the first item. */
  async prepare(): Promise<void> {
    const { folder, signal } = this.#request;
    await this.#notes.findMoved(() => readPlan(folder), signal);
    await this.#orders.compare(() => readPlan(folder), signal);
  }

  async look(item: PlanItem): Promise<void> {
    switch (item.type) {
      case 'note': {
        const decision = await this.#notes.foresee(item);
        this.#decided(item, decision);
        this.#see(item, decision);
        const replaced = await this.#notes.maybeReplaced(item, decision);
        if (replaced !== null) this.#request.warnings.add(replaced);
        break;
      }
      case 'card':
        this.#decided(item, this.#cards.foresee(item));
        break;
      case 'event':
        this.#decided(item, this.#events.foresee(item));
        break;
      case 'link':
        this.#count('links', this.#isLinked(item) ? 'unchanged' : 'created', 1);
        break;
      case 'calendar':
        await this.#calendar(await this.#others.asKnown(item));
        break;
      default:
        this.#count(kindOfItem(item.type), this.#orders.countedAs(item, this.#others.foresee(item)), 1);
    }
  }

  #decided({ type, source, title }: Extract<PlanItem, { title: string; type: 'note' | 'card' | 'event' }>, decision: ItemDecision): void {
    this.#count(kindOfItem(type), outcomeOf[decision.do], 1);
    // Links can lead to it.
    if (decision.do !== 'create') this.#items.references.is(type, source, decision.id);
    if (decision.do === 'second') this.#request.warnings.add(foreseenConflictOf(title));
  }

  #see({ source, title }: PlanNote, decision: ItemDecision): void {
    const seen = this.#seen;
    seen.notes += 1;
    if (this.#items.references.maybeKnown('note', source) !== null) seen.known += 1;
    if (decision.do !== 'update') return;
    seen.replaced += 1;
    if (seen.titles.length < maxTitles) seen.titles.push(`"${title}"`);
  }

  /** To be called after the last item: tells of an archive that seems to be another one of the same name, and would replace notes. */
  tellOther(): void {
    const { notes, known, replaced, titles } = this.#seen;
    const { space, formerSpace, isOfFolder = formerSpace === undefined } = this.#request.plan;
    const before = replaced === 0 ? 0 : this.#items.references.count('note');
    // Programs that know their notes by ids have none.
    if (space === '' || replaced === 0 || 2 * known > Math.min(notes, before)) return;
    const named = replaced > titles.length ? `${titles.join(', ')} and ${replaced - titles.length} more` : titles.join(', ');
    const message =
      `Of the notes that came in under this name before (${before}) few are among these (${known} of ${notes}). If this is another ` +
      `archive, give ${isOfFolder ? 'the folder in it' : 'it'} another name and send it again: it would replace ${named}`;
    this.#request.warnings.add({ path: space, kind: 'lost', message });
  }

  #isLinked({ from, to }: PlanLink): boolean {
    const { targets, references, userId } = this.#items;
    const [fromId = null, toId = null] = [from, to].map(({ type, source }) => references.maybeId(type, source));
    return fromId !== null && toId !== null && targets.isLinked(userId, { ...from, id: fromId }, { ...to, id: toId });
  }

  /** With the events that its file tells of, and what of them has no place here. */
  async #calendar(item: PlanCalendar): Promise<void> {
    const { source, file } = item;
    this.#count('calendars', this.#others.foresee(item), 1);
    if (file === null) return;
    const { targets, references, contents } = this.#items;
    const { caller, signal, warnings } = this.#request;
    const calendarId = references.maybeId('calendar', source);
    const bytes = await readFile(contents.pathOf(file));
    try {
      const counts = await targets.calendar.importFile({ caller, calendarId, batchId: null, bytes, signal });
      for (const came of ['created', 'updated', 'unchanged', 'kept'] as const) this.#count('events', came, counts[came]);
      for (const warning of warningsOfFile(item.name, counts, true)) warnings.add(warning);
    } catch (error) {
      if (!isOfItem(error, signal)) throw error;
      warnings.add(refusalOf(item, error));
    }
  }

  #count(kind: keyof ImportFound, came: Came, number: number): void {
    const counts = (this.counts[kind] ??= { created: 0, updated: 0, unchanged: 0, kept: 0 });
    counts[came] += number;
  }
}

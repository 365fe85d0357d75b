// What readers find goes to the disk as it is found: a line of JSON for each item, and files beside it.

import { createReadStream } from 'node:fs';
import { mkdir, open, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { importWarningKinds, type ImportFound, type ImportWarning } from '../../contract/imports.ts';
import { foldName } from '../../contract/mentions.ts';
import { cutText } from '../../contract/cut-text.ts';
import type { ImportLimits, PlanItem, PlanSink, SourceEntry, SourceId } from './plan.ts';
import { recordAddresses, type RecordAddress } from './readers/link-targets.ts';
import { soundLine } from './sound-item.ts';

/** A file that an item names. */
export interface KeptFile {
  /** In what was sent. */
  readonly path: string;
  /** Null for what is no file of a note or a card. */
  readonly filename: string | null;
  readonly size: number;
  readonly sha256: string;
}

export interface Warnings {
  readonly warnings: readonly ImportWarning[];
  readonly warningCounts: Partial<Record<ImportWarning['kind'], number>>;
}

/** How far a list has come. */
interface WarningMark extends Pick<WarningList, 'warnings' | 'warningCounts'> {
  readonly room: number;
}

/** Keeps the first of many warnings, as many as there is room for, and counts them all. */
export class WarningList implements Warnings {
  warnings: ImportWarning[] = [];
  warningCounts: Warnings['warningCounts'] = {};
  readonly #limit: number;
  #room = 160 * 1024;

  /** `limit`: how many are kept. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  add({ path, kind, message }: ImportWarning): void {
    const told = { path: cutText(path, 400), kind, message: cutText(message, 400) };
    this.warningCounts = { ...this.warningCounts, [kind]: (this.warningCounts[kind] ?? 0) + 1 };
    const size = Buffer.byteLength(JSON.stringify(told)) + 1;
    if (this.warnings.length >= this.#limit || size > this.#room) return;
    this.#room -= size;
    this.warnings = [...this.warnings, told];
  }

  /** What another list has told and counted, as far as there is room. */
  addAll({ warnings, warningCounts }: Warnings): void {
    const counts = { ...this.warningCounts };
    for (const warning of warnings) this.add(warning);
    for (const kind of importWarningKinds) {
      const count = warningCounts[kind] ?? 0;
      if (count > 0) counts[kind] = (counts[kind] ?? 0) + count;
    }
    this.warningCounts = counts;
  }

  /** To go back to, where what was told since then is undone. */
  mark(): WarningMark {
    return { warnings: this.warnings, warningCounts: this.warningCounts, room: this.#room };
  }

  backTo({ warnings, warningCounts, room }: WarningMark): void {
    this.warnings = warnings;
    this.warningCounts = warningCounts;
    this.#room = room;
  }
}

const countedAs = {
  note: 'notes',
  notebook: 'notebooks',
  project: 'projects',
  column: 'columns',
  card: 'cards',
  calendar: 'calendars',
  event: 'events',
  link: 'links',
  saved_search: 'savedSearches',
} as const satisfies Record<PlanItem['type'], keyof ImportFound>;

const nothingFound: ImportFound = {
  notes: 0,
  notebooks: 0,
  projects: 0,
  columns: 0,
  cards: 0,
  calendars: 0,
  events: 0,
  files: 0,
  links: 0,
  savedSearches: 0,
};

/** Which count an item belongs to. */
export function kindOfItem(type: PlanItem['type']): keyof ImportFound {
  return countedAs[type];
}

/** What an item is called. */
export function nameOfItem(item: PlanItem): string {
  if ('title' in item) return item.title;
  return 'name' in item ? item.name : item.type;
}

/** The folder of a plan holds one file per kept file, by number. */
export function keptPath(folder: string, number: number): string {
  return join(folder, 'files', String(number));
}

const planPath = (folder: string): string => join(folder, 'plan.jsonl');

export interface WrittenPlan extends Warnings {
  readonly itemCount: number;
  readonly found: ImportFound;
  readonly files: readonly KeptFile[];
  /** The folded titles that several notes of the plan have. */
  readonly sharedTitles: readonly string[];
  readonly addressed: readonly AddressedItem[];
}

/** An item that texts of the plan name by its address. */
export interface AddressedItem extends Pick<RecordAddress, 'type' | 'id'> {
  readonly source: SourceId;
}

/** What of an item links can stand in. */
function* textsOf(item: PlanItem): Generator {
  if (item.type === 'note') yield item.content;
  if (item.type === 'card' || item.type === 'event') yield item.description;
  if (item.type === 'event') for (const { fields } of item.overrides) yield fields.description;
}

/** Characters that are gathered before they are written. */
const gathered = 256 * 1024;

export class PlanWriter implements PlanSink {
  readonly #folder: string;
  readonly #handle: FileHandle;
  readonly #list: WarningList;
  readonly limits: ImportLimits;
  readonly #found: Record<keyof ImportFound, number> = { ...nothingFound };
  readonly #files: KeptFile[] = [];
  readonly #numbers = new Map<string, number>();
  readonly #progress: (items: number) => void;
  /** How many notes have each folded title. */
  readonly #titles = new Map<string, number>();
  /** Items that ask for an id, and what texts name, by type and id. */
  readonly #asking = new Map<string, SourceId>();
  readonly #addresses = new Map<string, Omit<AddressedItem, 'source'>>();
  #lines: string[] = [];
  #length = 0;
  #items = 0;

  private constructor(folder: string, handle: FileHandle, limits: ImportLimits, progress: (items: number) => void) {
    this.limits = limits;
    this.#list = new WarningList(limits.warnings);
    this.#folder = folder;
    this.#handle = handle;
    this.#progress = progress;
  }

  /** Begins a plan in an empty folder; `progress` is told how many items there are. */
  static async open(folder: string, limits: ImportLimits, progress: (items: number) => void): Promise<PlanWriter> {
    await mkdir(join(folder, 'files'), { recursive: true, mode: 0o700 });
    return new PlanWriter(folder, await open(planPath(folder), 'wx', 0o600), limits, progress);
  }

  async add(item: PlanItem): Promise<void> {
    const { line, isChanged } = soundLine(item);
    if (isChanged)
      this.warn({ path: nameOfItem(item), kind: 'encoding', message: 'It holds signs that no text can have: � stands in their place' });
    this.#lines.push(`${line}\n`);
    this.#length += line.length + 1;
    this.#found[countedAs[item.type]] += 1;
    this.#items += 1;
    if (item.type === 'note') {
      const key = foldName(item.title);
      this.#titles.set(key, (this.#titles.get(key) ?? 0) + 1);
    }
    if ((item.type === 'note' || item.type === 'card' || item.type === 'event') && item.id !== undefined)
      this.#asking.set(`${item.type} ${item.id}`, item.source);
    for (const text of textsOf(item)) {
      if (typeof text !== 'string') continue;
      for (const { type, id } of recordAddresses(text)) this.#addresses.set(`${type} ${id}`, { type, id });
    }
    if (this.#length < gathered) return;
    this.#progress(this.#items);
    await this.#flush();
  }

  async keep(entry: SourceEntry, filename: string | null): Promise<number> {
    const known = this.#numbers.get(entry.path);
    if (known !== undefined) return known;
    const number = this.#files.length;
    const { size, sha256 } = await entry.extract(keptPath(this.#folder, number));
    this.#numbers.set(entry.path, number);
    this.#files.push({ path: entry.path, filename, size, sha256 });
    if (filename !== null) this.#found.files += 1;
    return number;
  }

  warn(warning: ImportWarning): void {
    this.#list.add(warning);
  }

  count(kind: keyof ImportFound, number: number): void {
    this.#found[kind] += number;
  }

  /** Ends the plan; what there is in it. */
  async end(): Promise<WrittenPlan> {
    await this.#flush();
    await this.#handle.close();
    const { warnings, warningCounts } = this.#list;
    const sharedTitles = [...this.#titles].flatMap(([key, notes]) => (notes > 1 ? [key] : []));
    const addressed = [...this.#addresses].flatMap(([key, address]) => {
      const source = this.#asking.get(key);
      return source === undefined ? [] : [{ ...address, source }];
    });
    return { itemCount: this.#items, found: this.#found, files: this.#files, sharedTitles, addressed, warnings, warningCounts };
  }

  /** Gives it up after an error. */
  async close(): Promise<void> {
    await this.#handle.close().catch(() => undefined);
  }

  async #flush(): Promise<void> {
    const text = this.#lines.join('');
    this.#lines = [];
    this.#length = 0;
    if (text !== '') await this.#handle.writeFile(text);
  }
}

/** The items of a plan, in their order. */
export async function* readPlan(folder: string): AsyncGenerator<PlanItem> {
  let rest = '';
  for await (const chunk of createReadStream(planPath(folder), 'utf8') as AsyncIterable<string>) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield JSON.parse(line) as PlanItem;
  }
}

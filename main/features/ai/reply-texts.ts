// The texts of a streamed reply, which come over many events: each is passed on without the key, also where that is cut by their borders.

import { runAtOnce } from '../../lib/cooperative-scheduler.ts';
import type { KeyFilter } from './key-filter.ts';
import type { StreamedText } from './streamed-text.ts';
import { UpstreamError } from './upstream.ts';

/** Fields of a choice whose values belong together from event to event; others, such as names and roles, are whole in each. */
const streamedFields = new Set(['content', 'text', 'reasoning', 'reasoning_content', 'thinking', 'refusal', 'arguments', 'transcript']);

/** Choices, and calls of each, of one reply. */
const maxTexts = 1_000;

/** A step into a document: the name of a field, or a place in a list, which its own `index` tells where there is one. */
type Step = string | { readonly index: number | null; readonly place: number };

interface Text {
  readonly choice: unknown;
  readonly path: readonly Step[];
  /** Of calls several may be written at the same time. */
  readonly isOfCall: boolean;
  readonly text: StreamedText;
}

/** A choice of an event, and those of its texts that go on with it. */
interface Taken {
  readonly choice: unknown;
  readonly isLast: boolean;
  readonly texts: Set<Text>;
}

type Document = Readonly<Record<string, unknown>>;

export class ReplyTexts {
  readonly #filter: KeyFilter;
  readonly #texts = new Map<string, Text>();
  /** What events tell besides their choices. */
  #head: Document = {};

  constructor(filter: KeyFilter) {
    this.#filter = filter;
  }

  /**
   * The document of an event with what may be passed on, the very same where that is all of it; and what is to be passed on before: of
   * choices that end with this event, or go on with another text, what was held back: clients show texts in the order in which they come.
   * Yields in between. Throws an `UpstreamError` for too many texts.
   */
  *take(document: unknown): Generator<void, { readonly before: readonly Document[]; readonly streamed: unknown }> {
    const { choices, ...head } = Object(document) as { choices?: unknown };
    if (!Array.isArray(choices)) return { before: [], streamed: document };
    this.#head = head;
    const before: Document[] = [];
    const streamed: unknown[] = [];
    for (const choice of choices as unknown[]) {
      const { index = 0, finish_reason: reason } = Object(choice) as { index?: unknown; finish_reason?: unknown };
      const isLast = typeof reason === 'string' && reason !== '';
      const taken = { choice: index, isLast, texts: new Set<Text>() };
      streamed.push(yield* this.#taken(choice, taken, []));
      const isOver = (text: Text): boolean => isLast || (taken.texts.size > 0 && !text.isOfCall && !taken.texts.has(text));
      before.push(...this.#release((text) => text.choice === index && isOver(text)));
    }
    return { before, streamed: sameItems(streamed, choices) ? document : { ...Object(document), choices: streamed } };
  }

  /** What is held back now, as documents of events without the key. */
  rest(): Document[] {
    return this.#release(() => true);
  }

  #release(isWanted: (text: Text) => boolean): Document[] {
    const held = [...this.#texts.values()].filter((each) => each.text.isHolding && isWanted(each));
    const { usage: _, ...head } = held.length === 0 ? {} : (runAtOnce(this.#filter.value(this.#head)) as Document);
    return held.map(({ choice, path, text }) => ({
      ...head,
      choices: [{ index: choice, ...(built(path, text.release()) as object), finish_reason: null }],
    }));
  }

  *#taken(value: unknown, of: Taken, path: readonly Step[]): Generator<void, unknown> {
    if (isList(value)) {
      const items: unknown[] = [];
      for (const [place, item] of value.entries()) items.push(yield* this.#taken(item, of, [...path, { index: indexOf(item), place }]));
      return sameItems(items, value) ? value : items;
    }
    if (typeof value === 'object' && value !== null) {
      yield;
      const before = Object.entries(value);
      const after: [string, unknown][] = [];
      for (const [name, item] of before) after.push([name, yield* this.#taken(item, of, [...path, name])]);
      return after.every(([, item], at) => item === before[at]?.[1]) ? value : Object.fromEntries(after);
    }
    const name = path.at(-1);
    if (typeof value !== 'string' || typeof name !== 'string' || !streamedFields.has(name)) return value;
    const text = this.#textAt(of.choice, path);
    if (value !== '' || text.isOfCall) of.texts.add(text);
    return yield* text.text.sliced(value, of.isLast);
  }

  #textAt(choice: unknown, path: readonly Step[]): Text {
    const key = JSON.stringify([choice, ...path.map((step) => (typeof step === 'string' ? step : (step.index ?? -1 - step.place)))]);
    const known = this.#texts.get(key);
    if (known !== undefined) return known;
    if (this.#texts.size >= maxTexts) throw new UpstreamError(`sent more than ${maxTexts} texts at the same time`);
    const isOfCall = path.includes('tool_calls');
    const text = { choice, path, isOfCall, text: this.#filter.streamed() };
    this.#texts.set(key, text);
    return text;
  }
}

function indexOf(item: unknown): number | null {
  const { index } = Object(item) as { index?: unknown };
  return typeof index === 'number' ? index : null;
}

const isList = (value: unknown): value is unknown[] => Array.isArray(value);
const sameItems = (items: readonly unknown[], others: readonly unknown[]): boolean => items.every((item, at) => item === others[at]);

/** A document that holds nothing but this text, at its place. */
function built(path: readonly Step[], text: string): unknown {
  return path.reduceRight<unknown>(
    (inner, step) =>
      typeof step === 'string' ? { [step]: inner } : [step.index === null ? inner : { index: step.index, ...Object(inner) }],
    text,
  );
}

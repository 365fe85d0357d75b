// JSON of values that may be large, written in slices.

/** What is written in one go: about that many values, or 16 times as many characters. */
const atOnce = 2_000;
const charactersPerUnit = 16;

/** A value that is there as JSON text, in parts none of which is large. */
export class JsonText {
  readonly parts: readonly string[];

  constructor(parts: readonly string[]) {
    this.parts = parts;
  }

  /** The value; takes long for a long text. */
  toJSON(): unknown {
    return JSON.parse(this.parts.join(''));
  }
}

/** How many characters of a long text are a part. */
const partLength = 32 * 1024;

/** A long text in parts of 32 K, each of whole characters: each can be made UTF-8 by itself. */
export function* textParts(text: string): Generator<string> {
  for (let at = 0; at < text.length;) {
    const end = at + partLength;
    const next = /[\uDC00-\uDFFF]/.test(text.charAt(end)) ? end + 1 : end;
    yield text.slice(at, next);
    at = next;
  }
}

/** Long JSON text, in such parts. */
export function jsonText(text: string): JsonText {
  return new JsonText([...textParts(text)]);
}

/** What the value weighs, in units of `atOnce`; not looked into any further once it is more than `limit`. */
function weightOf(value: unknown, limit: number): number {
  if (typeof value === 'string') return 1 + value.length / charactersPerUnit;
  if (typeof value !== 'object' || value === null) return 1;
  if (value instanceof JsonText) return value.parts.reduce((sum, part) => sum + part.length / charactersPerUnit, 1);
  let weight = 1;
  for (const inner of Array.isArray(value) ? (value as unknown[]) : Object.values(value)) {
    weight += weightOf(inner, limit - weight);
    if (weight > limit) return weight;
  }
  return weight;
}

/** Whether `slicedJson` would yield: what is not heavy is sooner written by `JSON.stringify`. */
export function isHeavy(value: unknown): boolean {
  return weightOf(value, atOnce) > atOnce;
}

/** The text that `JSON.stringify` gives of plain objects, arrays and primitives, in parts of whole characters. Yields in between. */
export function* slicedJson(value: object): Generator<void, readonly string[]> {
  const parts: string[] = [];
  yield* write(value, parts);
  return parts;
}

/** Characters that become bytes at a time. */
const encodedAtOnce = 64 * 1024;

/** The same in UTF-8, in memory of its own. Yields in between. */
export function* slicedJsonBytes(value: object): Generator<void, Buffer<ArrayBuffer>> {
  const bytes: Buffer[] = [];
  const texts: string[] = [];
  let length = 0;
  const encode = (): void => {
    bytes.push(Buffer.from(texts.join('')));
    texts.length = length = 0;
  };
  yield* write(value, {
    push: (...some) => {
      texts.push(...some);
      for (const text of some) length += text.length;
      if (length >= encodedAtOnce) encode();
    },
  });
  encode();
  yield;
  const whole = Buffer.from(new ArrayBuffer(bytes.reduce((sum, each) => sum + each.length, 0)));
  let at = 0;
  for (const each of bytes) {
    at += each.copy(whole, at);
    yield;
  }
  return whole;
}

/** Where text goes: an array will do. */
interface Texts {
  push(...texts: string[]): unknown;
}

function* write(value: unknown, parts: Texts): Generator<void, void> {
  if (typeof value === 'string' && isHeavy(value)) yield* writeLong(value, parts);
  else if (typeof value !== 'object' || value === null || !isHeavy(value)) {
    parts.push(JSON.stringify(value) ?? 'null');
    yield;
  } else if (value instanceof JsonText) yield* writeText(value, parts);
  else if (Array.isArray(value)) yield* writeItems(value, parts);
  else yield* writeMembers(value, parts);
}

function* writeLong(text: string, parts: Texts): Generator<void, void> {
  parts.push('"');
  for (const part of textParts(text)) {
    parts.push(JSON.stringify(part).slice(1, -1));
    yield;
  }
  parts.push('"');
}

function* writeText({ parts: some }: JsonText, parts: Texts): Generator<void, void> {
  for (const text of some) {
    parts.push(text);
    yield;
  }
}

function* writeItems(items: readonly unknown[], parts: Texts): Generator<void, void> {
  let separator = '[';
  let light: unknown[] = [];
  let weight = 0;
  const flush = (): void => {
    if (light.length === 0) return;
    parts.push(separator, JSON.stringify(light).slice(1, -1));
    separator = ',';
    light = [];
    weight = 0;
  };
  for (const item of items) {
    const added = weightOf(item, atOnce);
    if (weight + added > atOnce) {
      flush();
      yield;
    }
    if (added > atOnce) {
      parts.push(separator);
      separator = ',';
      yield* write(item, parts);
    } else {
      light.push(item);
      weight += added;
    }
  }
  flush();
  parts.push(']');
}

function* writeMembers(value: object, parts: Texts): Generator<void, void> {
  let separator = '{';
  for (const [name, inner] of Object.entries(value)) {
    if (inner === undefined) continue;
    parts.push(`${separator}${JSON.stringify(name)}:`);
    separator = ',';
    yield* write(inner, parts);
  }
  parts.push(separator === '{' ? '{}' : '}');
}

// Steps made wrong: valid JSON text of a step in, any JSON text out.

import type { Dice } from './random-change.ts';

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
interface Place {
  readonly holder: Json[] | { [key: string]: Json };
  readonly key: string | number;
}

/** Stand for text that cannot be built as a value without trouble. */
const deep = '@deep@';
const infinite = '@infinite@';

const names = [
  'replace',
  'attr',
  'addMark',
  'markSet',
  'text',
  'paragraph',
  'doc',
  'table_cell',
  'list_item',
  'frontmatter',
  'em',
  'code',
  'link',
  'hard_break',
  'title',
  'checked',
  'href',
];
const strings = [
  ...names,
  '',
  '__proto__',
  'constructor',
  'toString',
  '\0',
  '\uD83D',
  'x\uDE00',
  'javascript:alert(1)',
  'file:///etc/passwd',
  '12',
  'a\nb',
  ' '.repeat(600),
  'é'.repeat(50),
];
const numbers = [-1, 0, 1, 2, 0.5, 3, 7, 2 ** 31, 2 ** 53, -(2 ** 53), 1e300, 199, 200, 201];
const keys = [
  '__proto__',
  'constructor',
  'from',
  'to',
  'pos',
  'slice',
  'structure',
  'steps',
  'mark',
  'marks',
  'attrs',
  'content',
  'text',
  'type',
  'openStart',
  'openEnd',
  'insert',
  'gapFrom',
  'extra',
];

function places(json: Json): Place[] {
  const found: Place[] = [];
  const open: Json[] = [json];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next !== 'object' || next === null) continue;
    const holder = next;
    for (const key of Array.isArray(holder) ? holder.keys() : Object.keys(holder)) {
      found.push({ holder, key });
      const value = read({ holder, key });
      if (value !== undefined) open.push(value);
    }
  }
  return found;
}

function read({ holder, key }: Place): Json | undefined {
  return (holder as Record<string | number, Json>)[key];
}

/** As JSON.parse would: `__proto__` is a key like any other. */
function write({ holder, key }: Place, value: Json): void {
  Object.defineProperty(holder, key, { value, enumerable: true, configurable: true, writable: true });
}

function lent(lender: Json, dice: Dice): Json {
  return JSON.parse(JSON.stringify(read(dice.pick(places(lender))) ?? null)) as Json;
}

function anything(dice: Dice, size: number, other: Json): Json {
  return dice.pick<() => Json>([
    () => dice.pick(numbers),
    () => dice.below(size + 3),
    () => dice.pick(strings),
    () => dice.pick<Json>([null, true, false, [], {}]),
    () => deep,
    () => infinite,
    () => lent(other, dice),
  ])();
}

/** Another value of the same kind: what keeps the shape, so that it comes further. */
function gentle(value: Json, dice: Dice, size: number): Json {
  if (typeof value === 'number')
    return dice.pick([
      value + 1,
      Math.max(0, value - 1),
      value + dice.below(40),
      Math.max(0, value - dice.below(40)),
      dice.below(size + 3),
      100_000,
    ]);
  if (typeof value === 'string') return dice.pick([value + dice.pick(strings), dice.pick(names), dice.pick(strings), value.slice(1)]);
  if (typeof value === 'boolean') return !value;
  if (Array.isArray(value)) return dice.pick([[...value, ...value], value.slice(1), value.toReversed()]);
  return dice.pick<Json>([
    value,
    { type: dice.pick(['blockquote', 'paragraph', 'list_item', 'bullet_list', 'table', 'heading']), content: [value] },
  ]);
}

function harsh(value: Json, dice: Dice): Json {
  if (typeof value === 'number') return dice.pick<Json>([String(value), value / 2, -1 - value, null]);
  if (typeof value === 'object') return dice.pick<Json>([[value], { content: value }, null, {}]);
  return dice.pick<Json>([null, 0, [value]]);
}

/** `other` lends its parts; `size` is that of the document. */
export function mutated(step: string, other: string, size: number, dice: Dice): string {
  const json = { step: JSON.parse(step) as Json };
  const lender = JSON.parse(other) as Json;
  for (let count = dice.pick([1, 1, 1, 2, 3]); count > 0; count--) {
    const place = dice.pick(places(json));
    const value = read(place) ?? null;
    const kind = dice.below(20);
    if (kind < 15) write(place, gentle(value, dice, size));
    else if (kind === 15) write(place, harsh(value, dice));
    else if (kind === 16) write(place, anything(dice, size, lender));
    else if (kind === 17) write(place, lent(lender, dice));
    else if (kind === 18 && typeof value === 'object' && value !== null && !Array.isArray(value))
      write({ holder: value, key: dice.pick(keys) }, anything(dice, size, lender));
    else if (!Array.isArray(place.holder) && place.holder !== json) Reflect.deleteProperty(place.holder, place.key);
  }
  const levels = dice.pick([100, 250, 20_000]);
  return JSON.stringify(json.step)
    .replaceAll(`"${deep}"`, '{"type":"blockquote","content":['.repeat(levels) + ']}'.repeat(levels))
    .replaceAll(`"${infinite}"`, '1e999');
}

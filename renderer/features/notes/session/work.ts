// A document that own changes are done on once more, after those of others.

import type { Node } from 'prosemirror-model';
import type { Mapping, Step } from 'prosemirror-transform';

export type DocumentRange = readonly [from: number, to: number];

export class Work {
  #doc: Node;
  readonly #mapping: Mapping;

  /** `mapping` takes in what is done. */
  constructor(doc: Node, mapping: Mapping) {
    this.#doc = doc;
    this.#mapping = mapping;
  }

  get doc(): Node {
    return this.#doc;
  }

  /** The place in the mapping of what was done last. */
  get last(): number {
    return this.#mapping.maps.length - 1;
  }

  /** Does all of the steps or none, the last one as the way back of the inverse that stands at `mirror` in the mapping. False: none. */
  do(steps: readonly Step[], mirror?: number): boolean {
    let doc = this.#doc;
    for (const step of steps) {
      const result = step.apply(doc);
      if (result.doc === null) return false;
      doc = result.doc;
    }
    this.#doc = doc;
    for (const [index, step] of steps.entries()) this.#mapping.appendMap(step.getMap(), index === steps.length - 1 ? mirror : undefined);
    return true;
  }
}

/** Where that which stands from `from` to `to` is after the changes of others, place by place, as far as they left it. */
export function leftOf(from: number, to: number, onto: Mapping): readonly DocumentRange[] {
  const ranges: [number, number][] = [];
  for (let pos = from; pos < to; pos++) {
    const start = onto.mapResult(pos, 1);
    if (start.deletedAfter || onto.mapResult(pos + 1, -1).deletedBefore) continue;
    const last = ranges.at(-1);
    if (last?.[1] === start.pos) last[1]++;
    else ranges.push([start.pos, start.pos + 1]);
  }
  // What was moved may stand in another order.
  return ranges.toSorted((one, other) => one[0] - other[0]);
}

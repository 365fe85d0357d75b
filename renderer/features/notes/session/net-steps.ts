// What has come of the changes that a user has not sent yet: what others did meanwhile meets that, and not each key on the way to it.

import type { Fragment, Node, Slice } from 'prosemirror-model';
import { ReplaceAroundStep, ReplaceStep, type Step } from 'prosemirror-transform';
import { isBlank } from './homeless.ts';

/** How many states before one are looked at for the same. */
const maxBack = 10;

/** Steps, and the documents that they lead from and to: one more than there are steps. */
export interface Way {
  readonly steps: readonly Step[];
  readonly docs: readonly Node[];
}

/** What prosemirror-model keeps to itself: a slice with more in it, `at` so far from where it begins; null where it may not stand there. */
interface Insertable {
  readonly insertAt: (at: number, content: Fragment) => Slice | null;
}

/**
 * Both as one step, where the second puts text into what the first has put in; null otherwise, and of blocks, which may be moved. A blank
 * stays by itself: where the text behind it becomes a block of its own, that does not begin with it.
 */
function joined(one: Step, other: Step): Step | null {
  if (!(one instanceof ReplaceStep || one instanceof ReplaceAroundStep) || !(other instanceof ReplaceStep)) return null;
  if (one.from === one.to && (one.slice.content.firstChild?.isBlock === true || isBlank(one.slice))) return null;
  const { content, openStart, openEnd } = other.slice;
  if (other.from < other.to || openStart + openEnd > 0 || content.firstChild?.isInline !== true) return null;
  const at = other.from - one.from;
  // Where several blocks were written over, what stands behind the selection stays, and the text is put in before it.
  if (at <= 0 || at > (one instanceof ReplaceStep ? one.slice.size : one.insert)) return null;
  const slice = (one.slice as unknown as Insertable).insertAt(at, content);
  if (slice === null) return null;
  const { from, to } = one;
  if (one instanceof ReplaceStep) return new ReplaceStep(from, to, slice);
  return new ReplaceAroundStep(from, to, one.gapFrom, one.gapTo, slice, one.insert + content.size);
}

function applied(step: Step, doc: Node): Node | null {
  try {
    return step.apply(doc).doc;
  } catch {
    return null;
  }
}

/** The place of a document among these that the last one is the same as; -1 where there is none near. */
function sameBefore(docs: readonly Node[]): number {
  const [before, last] = docs.slice(-2) as [Node, Node];
  let changed = 0;
  while (changed < last.childCount && before.maybeChild(changed) === last.child(changed)) changed++;
  const block = last.maybeChild(changed);
  // Most differ in the very block that was changed last: the others need not be compared.
  const isSame = (doc: Node): boolean => doc.content.size === last.content.size && isEqual(doc.maybeChild(changed), block) && doc.eq(last);
  const at = docs.slice(-1 - maxBack, -1).findIndex(isSame);
  return at < 0 ? at : Math.max(0, docs.length - 1 - maxBack) + at;
}

const isEqual = (one: Node | null, other: Node | null): boolean => one === other || (one !== null && other !== null && one.eq(other));

/** Steps without what was taken back among them, as a deletion and its undoing; what was typed in a row is one step. */
export function netWay(steps: readonly Step[], before: Node): Way {
  const net: Step[] = [];
  const docs = [before];
  for (const step of steps) {
    const after = step.apply(docs.at(-1) as Node).doc ?? (docs.at(-1) as Node);
    const last = net.at(-1);
    const joint = last === undefined ? null : joined(last, step);
    if (joint !== null && applied(joint, docs.at(-2) as Node)?.eq(after) === true) {
      net.splice(-1, 1, joint);
      docs.splice(-1, 1, after);
    } else {
      net.push(step);
      docs.push(after);
    }
    const back = sameBefore(docs);
    if (back < 0) continue;
    net.splice(back);
    docs.splice(back + 1);
  }
  return { steps: net, docs };
}

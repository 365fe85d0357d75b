// Steps at work on a document.

import type { Attrs, Node } from 'prosemirror-model';
import { AddNodeMarkStep, AttrStep, DocAttrStep, RemoveNodeMarkStep, type Step } from 'prosemirror-transform';
import { AppError } from '../../../lib/app-error.ts';
import { runAtOnce } from '../../../lib/cooperative-scheduler.ts';
import { checkingChanged } from './check-document.ts';
import { maybeMarked } from './marks-in-textblock.ts';
import { reason } from './read-step.ts';
import { maybeReplaced } from './replace-in-textblock.ts';

/** The document after each of the steps. Throws `step_failed` and `invalid_document`, both with `index`. */
export function runSteps(doc: Node, steps: readonly Step[]): Node[] {
  return runAtOnce(runningSteps(doc, steps));
}

/** What `runSteps` gives. Yields in between. */
export function* runningSteps(doc: Node, steps: readonly Step[]): Generator<void, Node[]> {
  const docs: Node[] = [];
  let before = doc;
  for (const [index, step] of steps.entries()) {
    const value = attempt('step_failed', index, () => maybeNewAttributes(before, step));
    attempt('invalid_document', index, () => value?.node.type.create(value.attrs));
    const after = yield* attempting('step_failed', index, applying(before, step));
    yield;
    yield* attempting('invalid_document', index, checkingChanged(before, after));
    yield;
    docs.push(after);
    before = after;
  }
  return docs;
}

/** What `applied` gives. Yields in between where a step marks very many texts. */
export function* applying(doc: Node, step: Step): Generator<void, Node> {
  return (yield* maybeMarked(doc, step)) ?? applied(doc, step);
}

/** The document after the step. Throws a plain error if the step does not apply. */
export function applied(doc: Node, step: Step): Node {
  const replaced = maybeReplaced(doc, step);
  if (replaced !== null) return replaced;
  const { doc: after, failed } = step.apply(doc);
  if (after === null) throw new Error(failed ?? 'it does not apply');
  return after;
}

type Refusal = 'step_failed' | 'invalid_document';

const refused = (code: Refusal, index: number, error: unknown): AppError =>
  new AppError(code, `Step ${index}: ${reason(error)}`, { extra: { index } });

function attempt<T>(code: Refusal, index: number, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw refused(code, index, error);
  }
}

function* attempting<T>(code: Refusal, index: number, work: Generator<void, T>): Generator<void, T> {
  try {
    return yield* work;
  } catch (error) {
    throw refused(code, index, error);
  }
}

/**
 * What a step on the attributes of one node will make of them. Throws if it cannot: by itself it would drop an attribute that the node
 * does not have.
 */
function maybeNewAttributes(doc: Node, step: Step): { readonly node: Node; readonly attrs: Attrs } | null {
  if (step instanceof DocAttrStep) return { node: doc, attrs: { ...doc.attrs, [step.attr]: step.value as unknown } };
  if (!(step instanceof AttrStep || step instanceof AddNodeMarkStep || step instanceof RemoveNodeMarkStep)) return null;
  const node = step.pos < doc.content.size ? doc.nodeAt(step.pos) : null;
  if (node === null) throw new RangeError(`there is no node at ${step.pos}`);
  if (node.isText) throw new RangeError(`there is text at ${step.pos}`);
  if (!(step instanceof AttrStep)) return null;
  if (!Object.hasOwn(node.type.spec.attrs ?? {}, step.attr)) throw new RangeError(`a ${node.type.name} has no such attribute`);
  return { node, attrs: { ...node.attrs, [step.attr]: step.value as unknown } };
}

// Steps at work on a document.

import type { Attrs, Node } from 'prosemirror-model';
import { AddNodeMarkStep, AttrStep, DocAttrStep, RemoveNodeMarkStep, type Step } from 'prosemirror-transform';
import { AppError } from '../../../lib/app-error.ts';
import { checkChanged } from './check-document.ts';
import { reason } from './read-step.ts';
import { maybeReplaced } from './replace-in-textblock.ts';

/** The document after each of the steps. Throws `step_failed` and `invalid_document`, both with `index`. */
export function runSteps(doc: Node, steps: readonly Step[]): Node[] {
  let before = doc;
  return steps.map((step, index) => {
    const value = attempt('step_failed', index, () => maybeNewAttributes(before, step));
    attempt('invalid_document', index, () => value?.node.type.create(value.attrs));
    const after = attempt('step_failed', index, () => applied(before, step));
    attempt('invalid_document', index, () => {
      checkChanged(before, after);
    });
    before = after;
    return after;
  });
}

/** The document after the step. Throws a plain error if the step does not apply. */
export function applied(doc: Node, step: Step): Node {
  const replaced = maybeReplaced(doc, step);
  if (replaced !== null) return replaced;
  const { doc: after, failed } = step.apply(doc);
  if (after === null) throw new Error(failed ?? 'it does not apply');
  return after;
}

function attempt<T>(code: 'step_failed' | 'invalid_document', index: number, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new AppError(code, `Step ${index}: ${reason(error)}`, { extra: { index } });
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

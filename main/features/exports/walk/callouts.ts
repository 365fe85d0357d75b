// Callouts: quotes that begin with `[!note]`.

import { calloutSignOf } from '../../../contract/note-signs.ts';
import type { NodeJson } from './node.ts';

const isBreak = ({ type }: NodeJson): boolean => type === 'soft_break' || type === 'hard_break';

const strong = (node: NodeJson): NodeJson => ({ ...node, marks: [...(node.marks ?? []), { type: 'strong' }] });

/** What the quote of these nodes says as a callout, its title in bold type; null for an ordinary quote. */
export function calloutIn([first, ...others]: readonly NodeJson[]): readonly NodeJson[] | null {
  const [text, ...inner] = first?.type === 'paragraph' ? (first.content ?? []) : [];
  const sign = text?.text === undefined ? null : calloutSignOf(text.text);
  if (first === undefined || text?.text === undefined || sign === null) return null;
  const end = inner.findIndex(isBreak);
  const rest = text.text.slice(sign.length);
  const title = [...(rest === '' ? [] : [{ ...text, text: rest }]), ...(end < 0 ? inner : inner.slice(0, end))];
  return [
    { type: 'paragraph', content: (title.length === 0 ? [{ type: 'text', text: sign.name }] : title).map(strong) },
    ...(end < 0 ? [] : [{ ...first, content: inner.slice(end + 1) }]),
    ...others,
  ];
}

// The bytes of a block that has none of its own.

import type { Node } from 'prosemirror-model';
import type { References } from '../parse.ts';
import { serializeBlock } from '../serialize/serialize.ts';
import type { LineEnding } from './line-ending.ts';

/** What the bytes of a block depend on besides the block. */
export interface Writing {
  readonly references: References;
  readonly lineEnding: LineEnding;
}

/** The bytes of a block that has none of its own; '' where there is nothing to write. */
export function written(node: Node, { references, lineEnding }: Writing, first: boolean): string {
  const source = serializeBlock(node, { references, first });
  if (/^[ \t\r\n]*$/.test(source)) return '';
  return source.replace(/\r?\n/g, lineEnding);
}

// What a client of prosemirror-collab has typed and not sent yet, where a change that came as bytes has touched the same blocks.

import { Step } from 'prosemirror-transform';
import type { Node } from 'prosemirror-model';
import { expect, test } from 'vitest';
import { noteSchema } from '../../../../main/contract/note-schema.ts';
import { readSteps } from '../../../../main/features/notes/delta/read-step.ts';
import { NoteSource } from '../../../../main/features/notes/note-source.ts';
import { applied } from '../source/edits.ts';
import { StockClient } from './stock-client.ts';

/** Where the text stands in the document. */
function placeOf(doc: Node, text: string): number {
  let place = -1;
  doc.descendants((node, pos) => {
    const at = node.text?.indexOf(text) ?? -1;
    if (at >= 0) place = pos + at;
  });
  return place;
}

test.each<[string, string, string, string]>([
  ['a block beside one that comes', 'one two\n\nthree four\n', 'one 2\n\nnew\n\nthree four\n', 'one ⟨⟩2\n\nnew\n\nthree ⟨⟩four\n'],
  ['a block beside one that is parted', 'one two\n\nthree four end\n', 'one 2\n\nthree four\n\nend\n', 'one ⟨⟩2\n\nthree ⟨⟩four\n\nend\n'],
  ['a block above one that goes', 'one two\n\nthree four\n\nend\n', 'one 2\n\nend\n', 'one ⟨⟩2\n\nend\n'],
  ['both of two blocks above a new one', 'one two\n\nthree four\n', 'one 2\n\nthree 4\n\nnew\n', 'one ⟨⟩2\n\nthree ⟨⟩4\n\nnew\n'],
  ['items above a new one', '- one two\n- three four\n', '- one 2\n- three 4\n- new\n', '- one ⟨⟩2\n- three ⟨⟩4\n- new\n'],
  ['a task that is ticked', '- [ ] one two\n\nthree four\n', '- [x] one two\n\nthree 4\n', '- [x] one ⟨⟩two\n\nthree ⟨⟩4\n'],
  ['a heading of another level', '# one two\n\nthree four\n', '## one 2\n\nthree 4\n', '## one ⟨⟩2\n\nthree ⟨⟩4\n'],
  ['a paragraph that became a heading', 'one two\n\nthree four\n', 'one two\n===\n\nthree 4\n', 'one ⟨⟩two\n===\n\nthree ⟨⟩4\n'],
  ['a list that got room', '- one two\n- three four\n', '- one 2\n\n- three 4\n', '- one ⟨⟩2\n\n- three ⟨⟩4\n'],
])('%s: the letters stay', (_, content, next, wanted) => {
  const source = NoteSource.parse(content, 'Title');
  const rewrite = source.rewrite(next);
  const steps = (rewrite?.steps ?? []).map((step) => Step.fromJSON(noteSchema, step.toJSON()));
  const client = new StockClient(source.doc, 0, 'client');
  for (const word of ['two', 'four']) client.change((tr) => tr.insert(placeOf(tr.doc, word), noteSchema.text('⟨⟩')));
  client.receive({ steps, clientIDs: steps.map(() => 'script') });
  const rebased = rewrite?.source.advance(applied(rewrite.source.doc, client.maybeDelta()?.steps ?? []));
  expect(rebased?.content()).toBe(wanted);
  expect(client.state.doc.eq(rebased?.doc as Node)).toBe(true);
});

test.each<[string, string]>([
  ['- [ ] one\n- two\n', '- [x] one\n- two\n'],
  ['# one\n\ntwo\n', '### one\n\ntwo\n'],
  ['one\n\ntwo\n', 'one\n===\n\ntwo\n'],
  ['- one\n', '1. one\n'],
  ['```js\ncode\n```\n', '```ts\ncode\n```\n'],
])('from %j to %j only the beginning changes, and a client can take that back', (content, next) => {
  const source = NoteSource.parse(content, 'Title');
  const rewrite = source.rewrite(next);
  expect(rewrite?.steps).toHaveLength(1);
  const [inverse] = readSteps([rewrite?.steps[0]?.invert(source.doc).toJSON()]);
  const undone = rewrite?.source.advance(applied(rewrite.source.doc, [inverse as Step]));
  expect(undone?.content()).toBe(content);
});

// Markup at the start of a paragraph's line is a block of HTML to markdown: what follows the paragraph stays out of it.

import type { Node } from 'prosemirror-model';
import { Transform } from 'prosemirror-transform';
import { describe, expect, it } from 'vitest';
import { parseMarkdown } from '../../../../main/contract/markdown/parse.ts';
import { serializeDocument } from '../../../../main/contract/markdown/serialize/serialize.ts';
import { noteSchema as schema } from '../../../../main/contract/note-schema.ts';
import { liveNote, NoteLog } from '../delta/note-log.ts';
import { documentOf } from './round-trip.ts';

const { nodes } = schema;
const raw = (source: string): Node => nodes.raw_inline.create({ kind: 'html', source });
const text = (content: string): Node => schema.text(content);
const paragraph = (...content: Node[]): Node => nodes.paragraph.create(null, content);
const item = (content: readonly Node[], checked: boolean | null = null): Node => nodes.list_item.create({ checked }, content);
const list = (...items: Node[]): Node => nodes.bullet_list.create({ tight: true }, items);
const doc = (...blocks: Node[]): Node => nodes.doc.create(null, blocks);
const again = (document: Node): Node => documentOf(parseMarkdown(serializeDocument(document)));
const written = (...blocks: Node[]): string => serializeDocument(doc(...blocks));
const soft = nodes.soft_break.create();
const hard = nodes.hard_break.create();

const starts: readonly (readonly [string, readonly Node[]])[] = [
  ['a lone tag', [raw('<br>')]],
  ['a lone tag with attributes', [raw('<a href="x" b=\'y\' c=z d>')]],
  ['a lone tag that closes', [raw('</b>')]],
  ['a lone tag above a line', [raw('<br>'), soft, text('word')]],
  ['a lone tag above a break', [raw('<br>'), hard, text('word')]],
  ['a tag of a block', [raw('<div>'), text('word')]],
  ['a tag of a block in the second line', [text('word'), soft, raw('</td>'), text('word')]],
  ['a tag of a block behind a comment', [raw('<!-- c -->'), soft, raw('<p>'), text('word')]],
  ['a comment', [raw('<!-- c -->')]],
  ['a comment of two lines', [raw('<!-- c\nd -->'), text('word')]],
  ['an instruction', [raw('<?php x ?>'), text('word')]],
  ['a declaration', [raw('<!DOCTYPE html>')]],
  ['a section of characters', [raw('<![CDATA[x]]>'), text('word')]],
  ['a script', [raw('<script>'), text('word'), raw('</script>')]],
  ['a script that is not closed', [raw('<script>'), text('word')]],
  ['a script that is not closed, in the second line', [text('word'), hard, raw('<script src="x">'), text('word')]],
  ['text in the form of its source that is not closed', [raw('<pre>')]],
  ['a comment that is not closed', [raw('<!-- c'), text('word')]],
];

const followers: readonly (readonly [string, Node])[] = [
  ['a quote', nodes.blockquote.create(null, paragraph(text('after')))],
  ['code', nodes.code_block.create({ params: 'js' }, text('after'))],
  ['a list', list(item([paragraph(text('after'))]))],
  ['a heading', nodes.heading.create({ level: 2 }, text('after'))],
  ['a paragraph', paragraph(text('after'))],
  ['a rule', nodes.horizontal_rule.create()],
  ['HTML', nodes.raw_block.create({ kind: 'html' }, text('<div>after</div>'))],
  ['a formula', nodes.raw_block.create({ kind: 'math' }, text('$$\nafter\n$$'))],
];

const containers: readonly (readonly [string, (...blocks: Node[]) => Node])[] = [
  ['a note', doc],
  ['a quote', (...blocks) => doc(nodes.blockquote.create(null, blocks))],
  ['an item of a tight list', (...blocks) => doc(list(item([paragraph(text('a'))]), item(blocks)))],
  ['a task', (...blocks) => doc(list(item(blocks, false)))],
  ['an item within a quote', (...blocks) => doc(nodes.blockquote.create(null, list(item(blocks))))],
  ['a quote within an item', (...blocks) => doc(list(item([nodes.blockquote.create(null, blocks)])))],
];

/** What holds the last of the blocks that were put in. */
const innermost = (node: Node, depth: number): Node =>
  depth === 0 || node.lastChild === null ? node : innermost(node.lastChild, depth - 1);

const depthOf = (document: Node, block: Node): number => {
  for (let [node, depth] = [document, 0]; ; [node, depth] = [node.lastChild ?? node, depth + 1])
    if (node.children.includes(block)) return depth;
};

describe.for(starts)('below a paragraph that begins with %s', ([, content]) => {
  it.for(followers)('%s stays what it is', ([, follower]) => {
    for (const [name, container] of containers) {
      for (const block of [paragraph(...content), nodes.heading.create({ level: 1 }, content)]) {
        const document = container(block, follower);
        const read = again(document);
        const parent = innermost(read, depthOf(document, follower));
        expect(parent.childCount, `${name}: ${serializeDocument(document)}`).toBeGreaterThan(1);
        expect(parent.lastChild?.toJSON(), `${name}: ${serializeDocument(document)}`).toEqual(follower.toJSON());
        expect(serializeDocument(again(read)), name).toBe(serializeDocument(read));
      }
    }
  });
});

describe('markup at the start of a line', () => {
  it.for<[string, Node, string]>([
    [
      'gets a blank line below it',
      list(item([paragraph(raw('<br>')), nodes.blockquote.create(null, paragraph(text('a')))])),
      '- <br>\n\n  > a\n',
    ],
    ['needs none behind a box', list(item([paragraph(raw('<br>')), list(item([paragraph(text('a'))]))], false)), '- [ ] <br>\n  - a\n'],
    [
      'needs none where text follows it',
      list(item([paragraph(raw('<b>'), text('a')), list(item([paragraph(text('b'))]))])),
      '- <b>a\n  - b\n',
    ],
    [
      'needs none where it closes itself',
      list(item([paragraph(raw('<!-- a -->')), list(item([paragraph(text('b'))]))])),
      '- <!-- a -->\n  - b\n',
    ],
    ['is text where it would go on to the end of the note', paragraph(raw('<script>'), text(' a')), '\\<script> a\n'],
    ['is indented in a later line', paragraph(text('a'), hard, raw('<pre>')), 'a\\\n    <pre>\n'],
    ['stays in a task', list(item([paragraph(raw('<pre>'), text('a'))], true)), '- [x] <pre>a\n'],
    ['stays in a heading', nodes.heading.create({ level: 1 }, [raw('<pre>'), text('a')]), '# <pre>a\n'],
    ['stays within a line', paragraph(text('a '), raw('<pre>')), 'a <pre>\n'],
    ['stays where it is closed', paragraph(raw('<pre>'), text('a'), raw('</pre>')), '<pre>a</pre>\n'],
    ['is joined by the line below when it stands alone', paragraph(raw('<br>'), soft, text('#a')), '<br> #a\n'],
    [
      'is no reason to underline a heading',
      nodes.heading.create({ level: 2 }, [raw('<!-- a -->'), soft, text('b'), hard, text('c')]),
      '## <!-- a --> b<br>c\n',
    ],
    ['keeps a break', paragraph(raw('<br>'), hard, text('a')), '<br>\\\na\n'],
  ])('%s', ([, block, expected]) => {
    expect(written(block)).toBe(expected);
  });
});

describe('a note in which a step puts markup at the start of a line', () => {
  it.for<[string, string, (tr: Transform) => Transform, string]>([
    ['above a quote in a tight list', '1. a\n2. > b\n', (tr) => tr.insert(7, paragraph(raw('<br>'))), '1. a\n2. <br>\n\n   > b\n'],
    ['that opens a script', 'a <script> b\n\n# c\n', (tr) => tr.delete(1, 3), '\\<script> b\n\n# c\n'],
    ['that is closed', 'a <pre>b</pre>\n\n# c\n', (tr) => tr.delete(1, 3), '<pre>b</pre>\n\n# c\n'],
  ])('%s keeps its other blocks', ([, markdown, edit, expected]) => {
    const log = new NoteLog(liveNote(markdown));
    const { steps, doc } = edit(new Transform(log.note.source.doc));
    log.send({ version: 0, steps: steps.map((step) => step.toJSON() as object) });
    const content = log.note.source.content();
    expect(content).toBe(expected);
    const last = ({ lastChild }: Node): Node | undefined =>
      (lastChild?.type === nodes.ordered_list ? lastChild.lastChild?.lastChild : lastChild) ?? undefined;
    expect(last(documentOf(parseMarkdown(content)))?.toJSON()).toEqual(last(doc)?.toJSON());
  });
});

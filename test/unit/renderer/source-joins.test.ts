// Backspace and Delete beside code, formulas and definitions: none of what stands on either side is lost.

import type { Node } from 'prosemirror-model';
import { TextSelection } from 'prosemirror-state';
import { expect, test } from 'vitest';
import { noteSchema } from '../../../main/contract/note-schema.ts';
import { editorAt, TypedEditor } from './typed-keys.ts';

const { nodes } = noteSchema;

function pressed(markdown: string, key: 'Backspace' | 'Delete'): string {
  const editor = editorAt(markdown);
  editor.press({ key });
  editor.write('X');
  return editor.markdown;
}

test.each([
  ['text below code joins it', '```\na\n```\n\n‸**b** c\n', '```\naXb c\n```\n'],
  ['pictures and links below code are the markdown for them', '```\na\n```\n\n‸b ![p](/q) [l](/m)\n', '```\naXb ![p](/q) [l](/m)\n```\n'],
  ['a formula in a line below code is its source', '```\na\n```\n\n‸b $x$\n', '```\naXb $x$\n```\n'],
  ['lines below code stay lines', '- ```\n  a\n  ```\n\n  ‸b\n  c\n', '- ```\n  aXb\n  c\n  ```\n'],
  ['text below a formula stays there', '$$\na\n$$\n\n‸b ![p](/q)\n', '$$\na\n$$X\n\nb ![p](/q)\n'],
  ['text below a definition stays there', '[a]: /b\n\n‸c *d*\n', '[a]: /bX\n\nc *d*\n'],
  ['text below HTML stays there', '<b>\n</b>\n\n‸c\n', '<b>\n</b>X\n\nc\n'],
  ['text below front matter stays there', '---\na: b\n---\n\n‸c\n', '---\na: bX\n---\n\nc\n'],
  ['code below a formula stays there', '$$\na\n$$\n\n```\n‸b\n```\n', '$$\na\n$$X\n\n```\nb\n```\n'],
  ['an empty paragraph below a formula goes', '$$\na\n$$\n\n‸\n\nb\n', '$$\na\n$$X\n\nb\n'],
  ['an empty paragraph below code goes', '```\na\n```\n\n‸\n\nb\n', '```\naX\n```\n\nb\n'],
  ['a paragraph below another one joins it', 'a\n\n‸*b*\n', 'aX*b*\n'],
])('Backspace: %s', (_, markdown, expected) => {
  expect(pressed(markdown, 'Backspace')).toBe(expected);
});

test.each([
  ['text below code joins it', '```\na‸\n```\n\n**b** ![p](/q)\n', '```\naXb ![p](/q)\n```\n'],
  ['text below a formula stays there', '<b>\n</b>‸\n\nc ![p](/q)\n', '<b>\n</b>\n\nXc ![p](/q)\n'],
  ['a formula below text stays there', 'a‸\n\n$$\nb\n$$\n', 'a\n\nX$$\nb\n$$\n'],
  ['an empty paragraph above a footnote goes', 'a\n\n‸\n\n[^1]: b\n', 'a\n\nX[^1]: b\n'],
])('Delete: %s', (_, markdown, expected) => {
  expect(pressed(markdown, 'Delete')).toBe(expected);
});

test.each([
  ['a formula', nodes.raw_block.create({ kind: 'math' })],
  ['a definition', nodes.raw_block.create({ kind: 'definition' })],
  ['front matter', nodes.frontmatter.create()],
  ['code', nodes.code_block.create()],
])('%s that is empty goes by Backspace and Delete, and what stands beside it stays what it is', (_, empty) => {
  const others = [
    nodes.heading.create(null, noteSchema.text('a')),
    nodes.code_block.create(null, noteSchema.text('a')),
    nodes.paragraph.create(),
  ];
  for (const other of others) {
    const docs = [[empty, other], ...(empty.type === nodes.frontmatter || other.content.size === 0 ? [] : [[other, empty]])];
    for (const blocks of docs) {
      const doc = nodes.doc.create(null, blocks);
      const cut = blocks[0]?.nodeSize ?? 0;
      for (const [key, cursor] of [
        ['Backspace', cut + 1],
        ['Delete', cut - 1],
      ] as const) {
        const editor = new TypedEditor(doc);
        editor.dispatch(editor.state.tr.setSelection(TextSelection.create(doc, cursor)));
        editor.press({ key });
        expect(String(editor.state.doc)).toBe(`doc(${String(other)})`);
      }
    }
  }
});

const mixed = `a ![b](/c "d")\n\n\`\`\`\ncode\n\`\`\`\n\ne ![f](/g) [h](/i) $j$\n\n$$\nk\n$$\n\n# l ![m](/n)\n\n[o]: /p\n
> ![q](/r)\n>\n> \`\`\`\n> s\n> \`\`\`\n>\n> ![t](/u)\n\n- v\n\n  \`\`\`\n  w\n  \`\`\`\n\n  ![x](/y)\n- ![z](/a)\n
<div>\nb\n</div>\n\n![c](/d)\n\n| e | f |\n|---|---|\n| g | h |\n\n![i](/j)\n\n---\n\n![k](/l)\n\n[^m]: n\n\n[^o]: p\n`;

/** The letters of all that a document says, in order of the alphabet. */
function lettersOf(doc: Node): string {
  const found: string[] = [];
  doc.descendants((node) => {
    const said = [node.text, ...['src', 'alt', 'title', 'source'].map((name) => node.attrs[name] as unknown)];
    found.push(...[...said, ...node.marks.map(({ attrs }) => attrs['href'] as unknown)].filter((each) => typeof each === 'string'));
  });
  return found
    .join('')
    .replace(/[^a-z]/g, '')
    .split('')
    .toSorted()
    .join('');
}

test.each(['Backspace', 'Delete'])('%s at the edge of no block loses a letter', (key) => {
  const { doc } = editorAt(mixed).state;
  doc.descendants((block, pos) => {
    if (!block.isTextblock) return;
    const editor = editorAt(mixed);
    const edge = key === 'Backspace' ? pos + 1 : pos + block.nodeSize - 1;
    editor.dispatch(editor.state.tr.setSelection(TextSelection.create(editor.state.doc, edge)));
    editor.press({ key });
    editor.state.doc.check();
    expect([String(block), lettersOf(editor.state.doc)]).toEqual([String(block), lettersOf(doc)]);
  });
});

test.each([
  ['code', 'Call this:\n\n```js\none();\ntwo();\n\n  *three*\n```\n\nEnd\n', ['this', 'e();'], ['Call Xe();', 'two();']],
  ['a formula', 'a b\n\n$$\nx\ny\n$$\n', ['b', 'x'], ['a Xx', 'y']],
  ['HTML', 'a b\n\n<div>\nx\n</div>\n', ['b', 'x'], ['a Xx', '</div>']],
  ['code below a heading', '# a b\n\n```\nx\ny\n```\n', ['b', 'x'], ['a Xx', 'y']],
  ['code in a list', '- a b\n\n  ```\n  x\n  y\n  ```\n', ['b', 'x'], ['a Xx', 'y']],
])('the rest of %s keeps its lines where a selection goes that ended in it', (_, markdown, [from = '', to = ''], expected) => {
  for (const change of [
    (editor: TypedEditor) => {
      editor.press({ key: 'Delete' });
      editor.write('X');
    },
    (editor: TypedEditor) => {
      editor.write('X');
    },
  ]) {
    const editor = editorAt(markdown);
    const { doc } = editor.state;
    const at = (text: string): number => {
      let place = -1;
      doc.descendants((node, pos) => {
        if (node.isText && node.text?.includes(text) === true) place = pos + node.text.indexOf(text);
      });
      return place;
    };
    editor.dispatch(editor.state.tr.setSelection(TextSelection.create(doc, at(from), at(to))));
    change(editor);
    const lines = editor.state.doc.textBetween(0, editor.state.doc.content.size, '\n\n', '\n').split('\n');
    expect(lines).toEqual(expect.arrayContaining(expected));
    expect(editor.markdown).not.toContain('&#10;');
    for (let presses = 0; presses < 2; presses++) editor.press({ key: 'z', ctrlKey: true });
    expect(editor.state.doc.eq(doc)).toBe(true);
  }
});

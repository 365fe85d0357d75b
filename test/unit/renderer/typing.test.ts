// Whatever is typed where, no letter is lost: signs of markdown may go when they become markup, words do not.

import fc from 'fast-check';
import type { Attrs, Node } from 'prosemirror-model';
import { TextSelection } from 'prosemirror-state';
import { describe, expect, test } from 'vitest';
import { parseMarkdown } from '../../../main/contract/markdown/parse.ts';
import { noteSchema } from '../../../main/contract/note-schema.ts';
import { runs } from '../../support/property.ts';
import { full } from '../../support/tiers.ts';
import { TypedEditor, type Press } from './typed-keys.ts';

const { doc: docType } = noteSchema.nodes;
const { link } = noteSchema.marks;
const read = (markdown: string): Node =>
  docType.create(
    null,
    parseMarkdown(markdown).blocks.map(({ node }) => node),
  );

/** Whether a link or picture names a definition. */
const isDefined = ({ ref }: Attrs): boolean => typeof ref === 'string' && ref !== '<>';

/**
 * How often each letter stands in the texts and attributes of a document. The `x` in the box of a task is none; the language goes from
 * code that a command makes something else; where a definition leads stands in that, and what names it follows.
 */
function lettersOf(doc: Node, withLanguages: boolean): Map<string, number> {
  const found = new Map<string, number>();
  const add = (value: unknown): void => {
    if (typeof value !== 'string') return;
    for (const letter of value.match(/[a-wyz]/g) ?? []) found.set(letter, (found.get(letter) ?? 0) + 1);
  };
  doc.descendants((node, _at, parent, index) => {
    add(node.text);
    const own = isDefined(node.attrs) ? ['alt'] : ['src', 'alt', 'title'];
    for (const name of [...own, 'source', ...(withLanguages ? ['params'] : [])]) add(node.attrs[name]);
    const before = index > 0 ? parent?.child(index - 1) : undefined;
    for (const mark of node.marks) {
      if (mark.type !== link || isDefined(mark.attrs) || (before !== undefined && mark.isInSet(before.marks))) continue;
      for (const name of ['href', 'title']) add(mark.attrs[name]);
    }
  });
  return found;
}

const lost = (before: Map<string, number>, typed: string, now: Map<string, number>): string[] =>
  [...new Set([...before.keys(), ...typed.split('')])].filter((letter) => {
    const wanted = (before.get(letter) ?? 0) + typed.split(letter).length - 1;
    return /[a-wyz]/.test(letter) && (now.get(letter) ?? 0) < wanted;
  });

const documents = [
  '',
  'alpha **beta** _gamma_ `delta` [link](/there) ![pic](/src "tip") end\nsoft\\\nhard <b>raw</b>\n',
  '# Head ![pic](/a)\n\n> quote *em*\n>\n> - item ![p](/q)\n>   more\n\n---\n\ntext\n',
  '- one\n- [ ] task **bold**\n\n  below\n  - deep ![i](/j)\n- three\n\n1. first\n2. second\n',
  '| ab | cd |\n| --- | :-: |\n| ef | ![gh](/ij) |\n| | kl |\n\nafter\n',
  '```js\ncode\n```\n\n$$\nmath\n$$\n\n[ref]: /def\n\n[ref] and ![ref]\n',
  '---\nkey: value\n---\n\nbody\n',
];

type Act = { readonly text: string } | { readonly press: Press } | { readonly at: number };

const texts = [
  'a',
  'b',
  'c',
  'd',
  'e',
  'f',
  'g',
  'h',
  ' ',
  '#',
  '*',
  '_',
  '~',
  '`',
  '>',
  '-',
  '+',
  '1',
  '.',
  ')',
  '(',
  '[',
  ']',
  '!',
  '|',
  '\\',
  '"',
  ':',
  '<',
];
const phrases = ['![', '](', '![a](b)', '**h**', '```', '--', '# ', '- ', '1. ', '> ', '[ ] ', '| a | b |', '$$'];
const presses: readonly Press[] = [
  { key: 'Enter' },
  { key: 'Enter', shiftKey: true },
  { key: 'Enter', ctrlKey: true },
  { key: 'Tab' },
  { key: 'Tab', shiftKey: true },
  { key: 'b', ctrlKey: true },
  { key: 'i', ctrlKey: true },
  { key: 'e', ctrlKey: true },
  ...['7', '8', '9', '.'].map((key) => ({ key, ctrlKey: true, shiftKey: true })),
  ...['0', '1', '2', 'c'].map((key) => ({ key, ctrlKey: true, altKey: true })),
];

/** Two links beside each other that lead to one place become one: no two do. */
const linked = fc.tuple(fc.constantFrom('[c](', '[**d** e](<'), fc.stringMatching(/^[a-h]{9}$/), fc.constantFrom('', ' "g"'));

const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom(...texts).map((text) => ({ text })) },
  { weight: 4, arbitrary: fc.constantFrom(...phrases).map((text) => ({ text })) },
  { weight: 2, arbitrary: linked.map(([text, to, title]) => ({ text: `${text}${to}${text.endsWith('<') ? '>' : ''}${title})` })) },
  { weight: 4, arbitrary: fc.constantFrom(...presses).map((press) => ({ press })) },
  { weight: 2, arbitrary: fc.nat(999).map((place) => ({ at: place / 1_000 })) },
);

test('no letter is lost by what is typed, wherever', full, () => {
  fc.assert(
    fc.property(fc.constantFrom(...documents), fc.array(act, { minLength: 1, maxLength: 40 }), (markdown, acts) => {
      const editor = new TypedEditor(read(markdown));
      for (const each of acts) {
        // A selection would give way to what is typed, and to the end of a line.
        const { empty, $head } = editor.state.selection;
        if (('text' in each || ('press' in each && each.press.key === 'Enter')) && !empty)
          editor.dispatch(editor.state.tr.setSelection(TextSelection.near($head)));
        // By Enter, what stands behind three backticks becomes the language.
        const withLanguages = !('press' in each) || each.press.key === 'Enter';
        const before = lettersOf(editor.state.doc, withLanguages);
        if ('at' in each) editor.click(each.at);
        else if ('press' in each) editor.press(each.press);
        else for (const letter of each.text) editor.type(letter);
        editor.state.doc.check();
        expect(lost(before, 'text' in each ? each.text : '', lettersOf(editor.state.doc, withLanguages))).toEqual([]);
      }
    }),
    runs(150, 77),
  );
});

describe('what stands in a text that becomes markup is kept', () => {
  const typed = (markdown: string, text: string): Node => {
    const editor = new TypedEditor(read(markdown));
    editor.click(1);
    for (const letter of text) editor.type(letter);
    return editor.state.doc;
  };

  test('bold words and pictures in the text of a link', () => {
    const { firstChild } = typed('[a **b** ![c](/d) e\n', '](/f)');
    expect(firstChild?.toString()).toBe('paragraph(link("a "), link(strong("b")), link(" "), link(image), link(" e"))');
  });

  test('a picture behind ![, which is none then', () => {
    const { firstChild } = typed('![a ![c](/d)\n', '](/f)');
    expect(firstChild?.toString()).toBe('paragraph("![a ", image, "](/f)")');
  });

  test('pictures, links and source in a block that becomes code', () => {
    const editor = new TypedEditor(read('# a **b** ![c](/d "e") [f](/g) <i>\n'));
    editor.press({ key: 'c', ctrlKey: true, altKey: true });
    expect(editor.state.doc.firstChild?.toString()).toBe('code_block("a b ![c](/d \\"e\\") [f](/g) <i>")');
  });

  test('a link behind three backticks, also by Enter', () => {
    const { firstChild } = typed('', '```[c](/d) ');
    expect(firstChild?.toString()).toBe('paragraph("```", link("c"), " ")');
    const editor = new TypedEditor(read(''));
    for (const letter of '```[c](/d)') editor.type(letter);
    editor.press({ key: 'Enter' });
    expect(editor.state.doc.toString()).toBe('doc(paragraph("```", link("c")), paragraph)');
  });

  test.each([
    ['a picture', '![[c](/d)](/e)', 'paragraph("![", link("c"), "](/e)")'],
    ['the text of another', '[[c](/d)](/e)', 'paragraph("[", link("c"), "](/e)")'],
    ['the address of another', '[a]([c](/d))', 'paragraph("[a](", link("c"), ")")'],
    ['a formula', '$[c](/d)$ ', 'paragraph("$", link("c"), "$ ")'],
    ['a formula on a line of its own', '$$[c](/d)$$', 'paragraph("$$", link("c"), "$$")'],
  ])('a link where %s would be', (_what, text, shown) => {
    expect(typed('', text).firstChild?.toString()).toBe(shown);
  });

  test('a link and bold words in what would be a footnote', () => {
    const editor = new TypedEditor(read('[c](/d) **e**\n'));
    editor.click(0);
    for (const letter of '[^1]: ') editor.type(letter);
    expect(editor.state.doc.firstChild?.toString()).toBe('paragraph(raw_inline, ": ", link("c"), " ", strong("e"))');
  });

  test('a picture beside three backticks, also by Enter', () => {
    const editor = new TypedEditor(read('![c](/d)\n'));
    editor.click(0);
    for (const letter of '```') editor.type(letter);
    editor.click(1);
    editor.press({ key: 'Enter' });
    expect(editor.state.doc.firstChild?.toString()).toBe('paragraph("```", image)');
    expect(typed('', '```js ').toString()).toBe('doc(code_block)');
  });
});

describe('links that name a definition', () => {
  const linked = '[a] and **[b c][a]**\n\n> ![p][a] [d]\n\n[a]: /one\n\n[d]: /other\n';
  const targets = (doc: Node): unknown[] => {
    const found: unknown[] = [];
    doc.descendants((node) => {
      const mark = link.isInSet(node.marks);
      if (mark !== undefined) found.push([mark.attrs['href'], mark.attrs['title']]);
      if (node.type.name === 'image') found.push([node.attrs['src'], node.attrs['title']]);
    });
    return found;
  };
  const typedInto = (editor: TypedEditor, text: string, typed: string): void => {
    editor.state.doc.descendants((node, at) => {
      const index = node.isText ? (node.text ?? '').indexOf(text) : -1;
      if (index >= 0) editor.dispatch(editor.state.tr.setSelection(TextSelection.create(editor.state.doc, at + index + text.length)));
    });
    for (const letter of typed) editor.type(letter);
  };

  test('lead where it leads while it is changed, and are as before when that is undone', () => {
    const editor = new TypedEditor(read(linked));
    typedInto(editor, '/one', 'x "t"');
    expect(targets(editor.state.doc)).toEqual([
      ['/onex', 't'],
      ['/onex', 't'],
      ['/onex', 't'],
      ['/other', null],
    ]);
    expect(editor.state.doc.eq(read(linked.replace('/one', '/onex "t"')))).toBe(true);
    editor.press({ key: 'z', ctrlKey: true });
    expect(editor.state.doc.eq(read(linked))).toBe(true);
  });

  test('stay as they are without one, and where others change it', () => {
    const editor = new TypedEditor(read(linked));
    typedInto(editor, '[a', 'x');
    expect(targets(editor.state.doc)[0]).toEqual(['/one', null]);
    const other = new TypedEditor(read(linked));
    const at = other.state.doc.content.size - '/other'.length;
    other.dispatch(other.state.tr.insertText('x', at).setMeta('rebased', 0));
    expect(targets(other.state.doc)).toEqual(targets(read(linked)));
  });
});

import { Fragment, Slice } from 'prosemirror-model';
import {
  AddMarkStep,
  AddNodeMarkStep,
  AttrStep,
  DocAttrStep,
  RemoveMarkStep,
  RemoveNodeMarkStep,
  ReplaceAroundStep,
  ReplaceStep,
  Transform,
  type Step,
} from 'prosemirror-transform';
import { describe, expect, test } from 'vitest';
import { noteSchema } from '../../../../main/contract/note-schema.ts';
import { applyDelta } from '../../../../main/features/notes/delta/apply.ts';
import { readSteps } from '../../../../main/features/notes/delta/read-step.ts';
import { full } from '../../../support/tiers.ts';
import { Dice, randomSteps } from './random-change.ts';
import { liveNote, refusal } from './note-log.ts';

const { nodes, marks } = noteSchema;
const throughJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
const em = marks.em.create();

describe('what prosemirror-transform writes is read as the same step', () => {
  const paragraph = nodes.paragraph.create(null, noteSchema.text('x', [em]));
  const steps: Record<string, Step> = {
    replace: new ReplaceStep(1, 2, new Slice(Fragment.from(paragraph), 1, 0)),
    'replace that deletes': new ReplaceStep(1, 2, Slice.empty),
    'replace of structure': new ReplaceStep(1, 3, new Slice(Fragment.from([paragraph, paragraph]), 1, 1), true),
    replaceAround: new ReplaceAroundStep(0, 9, 1, 8, new Slice(Fragment.from(nodes.heading.create({ level: 2 })), 0, 0), 1, true),
    'replaceAround that lifts': new ReplaceAroundStep(0, 9, 1, 8, Slice.empty, 0),
    addMark: new AddMarkStep(1, 4, marks.link.create({ href: 'https://example.org/', title: null })),
    removeMark: new RemoveMarkStep(1, 4, em),
    markSet: new RemoveMarkStep(1, 6, em).invert(liveNote('*a* b *c*').source.doc),
    'markSet of nothing': new RemoveMarkStep(1, 2, em).invert(liveNote('abc').source.doc),
    addNodeMark: new AddNodeMarkStep(3, em),
    removeNodeMark: new RemoveNodeMarkStep(3, em),
    attr: new AttrStep(3, 'checked', null),
    docAttr: new DocAttrStep('title', 'T'),
  };

  test.each(Object.entries(steps))('%s', (_, step) => {
    const json = throughJson(step);
    expect(throughJson(readSteps([json])[0])).toEqual(json);
  });

  test('whatever an editor does', () => {
    const dice = new Dice(3);
    const { doc } = liveNote('# A\n\ntext *em*\n\n- a\n- b\n\n> q\n\n| a |\n|---|\n| b |\n').source;
    for (let count = 0; count < 1000; count++) {
      for (const step of randomSteps(doc, dice)) {
        const json = throughJson(step);
        expect(throughJson(readSteps([json])[0])).toEqual(json);
      }
    }
  });
});

const text = (text: unknown, more: object = {}) => ({ type: 'text', text, ...more });
const replace = (content: unknown, more: object = {}) => ({ stepType: 'replace', from: 1, to: 1, slice: { content, ...more } });
const around = (more: object) => ({
  stepType: 'replaceAround',
  from: 0,
  to: 5,
  gapFrom: 1,
  gapTo: 4,
  insert: 1,
  slice: { content: [{ type: 'heading' }] },
  ...more,
});
const added = (mark: unknown, more: object = {}) => ({ stepType: 'addMark', from: 1, to: 3, mark, ...more });
const nested = (levels: number): unknown =>
  JSON.parse('{"type":"blockquote","content":['.repeat(levels) + '{"type":"paragraph"}' + ']}'.repeat(levels));
/** JSON text, for keys that a literal cannot have. */
const raw = (json: string): unknown => JSON.parse(json);

describe('invalid_step names the step and what is wrong with it', () => {
  test.each<[unknown, string]>([
    [null, 'Step 1: it is no step type'],
    ['replace', 'it is no step type'],
    [[], 'it is no step type'],
    [{}, 'stepType is no step type'],
    [{ stepType: 'constructor' }, 'stepType is no step type'],
    [{ stepType: '__proto__' }, 'stepType is no step type'],
    [{ stepType: 'replace', from: 1 }, 'to must be a whole number'],
    [{ stepType: 'replace', from: '1', to: 1 }, 'from must be a whole number'],
    [{ stepType: 'replace', from: 1.5, to: 2 }, 'from must be a whole number'],
    [{ stepType: 'replace', from: -1, to: 2 }, 'from must not be negative'],
    [{ stepType: 'replace', from: 1, to: 2 ** 53 }, 'to must be a whole number'],
    [raw('{"stepType":"replace","from":1,"to":1e999}'), 'to must be a whole number'],
    [{ stepType: 'replace', from: 5, to: 1 }, 'to must not be before from'],
    [{ stepType: 'replace', from: 1, to: 1, extra: 1 }, 'it has no field "extra"'],
    [raw('{"stepType":"replace","from":1,"to":1,"__proto__":{}}'), 'has no field "__proto__"'],
    [{ stepType: 'replace', from: 1, to: 1, structure: 1 }, 'structure must be true or false'],
    [{ stepType: 'replace', from: 1, to: 1, slice: 'x' }, 'slice must be an object'],
    [replace('x'), 'slice.content must be an array'],
    [replace([text('')]), 'slice.content.0.text must not be empty'],
    [replace([text(5)]), 'slice.content.0.text must be a string'],
    [replace([text('x', { attrs: {} })]), 'slice.content.0 has no field "attrs"'],
    [replace([{ type: 'script' }]), 'slice.content.0.type is no node of notes'],
    [replace([{ type: '__proto__' }]), 'slice.content.0.type is no node of notes'],
    [replace([{ type: 'paragraph', text: 'x' }]), 'slice.content.0 has no field "text"'],
    [replace([{ type: 'paragraph', attrs: { class: 'x' } }]), 'slice.content.0.attrs has no field "class"'],
    [replace([raw('{"type":"paragraph","attrs":{"__proto__":{}}}')]), 'slice.content.0.attrs has no field "__proto__"'],
    [
      replace([{ type: 'heading', attrs: { level: { valueOf: 1 } } }]),
      'slice.content.0.attrs.level must be a string, a number, a boolean or null',
    ],
    [replace([{ type: 'hard_break', content: [text('x')] }]), 'slice.content.0.content must be empty'],
    [replace([text('x', { marks: [{ type: 'underline' }] })]), 'slice.content.0.marks.0.type is no mark of notes'],
    [replace([text('x', { marks: [{ type: 'em', attrs: { color: 'red' } }] })]), 'slice.content.0.marks.0.attrs has no field "color"'],
    [replace([text('x')], { openStart: 1 }), 'slice.openStart is more than there is to open'],
    [replace([{ type: 'paragraph' }], { openEnd: 2 }), 'slice.openEnd is more than there is to open'],
    [replace([{ type: 'paragraph' }], { openStart: -1 }), 'slice.openStart must not be negative'],
    [replace([], { openStart: 1 }), 'slice.openStart is more than there is to open'],
    [replace([{ type: 'paragraph' }], { openStart: 1, openEnd: 1 }), 'slice holds nothing but what it opens'],
    [around({ gapFrom: 5 }), 'gapFrom and gapTo must lie between from and to'],
    [around({ gapTo: 6 }), 'gapFrom and gapTo must lie between from and to'],
    [around({ gapFrom: 4, gapTo: 1 }), 'gapFrom and gapTo must lie between from and to'],
    [around({ insert: 3 }), 'insert lies outside of the slice'],
    [around({ insert: undefined }), 'insert must be a whole number'],
    [added(undefined), 'mark is no mark of notes'],
    [added('em'), 'mark is no mark of notes'],
    [added({ type: 'em' }, { from: 4 }), 'to must not be before from'],
    [{ stepType: 'addNodeMark', pos: -1, mark: { type: 'em' } }, 'pos must not be negative'],
    [{ stepType: 'markSet', steps: [{ stepType: 'markSet', steps: [] }] }, 'steps.0.stepType must be addMark or removeMark'],
    [{ stepType: 'markSet', steps: [null] }, 'steps.0 must be addMark or removeMark'],
    [{ stepType: 'attr', pos: 1, attr: 'level' }, 'value must be a string, a number, a boolean or null'],
    [{ stepType: 'attr', pos: 1, attr: 5, value: 1 }, 'attr must be a string'],
    [{ stepType: 'docAttr', attr: 'class', value: 'x' }, 'attr is no attribute of a note'],
    [{ stepType: 'docAttr', attr: 'title', value: ['x'] }, 'value must be a string, a number, a boolean or null'],
  ])('%j', (step, wrong) => {
    const { code, extra, message } = refusal(() => readSteps([{ stepType: 'docAttr', attr: 'title', value: 'T' }, step]));
    expect({ code, extra }).toEqual({ code: 'invalid_step', extra: { index: 1 } });
    expect(message).toContain(wrong);
    expect(message.length).toBeLessThan(300);
  });

  test.each([203, 1_000, 100_000])('%i blocks within each other', full, (levels) => {
    const steps = [
      replace([nested(levels)]),
      { stepType: 'attr', pos: 0, attr: 'level', value: raw('['.repeat(2 * levels + 3) + ']'.repeat(2 * levels + 3)) },
      { stepType: 'markSet', steps: raw('['.repeat(2 * levels + 3) + ']'.repeat(2 * levels + 3)) },
    ];
    for (const step of steps)
      expect(refusal(() => readSteps([step]))).toMatchObject({
        code: 'invalid_step',
        message: 'Step 0: it is nested deeper than 200 levels',
      });
  });

  test('marks that are set by the thousands are too_large', () => {
    const steps = Array.from({ length: 2_501 }, () => added({ type: 'em' }));
    expect(
      refusal(() =>
        readSteps([
          { stepType: 'markSet', steps },
          { stepType: 'markSet', steps },
        ]),
      ).code,
    ).toBe('too_large');
  });
});

describe('what the schema does not allow is invalid_document', () => {
  const start = liveNote('one **two**\n\n![i](i.png) [l](l.html)\n\n```\ncode\n```\n\n- item\n');
  const link = (attrs: object): object => added({ type: 'link', attrs });

  test.each<[string, unknown]>([
    ['a script as target of a link', link({ href: 'javascript:alert(1)' })],
    ...[
      'java\nscript:alert(1)',
      'java\tscript:alert(1)',
      'javascript\r:alert(1)',
      '\u0001javascript:alert(1)',
      '\u001F \njavascript:alert(1)',
      '\u0002\u0003vb\nscript:x',
      ' d\tata:text/html,x',
    ].map((href): [string, unknown] => [`a script that browsers find in ${JSON.stringify(href)}`, link({ href })]),
    ['an image from a script in two lines', { ...replace([{ type: 'image', attrs: { src: 'java\nscript:x' } }]), from: 1, to: 1 }],
    ['a link without a target', link({})],
    ['a target that is no text', link({ href: 5 })],
    ['half a character in an attribute', link({ href: 'a', title: '\uD83D' })],
    ['a level that no heading has', replace([{ type: 'heading', attrs: { level: 7 } }])],
    ['an image from a script', { ...replace([{ type: 'image', attrs: { src: 'vbscript:x' } }]), from: 1, to: 1 }],
    ['a level by attr', { stepType: 'attr', pos: start.source.doc.child(0).nodeSize + 1, attr: 'src', value: 'javascript:x' }],
    ['half a character in the text', replace([text('\uD83D')])],
    ['NUL in the text', replace([text('a\0')])],
    [
      'a mark twice',
      replace([
        text('a', {
          marks: [
            { type: 'link', attrs: { href: 'a' } },
            { type: 'link', attrs: { href: 'b' } },
          ],
        }),
      ]),
    ],
    ['an empty list', { stepType: 'replace', from: 0, to: 0, slice: { content: [{ type: 'bullet_list' }] } }],
    [
      'marks on text of code',
      {
        stepType: 'replace',
        from: 0,
        to: 0,
        slice: { content: [{ type: 'code_block', content: [text('a', { marks: [{ type: 'em' }] })] }] },
      },
    ],
  ])('%s', (_, step) => {
    const { code, extra } = refusal(() => applyDelta(start, { version: 0, steps: [step] }, { after: () => [] }));
    expect({ code, extra }).toEqual({ code: 'invalid_document', extra: { index: 0 } });
  });

  test('a step that parts the halves of a character', () => {
    const smile = liveNote('a😀b\n');
    const part = (from: number, to: number, content?: object) =>
      refusal(() => applyDelta(smile, { version: 0, steps: [{ stepType: 'replace', from, to, ...content }] }, { after: () => [] }));
    expect(part(3, 4).code).toBe('invalid_document');
    expect(part(2, 3).code).toBe('invalid_document');
    expect(part(3, 3, { slice: { content: [text('x')] } }).code).toBe('invalid_document');
    expect(part(3, 3, { slice: { content: [{ type: 'paragraph' }, { type: 'paragraph' }], openStart: 1, openEnd: 1 } }).code).toBe(
      'invalid_document',
    );
    expect(
      refusal(() =>
        applyDelta(smile, { version: 0, steps: [{ stepType: 'addMark', from: 1, to: 3, mark: { type: 'em' } }] }, { after: () => [] }),
      ).code,
    ).toBe('invalid_document');
  });

  test('blocks that get too deep by many steps', () => {
    let note = liveNote('x\n');
    const wrap = {
      stepType: 'replaceAround',
      from: 0,
      to: 3,
      gapFrom: 0,
      gapTo: 3,
      insert: 1,
      slice: { content: [{ type: 'blockquote' }] },
      structure: true,
    };
    const wraps = Array.from({ length: 198 }, (_, index) => ({ ...wrap, to: 3 + 2 * index, gapTo: 3 + 2 * index }));
    note = applyDelta(note, { version: 0, steps: wraps }, { after: () => [] }).note;
    const { size } = note.source.doc.content;
    const { code, extra } = refusal(() =>
      applyDelta(note, { version: 198, steps: [{ ...wrap, to: size, gapTo: size }] }, { after: () => [] }),
    );
    expect({ code, extra }).toEqual({ code: 'invalid_document', extra: { index: 0 } });
    const deep = { stepType: 'replace', from: 199, to: 199, slice: { content: [nested(90)] } };
    expect(refusal(() => applyDelta(note, { version: 198, steps: [deep] }, { after: () => [] })).code).toMatch(
      /step_failed|invalid_document/,
    );
  });

  test.each([`${'> '.repeat(197)}*x [y](z)*\n`, `${'- '.repeat(98)}**x**\n`])(
    'blocks as deep as markdown is read can be deleted, and sent again',
    (markdown) => {
      const deep = liveNote(`${markdown}\nend\n`);
      const { nodeSize } = deep.source.doc.child(0);
      expect(nodeSize).toBeGreaterThan(2 * 190);
      const deletion = { stepType: 'replace', from: 0, to: nodeSize };
      const without = applyDelta(deep, { version: 0, steps: [deletion] }, { after: () => [] }).note;
      const inverse = throughJson(new ReplaceStep(0, nodeSize, Slice.empty).invert(deep.source.doc));
      const again = applyDelta(without, { version: 1, steps: [inverse] }, { after: () => [] }).note;
      expect(again.source.content()).toBe(`${markdown}\nend\n`);
    },
  );

  test('the deepest that markdown is read as can be typed in', () => {
    const deep = liveNote(`${'> '.repeat(500)}x\n`);
    let depth = 0;
    const visit = (node: typeof deep.source.doc, level: number): void => {
      depth = Math.max(depth, level);
      node.forEach((child) => {
        visit(child, level + 1);
      });
    };
    visit(deep.source.doc, 0);
    const lists = liveNote('- '.repeat(500) + 'x\n');
    for (const note of [deep, lists]) {
      const tr = new Transform(note.source.doc);
      let at = 0;
      note.source.doc.descendants((node, pos) => {
        if (node.isText) at = pos;
      });
      tr.insert(at, noteSchema.text('y'));
      expect(applyDelta(note, { version: 0, steps: tr.steps.map((step) => throughJson(step)) }, { after: () => [] }).note.version).toBe(1);
    }
  });
});

describe('what does not apply is step_failed', () => {
  test.each<[string, unknown]>([
    ['a position beyond the end', { stepType: 'replace', from: 1, to: 1000 }],
    ['a mark beyond the end', added({ type: 'em' }, { to: 10 ** 15 })],
    ['a node that is not there', { stepType: 'attr', pos: 10 ** 15, attr: 'level', value: 1 }],
    ['an attribute of another kind of node', { stepType: 'attr', pos: 0, attr: 'level', value: 1 }],
    ['an attribute of every object', { stepType: 'attr', pos: 0, attr: '__proto__', value: null }],
    ['an attribute of text', { stepType: 'attr', pos: 1, attr: 'level', value: 1 }],
    ['a mark of text by its node', { stepType: 'addNodeMark', pos: 1, mark: { type: 'em' } }],
    ['a mark of a block', { stepType: 'addNodeMark', pos: 0, mark: { type: 'em' } }],
    ['blocks within text', replace([{ type: 'paragraph' }])],
    ['structure over text', { stepType: 'replace', from: 1, to: 3, structure: true }],
    ['structure over text, endlessly', { stepType: 'replace', from: 1, to: Number.MAX_SAFE_INTEGER, structure: true }],
    ['a gap that is not flat', { stepType: 'replaceAround', from: 0, to: 8, gapFrom: 1, gapTo: 8, insert: 0 }],
    [
      'more openings than there is depth',
      { stepType: 'replace', from: 0, to: 0, slice: { content: [{ type: 'blockquote', content: [{ type: 'paragraph' }] }], openStart: 2 } },
    ],
  ])('%s', (_, step) => {
    const { code, extra, message } = refusal(() =>
      applyDelta(liveNote('text\n\nmore\n'), { version: 0, steps: [step] }, { after: () => [] }),
    );
    expect({ code, extra }).toEqual({ code: 'step_failed', extra: { index: 0 } });
    expect(message.length).toBeLessThan(300);
  });
});

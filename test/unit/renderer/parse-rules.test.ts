import fc from 'fast-check';
import { DOMParser, Slice, type Attrs, type TagParseRule } from 'prosemirror-model';
import { EditorState } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { describe, expect, test, vi } from 'vitest';
import { noteSchema } from '../../../main/contract/note-schema.ts';
import { htmlParser, pastePlugin, textSlice } from '../../../renderer/features/notes/editor/paste.ts';
import { toasts } from '../../../renderer/ui/toasts.ts';
import { full } from '../../support/tiers.ts';
import { runs } from '../../support/property.ts';

type Attributes = Readonly<Record<string, string>>;

/** As much of an element as the rules look at. */
const element = (attributes: Attributes): HTMLElement =>
  ({
    className: '',
    parentElement: null,
    getAttribute: (name: string) => attributes[name] ?? null,
    hasAttribute: (name: string) => name in attributes,
    querySelector: () => null,
  }) as unknown as HTMLElement;

const rules = [...DOMParser.fromSchema(noteSchema).rules, ...htmlParser(() => ({ bullet: '*' })).rules].filter(
  (rule): rule is TagParseRule => 'tag' in rule,
);

/** The attributes of what a rule makes of an element; null: the rule makes nothing of it. */
function made(rule: TagParseRule, attributes: Attributes): Attrs | null {
  const attrs = rule.getAttrs === undefined ? (rule.attrs ?? null) : rule.getAttrs(element(attributes));
  if (attrs === false || rule.ignore === true) return null;
  if (rule.node !== undefined) return noteSchema.nodes[rule.node]?.create(attrs).attrs ?? null;
  return rule.mark === undefined ? null : noteSchema.mark(rule.mark, attrs).attrs;
}

const parsed = (tag: string, attributes: Attributes): (Attrs | null)[] =>
  rules.filter((rule) => rule.tag.startsWith(tag)).map((rule) => made(rule, attributes));

describe('HTML that is read as a note', () => {
  const names = [
    'href',
    'title',
    'src',
    'alt',
    'start',
    'style',
    'align',
    'data-bullet',
    'data-delim',
    'data-loose',
    'data-params',
    'data-ref',
  ];
  const own = ['data-checked', 'data-raw-block', 'data-raw-inline', 'data-source', 'data-frontmatter', 'data-kind', 'colspan', 'rowspan'];
  const value = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom(
      '',
      '-1',
      '1000000000',
      '1.5',
      'x',
      '•',
      '-',
      '*',
      'html',
      'math',
      'true',
      'a\nb',
      '\0',
      '\ud83d',
      'text-align: justify',
    ),
    fc.constantFrom('file:///C:/a.docx', 'data:text/html,x', 'vbscript:x', ' java\nscript:x', 'JAVASCRIPT:x', 'https://example.org/'),
  );
  const anyAttributes = fc.record(Object.fromEntries([...names, ...own].map((name) => [name, value])), { requiredKeys: [] });

  test('no attribute of an element makes the reading fail', full, () => {
    fc.assert(
      fc.property(anyAttributes, (attributes) => {
        for (const rule of rules) made(rule, attributes as Attributes);
      }),
      runs(8_000, 71),
    );
  });

  test.each(['file:///C:\\Users\\me\\report.docx', 'data:text/html,x', 'vbscript:x', ' java\nscript:x', 'JavaScript:x'])(
    'a link to %j is only its text, a picture from there is left out',
    (target) => {
      for (const attrs of [...parsed('a[', { href: target }), ...parsed('img[', { src: target })]) expect(attrs).toBeNull();
    },
  );

  test('numbers of lists keep to what markdown knows, signs that are none are the usual ones', () => {
    const order = (start: string): unknown => parsed('ol', { start })[0]?.['order'];
    expect(['-1', '0', '7', '1000000000', 'x', ''].map(order)).toEqual([0, 0, 7, 999_999_999, 1, 1]);
    expect(parsed('ul', { 'data-bullet': '•' }).map((attrs) => attrs?.['bullet'])).toContain('-');
    expect(parsed('ol', { 'data-delim': ':' })[0]?.['delim']).toBe('.');
    expect(parsed('pre', { 'data-params': 'x\r\ny' }).map((attrs) => attrs?.['params'])).toContain('x y');
  });
});

test('a paste that cannot be read comes in as its plain text, and the user is told', () => {
  const add = vi.spyOn(toasts, 'add').mockReturnValue('message');
  const plugin = pastePlugin();
  const { clipboardParser, handleDOMEvents, transformPasted, transformPastedHTML } = plugin.props;
  const view = { state: EditorState.create({ schema: noteSchema }), dragging: null } as unknown as EditorView;
  const paste = (text: string, read: () => void): Slice | undefined => {
    const clipboardData = { getData: (type: string) => (type === 'text/plain' ? text : '<p>x</p>') };
    handleDOMEvents?.paste?.call(plugin, view, { clipboardData } as unknown as ClipboardEvent);
    read();
    return transformPasted?.call(plugin, Slice.empty, view, false);
  };
  // There is no parser of HTML here, and no document to parse.
  expect(paste('one\n\ntwo', () => expect(transformPastedHTML?.call(plugin, '<p>x</p>', view)).toBe(''))).toEqual(textSlice('one\n\ntwo'));
  expect(paste('three', () => clipboardParser?.parseSlice(null as unknown as Node))).toEqual(textSlice('three'));
  expect(add.mock.calls.length).toBe(2);
  expect(paste('', () => undefined)).toEqual(Slice.empty);
  // What is read, but leaves nothing, has its words in the plain text.
  expect(paste('four\0', () => undefined)).toEqual(textSlice('four'));
  expect(add.mock.calls.length).toBe(2);
  vi.restoreAllMocks();
});

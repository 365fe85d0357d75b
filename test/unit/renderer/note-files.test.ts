import { EditorState, TextSelection } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { describe, expect, test } from 'vitest';
import { parseNodes } from '../../../main/contract/markdown/parse.ts';
import { noteSchema } from '../../../main/contract/note-schema.ts';
import { addressOfUpload, leadsToFile, maybeUpload, playerFor } from '../../../renderer/features/notes/files/addresses.ts';
import { renamed, uploadsIn, withoutFile } from '../../../renderer/features/notes/files/in-text.ts';
import { pastePlugin } from '../../../renderer/features/notes/editor/paste.ts';
import { insertFiles, pictureIn, takesFiles } from '../../../renderer/features/notes/files/intake.ts';
import type { ShownFiles } from '../../../renderer/features/notes/files/shown-files.ts';

const state = (markdown: string): EditorState => EditorState.create({ doc: noteSchema.nodes.doc.create(null, parseNodes(markdown, {})) });
const name = 'attachments/20261122-114300-3fa9c1d2.png';
const [a, b] = [addressOfUpload('a'), addressOfUpload('b')];

describe('addresses', () => {
  test.each([
    [name, true],
    [`./${name}`, true],
    [a, true],
    ['attachments/other.png', false],
    ['attachments/../secret.png', false],
    ['https://example.org/attachments/20261122-114300-3fa9c1d2.png', false],
  ])('%s', (address, leads) => {
    expect(leadsToFile(address)).toBe(leads);
  });

  test.each([
    ['attachments/20261122-114300-3fa9c1d2.mp3', '', 'audio'],
    ['clip.MP4', '', 'video'],
    ['blob', 'video/webm', 'video'],
    [name, 'image/png', null],
  ])('what plays %s %s: %s', (address, type, player) => {
    expect(playerFor(address, type)).toBe(player);
  });

  test('the key of an upload comes back', () => {
    expect([maybeUpload(a), maybeUpload(name)]).toEqual(['a', null]);
  });
});

describe('files in a text', () => {
  const text = `![one](${a}) and [two](${b})\n\n> ![again](${a} "t")\n`;

  test('are found once each', () => {
    expect(uploadsIn(state(text).doc)).toEqual(['a', 'b']);
  });

  test('get their name wherever they stand, titles and texts stay', () => {
    const pictures = renamed(state(text), a, name);
    const links = renamed(state(text), b, name);
    const wanted = (from: string): string => JSON.stringify(state(text.replaceAll(from, name)).doc.toJSON());
    expect(JSON.stringify(pictures?.doc.toJSON())).toBe(wanted(a));
    expect(JSON.stringify(links?.doc.toJSON())).toBe(wanted(b));
    expect(pictures?.getMeta('addToHistory')).toBe(false);
    expect(renamed(state('text'), a, name)).toBe(null);
  });

  test('that are refused leave it, and all else stays', () => {
    expect(withoutFile(state(text), a)?.doc.textContent).toBe(' and two');
    expect(withoutFile(state(text), b)?.doc.textContent).toBe(' and ');
  });
});

describe('pictureIn', () => {
  test('a data: address is a file with its bytes', async () => {
    const file = pictureIn(`data:image/jpeg;base64,${Buffer.from('bytes').toString('base64')}`, 'The sea/at night');
    expect([file?.name, file?.type, await file?.text()]).toEqual(['The sea at night.jpg', 'image/jpeg', 'bytes']);
    expect(await pictureIn('data:image/svg+xml,%3Csvg/%3E', '')?.text()).toBe('<svg/>');
  });

  test.each(['https://example.org/a.png', 'data:text/html,x', 'data:image/png;base64,%%%'])('%s is none', (address) => {
    expect(pictureIn(address, '')).toBe(null);
  });
});

describe('files that come in', () => {
  const files = { uploads: { hasRoom: () => true }, begin: () => 'a' } as unknown as ShownFiles;
  const handlePaste = pastePlugin().props.handlePaste as unknown as (view: object, event: object) => boolean;
  /** `how`: by the toolbar, into the text, or by the clipboard, which may have a text as well. */
  const put = (markdown: string, at: number, how: 'chosen' | 'dropped' | { readonly pasted: string }, file: File): EditorState => {
    const begun = state(markdown);
    const view = {
      state: begun.apply(begun.tr.setSelection(TextSelection.create(begun.doc, at))),
      dispatch: (tr: EditorState['tr']): void => {
        view.state = view.state.apply(tr);
      },
    };
    takesFiles(view as unknown as EditorView, files);
    if (typeof how === 'string') insertFiles(view as unknown as EditorView, [file], how === 'dropped' ? at : null);
    else handlePaste(view, { clipboardData: { files: [file], getData: (type: string) => (type === 'text/plain' ? how.pasted : '') } });
    return view.state;
  };

  test.each(['```js\nlet a;\nlet b;\n```\n', '$$\nab\n$$\n', '[^1]: foot\n', '[ref]: /there\n', '<div>\nab\n</div>\n'])(
    'stand below %j, which takes neither pictures nor links, and the cursor behind them',
    (markdown) => {
      const block = state(markdown).doc.firstChild?.toString() ?? '';
      for (const how of ['chosen', 'dropped', { pasted: '' }] as const) {
        const picture = put(markdown, 3, how, new File(['x'], 'b.png', { type: 'image/png' }));
        expect(picture.doc.toString()).toBe(`doc(${block}, paragraph(image))`);
        const list = put(markdown, 3, how, new File(['x'], 'b.pdf', { type: 'application/pdf' }));
        expect(list.doc.toString()).toBe(`doc(${block}, paragraph(link("b.pdf")))`);
        expect(list.selection.from).toBe(list.doc.content.size - 1);
      }
    },
  );

  test('stand in a text where the cursor is, or where they are dropped', () => {
    for (const how of ['chosen', 'dropped', { pasted: 'b' }] as const)
      expect(put('# abc\n', 2, how, new File(['x'], 'b.png', { type: 'image/png' })).doc.toString()).toBe('doc(heading("a", image, "bc"))');
  });

  test('with a text are that text in code', () => {
    const file = new File(['x'], 'b.png', { type: 'image/png' });
    // The editor itself puts it in.
    expect(put('```\nab\n```\n', 2, { pasted: 'b' }, file).doc.toString()).toBe('doc(code_block("ab"))');
  });
});

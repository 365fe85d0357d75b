// From a note to the bytes of a document. Runs in a worker thread: it takes its time.

import { CodeColours } from './code-colours.ts';
import { plainTextOf, type Block, type ExportDocument, type Inline, plainCharacters, withPlainCharacters } from './document.ts';
import { mayHavePictures, type ExportFormat, type ExportNote, type Manuscript } from './export-note.ts';
import { languageOf } from './language.ts';
import { Formulas } from './math.ts';
import type { NodeJson } from './walk/node.ts';
import { walk } from './walk/walk.ts';

/** The parser of notes, as far as exports need it. `References`: what it knows of a text besides its blocks. */
export interface MarkdownParser<References = unknown> {
  readonly parseMarkdown: (markdown: string) => {
    readonly blocks: readonly { readonly node: { toJSON(): unknown } }[];
    readonly references: References;
  };
  readonly parseNodes: (markdown: string, known: References) => readonly { toJSON(): unknown }[];
}

function* inlinesIn(blocks: readonly Block[]): Generator<readonly Inline[]> {
  for (const block of blocks) {
    if ('inlines' in block) yield block.inlines;
    else if (block.kind === 'quote') yield* inlinesIn(block.blocks);
    else if (block.kind === 'list') for (const item of block.items) yield* inlinesIn(item.blocks);
    else if (block.kind === 'table') for (const row of [block.header, ...block.rows]) for (const cell of row) yield cell.inlines;
  }
}

/** What a note says. */
export function readForExport<References>(markdown: string, { parseMarkdown, parseNodes }: MarkdownParser<References>): ExportDocument {
  const { blocks, references } = parseMarkdown(markdown);
  // After reading: entities of HTML can name such characters too.
  return withPlainCharacters(
    walk(
      blocks.map(({ node }) => node.toJSON() as NodeJson),
      (source) => parseNodes(source, references).map((node) => node.toJSON() as NodeJson),
    ),
  );
}

function addresses(all: readonly (readonly Inline[])[]): string[] {
  return all.flatMap((inlines) => inlines.flatMap((inline) => (inline.kind === 'image' ? [inline.src] : [])));
}

/** The first words of a text, to guess its language by. */
function sample(all: readonly (readonly Inline[])[]): string {
  const texts: string[] = [];
  for (let length = 0, index = 0; length < 20_000 && index < all.length; index += 1) {
    const text = plainTextOf(all[index] ?? []);
    texts.push(text);
    length += text.length;
  }
  return texts.join('\n');
}

/** The bytes of the document. The same note gives the same bytes. */
export async function makeDocument<References>(
  format: ExportFormat,
  exported: ExportNote,
  parser: MarkdownParser<References>,
): Promise<Uint8Array<ArrayBuffer>> {
  const { markdown, files, ...note } = exported;
  const document = readForExport(markdown, parser);
  const all = [...inlinesIn(document.blocks), ...document.footnotes.flatMap((blocks) => [...inlinesIn(blocks)])];
  const manuscript: Manuscript = {
    ...note,
    title: plainCharacters(note.title),
    author: note.author === null ? null : plainCharacters(note.author),
    ...document,
    pictures: mayHavePictures(exported)
      ? await (await import('./images.ts')).picturesOf(addresses(all), files, format === 'pdf')
      : new Map(),
    language: languageOf(sample(all)),
    formulas: await Formulas.open(document.blocks.length > 0 && markdown.includes('$')),
    code: new CodeColours(),
  };
  // One of them is loaded, and only when it is needed.
  if (format === 'docx') return (await import('./docx/writer.ts')).writeDocx(manuscript);
  return (await import('./pdf/writer.ts')).writePdf(manuscript);
}

// Markdown that is no note's, such as a description, read and changed by the engine of notes.

import type { Node } from 'prosemirror-model';
import type { Step } from 'prosemirror-transform';
import { runSteps } from './delta/run-steps.ts';
import { NoteParser } from './note-parser.ts';
import { NoteSource } from './note-source.ts';

export interface MarkdownTexts {
  /** Null for what takes long to be read. */
  maybeParse(markdown: string): readonly Node[] | null;
  /** Throws `unavailable`. */
  parse(markdown: string): Promise<readonly Node[]>;
  /** The markdown after the steps that `stepsOf` gives for its document, nothing else changed; null where it gives none. */
  change(markdown: string, stepsOf: (doc: Node) => Promise<readonly Step[]>): Promise<string | null>;
}

export function markdownTexts(parser: NoteParser): MarkdownTexts {
  return {
    maybeParse: (markdown) => NoteParser.maybeParse(markdown),
    parse: async (markdown) => (await parser.parse(markdown)).blocks.map(({ node }) => node),
    change: async (markdown, stepsOf) => {
      const source = NoteSource.fromParsed(await parser.parse(markdown), 'Description');
      const steps = await stepsOf(source.doc);
      const after = runSteps(source.doc, steps).reduce((before, doc) => before.advance(doc), source);
      await parser.prewrite(after);
      return steps.length === 0 ? null : after.content();
    },
  };
}

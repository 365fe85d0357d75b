// Link reference definitions and footnotes: they are kept as source, since the model has no place for what they define.

import type { Env, StateBlock, StateInline } from 'markdown-it';

/** Link reference definitions by their label, normalised as markdown-it does it. */
export type References = Readonly<Record<string, { readonly href: string; readonly title: string }>>;

/** What markdown-it writes definitions into. */
export type Definitions = NonNullable<Env['references']>;

/** For markdown-it, which adds what it finds: the references known, without touching them. */
export function parserScope(references: References): Definitions {
  return Object.create(references) as Definitions;
}

/** Where definitions go that a piece of markdown makes itself, whatever is known from elsewhere. */
export const ownReferences: unique symbol = Symbol('references of this piece');

/** As markdown-it calls it. */
export type BlockRule = (state: StateBlock, startLine: number, endLine: number, silent: boolean) => boolean;

/** As markdown-it's rule, but with the source in the token. What is known already stays as it is known. */
export function referenceDefinition(rule: BlockRule): BlockRule {
  return (state, startLine, endLine, silent) => {
    const known = state.env.references ?? {};
    const found: Definitions = {};
    state.env.references = found;
    const matches = rule(state, startLine, endLine, silent);
    state.env.references = known;
    if (!matches || silent) return matches;
    const own = state.env[ownReferences] as Definitions | undefined;
    for (const [label, definition] of Object.entries(found)) {
      known[label] ??= definition;
      if (own !== undefined) own[label] ??= definition;
    }
    const token = state.tokens.at(-1);
    if (token !== undefined) token.content = state.getLines(startLine, state.line, state.blkIndent, false);
    return true;
  };
}

const footnoteStart = /^\[\^[^\s\]]{1,200}\]:/;

const startsFootnote = (state: StateBlock, line: number): boolean => {
  const start = (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0);
  return state.src.charCodeAt(start) === 0x5b && footnoteStart.test(state.src.slice(start, Math.min(state.eMarks[line] ?? 0, start + 210)));
};

const indent = (state: StateBlock, line: number): number => (state.sCount[line] ?? 0) - state.blkIndent;

function interrupts(state: StateBlock, line: number, endLine: number): boolean {
  if (startsFootnote(state, line)) return true;
  return state.md.block.ruler.getRules('paragraph').some((rule) => rule(state, line, endLine, true));
}

/** `[^label]: text`, the lines that continue its paragraph, and all that is indented below. */
export function footnoteDefinition(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  if (indent(state, startLine) >= 4 || !startsFootnote(state, startLine)) return false;
  if (silent) return true;
  let last = startLine;
  for (let line = startLine + 1; line < endLine; line++) {
    if (state.isEmpty(line)) continue;
    if (indent(state, line) < 4 && (state.isEmpty(line - 1) || indent(state, line) < 0 || interrupts(state, line, endLine))) break;
    last = line;
  }
  state.line = last + 1;
  const token = state.push('footnote_definition', '', 0);
  token.map = [startLine, state.line];
  token.content = state.getLines(startLine, state.line, state.blkIndent, false);
  token.hidden = true;
  return true;
}

const footnoteLabel = /\[\^[^\s[\]]{1,200}\]/y;

/** `[^label]`, whether or not there is such a footnote. */
export function footnoteReference(state: StateInline, silent: boolean): boolean {
  if (state.src.charCodeAt(state.pos) !== 0x5b || state.src.charCodeAt(state.pos + 1) !== 0x5e) return false;
  footnoteLabel.lastIndex = state.pos;
  const source = footnoteLabel.exec(state.src)?.[0];
  if (source === undefined || state.pos + source.length > state.posMax) return false;
  if (!silent) {
    const token = state.push('footnote_reference', '', 0);
    token.content = source;
  }
  state.pos += source.length;
  return true;
}

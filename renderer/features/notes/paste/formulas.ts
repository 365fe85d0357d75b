// Formulas of pages: drawn ones, which say the same two or three times, as the source that notes have for them.

import { parsePiece } from '../../../../main/contract/markdown/parse.ts';
import { all, make, wrapInside } from './dom.ts';
import { texOfMath } from './mathml-tex.ts';

/** What KaTeX, MathJax and Wikipedia put around the drawing of a formula and what programs read in its place. */
const drawings = '.katex-display, .katex, mjx-container, .MathJax, .mwe-math-element, img[class*="mwe-math-fallback"], math';

const isDisplay = (formula: Element): boolean =>
  formula.matches('.katex-display, mjx-container[display="true"], .mwe-math-element-block') ||
  formula.querySelector('math[display="block"]') !== null ||
  formula.getAttribute('display') === 'block';

/** The TeX of a formula: what is given beside it, what the picture of it says, else what its MathML comes to. */
function texIn(formula: Element): string | null {
  const math = formula.localName === 'math' ? formula : formula.querySelector('math');
  const given = all(formula, 'annotation').find((each) => /tex/i.test(each.getAttribute('encoding') ?? ''));
  const picture = formula.localName === 'img' ? formula : formula.querySelector('img[class*="mwe-math-fallback"]');
  const tex = given?.textContent ?? picture?.getAttribute('alt') ?? (math === null ? null : texOfMath(math));
  // Wikipedia writes each so that it is drawn large. In a text within it a formula has other signs here.
  return (
    tex
      ?.trim()
      .replace(/^\{\\(?:display|text)style (.*)\}$/s, '$1')
      .replace(/(?<!\\)\$([^$]*)(?<!\\)\$/g, '\\($1\\)')
      .replace(/(?<!\s)\s*\n\s*/g, '\n')
      .trim() ?? null
  );
}

/** Whether a source is read as one formula, and nothing else. */
function isFormula(source: string): boolean {
  const [block, more] = parsePiece(source, { known: {}, atStart: false }).blocks;
  if (block === undefined || more !== undefined) return false;
  const { node } = block;
  const only = node.type.name === 'paragraph' && node.childCount === 1 ? node.firstChild : null;
  return only === null
    ? node.attrs['kind'] === 'math' && node.textContent === source
    : only.attrs['kind'] === 'math' && only.attrs['source'] === source;
}

/** What it says, once: the part that is only to be seen is hidden from programs that read. */
function wordsOf(formula: Element): string {
  const copy = formula.cloneNode(true) as Element;
  for (const each of all(copy, 'annotation, annotation-xml')) each.remove();
  return ((copy.localName === 'math' ? copy : (copy.querySelector('math') ?? copy)).textContent ?? '').replace(/[\s\u200B]+/g, ' ').trim();
}

function write(formula: Element): void {
  const tex = texIn(formula);
  const isLarge = isDisplay(formula);
  const line = formula.closest('p, h1, h2, h3, h4, h5, h6, td, th, dt');
  const isAlone = line?.localName === 'p' && line.textContent.trim() === formula.textContent.trim() && line.closest('td, th') === null;
  const block = `$$\n${tex ?? ''}\n$$`;
  const sign = isLarge ? '$$' : '$';
  const inline = sign + (tex ?? '').replaceAll('\n', ' ') + sign;
  if (isLarge && (line === null || isAlone) && isFormula(block)) {
    const source = make(formula, 'pre', { 'data-raw-block': 'math' });
    source.textContent = block;
    wrapInside(source, 'code');
    (isAlone ? line : formula).replaceWith(source);
  } else if (isFormula(inline)) {
    const source = make(formula, 'code', { 'data-raw-inline': 'math', 'data-source': inline });
    source.textContent = inline;
    formula.replaceWith(source);
  } else formula.replaceWith(wordsOf(formula));
}

/** Puts the source of each formula in the place of what was drawn. */
export function formulas(body: Element): void {
  const found = all(body, drawings).filter((each) => each.closest('pre, code') === null);
  for (const formula of found) if (formula.parentElement?.closest(drawings) === null) write(formula);
}

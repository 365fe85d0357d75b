// MathML, as MathJax writes it, in Word's own markup of formulas. The library that there is for this knows no brackets that grow.

import { parseDocument } from 'htmlparser2';
import { isTag, isText, type Element } from 'domhandler';
import { escapeHtml } from '../../../contract/html-text.ts';
import { mathLetters } from './math-letters.ts';

const elementsOf = ({ children }: Pick<Element, 'children'>): Element[] => children.filter(isTag);

const textIn = (element: Element): string =>
  element.children.map((child) => (isText(child) ? child.data : isTag(child) ? textIn(child) : '')).join('');

const element = (name: string, content: string): string => `<m:${name}>${content}</m:${name}>`;
const value = (name: string, text: string): string => `<m:${name} m:val="${escapeHtml(text)}"/>`;

/** Letters are slanted by Word itself; `style` is p for upright, b for bold, nor for words. */
function run(text: string, style = ''): string {
  if (text === '') return '';
  const properties = style === 'nor' ? '<m:rPr><m:nor/></m:rPr>' : style === '' ? '' : element('rPr', value('sty', style));
  return element('r', `${properties}<m:t xml:space="preserve">${escapeHtml(text)}</m:t>`);
}

/** Word shows a box for what is empty. */
const zeroWidth = run('\u200B');

/** Signs of sums and integrals, which stand before what they are of. */
const large = new Set(['∑', '∏', '∐', '∫', '∬', '∭', '∮', '∯', '∰', '⋃', '⋂', '⋁', '⋀', '⨁', '⨂', '⨀', '⨄', '⨆']);

const accents: Readonly<Record<string, string>> = {
  '^': '\u0302',
  ˆ: '\u0302',
  '~': '\u0303',
  '˜': '\u0303',
  '→': '\u20D7',
  '⃗': '\u20D7',
  '˙': '\u0307',
  '¨': '\u0308',
  '´': '\u0301',
  '`': '\u0300',
  ˇ: '\u030C',
  '˘': '\u0306',
};
const bars = new Set(['¯', '―', '_', '‾', '\u0305', '\u00AF', '\u2015']);
/**
 * With `vertJc` on the other side the base stays on the line (ECMA-376, 22.1.2.41). Pandoc looks for `vertJC` and so reads any that stand
 * below inside out.
 */
const braces: Readonly<Record<string, 'top' | 'bot'>> = { '⏞': 'top', '⏟': 'bot' };

const variantStyle: Readonly<Record<string, string>> = { normal: 'p', bold: 'b', 'bold-italic': 'bi', italic: 'i' };

/** Elements that stand for what is in them. */
const transparent = new Set(['math', 'mrow', 'mstyle', 'mpadded', 'TeXAtom', 'semantics']);

/** The only element in rows that hold nothing else. */
function bare(each: Element | undefined): Element | undefined {
  let inner = each;
  while (inner !== undefined && transparent.has(inner.tagName) && elementsOf(inner).length === 1) [inner] = elementsOf(inner);
  return inner;
}

function largeSign(each: Element | undefined): string | null {
  const inner = bare(each);
  const text = inner?.tagName === 'mo' ? textIn(inner).trim() : '';
  return large.has(text) ? text : null;
}

/** A sum or the like with its limits; `of` is what follows it. */
function nary(each: Element, of: string): string | null {
  const [base, first, second] = elementsOf(each);
  const kind = each.tagName;
  const sign = kind === 'mo' ? largeSign(each) : largeSign(base);
  if (sign === null || !['mo', 'msub', 'msup', 'msubsup', 'munder', 'mover', 'munderover'].includes(kind)) return null;
  const below = kind === 'msup' || kind === 'mover' ? undefined : first;
  const above = kind === 'msup' || kind === 'mover' ? first : second;
  const hidden = (name: string, part: Element | undefined): string => (part === undefined ? value(name, '1') : '');
  const properties = element(
    'naryPr',
    value('chr', sign) +
      value('limLoc', kind.startsWith('mu') || kind === 'mover' ? 'undOvr' : 'subSup') +
      hidden('subHide', below) +
      hidden('supHide', above),
  );
  return element('nary', properties + element('sub', partOf(below)) + element('sup', partOf(above)) + element('e', of));
}

/** The markup of a part that may be missing. */
const partOf = (each: Element | undefined): string => (each === undefined ? '' : convert(each));

/** A pair of brackets around the rest of a row; null if this row is none. */
function fence(children: readonly Element[]): string | null {
  const [open, close] = [bare(children[0]), bare(children.at(-1))];
  if (children.length < 2 || open?.attribs['data-mjx-texclass'] !== 'OPEN' || close?.attribs['data-mjx-texclass'] !== 'CLOSE') return null;
  const properties = element('dPr', value('begChr', textIn(open).trim()) + value('endChr', textIn(close).trim()));
  return element('d', properties + element('e', row(children.slice(1, -1))));
}

/** A row of parts. What a sum is of is what follows it, up to the next sign of a relation. */
function row(children: readonly Element[]): string {
  let result = '';
  for (let index = 0; index < children.length; index += 1) {
    const each = children[index];
    if (each === undefined) continue;
    let end = index + 1;
    while (end < children.length && !isRelation(children[end])) end += 1;
    const isLarge = nary(each, '') !== null;
    if (isLarge) {
      result += nary(each, row(children.slice(index + 1, end)) || zeroWidth) ?? '';
      index = end - 1;
    } else result += convert(each);
  }
  return result;
}

const isRelation = (each: Element | undefined): boolean => each?.tagName === 'mo' && /^[=<>≤≥≠≈≡∼→⇒⇔∈,;≔+−-]$/.test(textIn(each).trim());

function over(each: Element): string {
  const [base, above] = elementsOf(each);
  const sign = above === undefined ? '' : textIn(above).trim();
  const e = element('e', partOf(base));
  if (bars.has(sign)) return element('bar', element('barPr', value('pos', each.tagName === 'mover' ? 'top' : 'bot')) + e);
  if (braces[sign] !== undefined)
    return element(
      'groupChr',
      element('groupChrPr', value('chr', sign) + value('pos', braces[sign]) + value('vertJc', braces[sign] === 'top' ? 'bot' : 'top')) + e,
    );
  if (each.tagName === 'mover' && accents[sign] !== undefined) return element('acc', element('accPr', value('chr', accents[sign])) + e);
  return element(each.tagName === 'mover' ? 'limUpp' : 'limLow', e + element('lim', partOf(above)));
}

function table(each: Element): string {
  const rows = elementsOf(each).map((one) =>
    elementsOf(one)
      .filter(({ tagName }) => tagName === 'mtd')
      .map((cell) => element('e', row(elementsOf(cell)))),
  );
  const columns = Math.max(1, ...rows.map((cells) => cells.length));
  const align = each.attribs['columnalign']?.split(' ')[0] ?? 'center';
  const properties = element(
    'mPr',
    value('plcHide', '1') + element('mcs', element('mc', element('mcPr', value('count', String(columns)) + value('mcJc', align)))),
  );
  return element('m', properties + rows.map((cells) => element('mr', cells.join('') + '<m:e/>'.repeat(columns - cells.length))).join(''));
}

function script(each: Element): string {
  const [base, first, second] = elementsOf(each);
  const e = element('e', partOf(base));
  switch (each.tagName) {
    case 'msub':
      return element('sSub', e + element('sub', partOf(first)));
    case 'msup':
      return element('sSup', e + element('sup', partOf(first)));
    default:
      return element('sSubSup', e + element('sub', partOf(first)) + element('sup', partOf(second)));
  }
}

function letters(each: Element, otherwise: string): string {
  const variant = each.attribs['mathvariant'] ?? '';
  const styled = mathLetters(textIn(each), variant);
  return styled === null ? run(textIn(each), variantStyle[variant] ?? otherwise) : run(styled, 'p');
}

/** How many ems a unit of MathML is. */
const ems: Readonly<Record<string, number>> = { em: 1, ex: 0.43, mu: 1 / 18, pt: 0.1, px: 0.075, cm: 2.83, mm: 0.283, in: 7.2 };

/** Spaces of Unicode by their width in ems, each up to the middle between it and the next. */
const spaces: readonly (readonly [below: number, space: string])[] = [
  [0.05, ''],
  [0.195, '\u2009'],
  [0.25, '\u2005'],
  [0.4, '\u2004'],
  [0.75, '\u2002'],
  [1.5, '\u2003'],
];

/** Blanks about as wide as a width of MathML; none for those that take room away. */
function blankOf(width: string): string {
  const [, count = '0', unit = 'em'] = /^(-?[\d.]+)(\w+)$/.exec(width) ?? [];
  const wide = Number(count) * (ems[unit] ?? 1);
  return spaces.find(([below]) => wide < below)?.[1] ?? '\u2003'.repeat(Math.min(Math.round(wide), 20));
}

/** By the names of MathML; what is not among them stands for what is in it. */
const converters: Readonly<Record<string, (each: Element, children: readonly Element[]) => string>> = {
  mi: (each) => letters(each, textIn(each).trim().length > 1 ? 'p' : ''),
  mn: (each) => letters(each, ''),
  mo: (each) => letters(each, ''),
  mtext: (each) => run(textIn(each), 'nor'),
  ms: (each) => run(textIn(each), 'nor'),
  mspace: (each) => run(blankOf(each.attribs['width'] ?? '0em')),
  mfrac: (each, [first, second]) =>
    element(
      'f',
      (each.attribs['linethickness'] === '0' ? element('fPr', value('type', 'noBar')) : '') +
        element('num', partOf(first)) +
        element('den', partOf(second)),
    ),
  msqrt: (_, children) => element('rad', element('radPr', value('degHide', '1')) + element('deg', '') + element('e', row(children))),
  mroot: (_, [first, second]) => element('rad', element('deg', partOf(second)) + element('e', partOf(first))),
  msub: (each) => nary(each, zeroWidth) ?? script(each),
  msup: (each) => nary(each, zeroWidth) ?? script(each),
  msubsup: (each) => nary(each, zeroWidth) ?? script(each),
  mover: (each) => nary(each, zeroWidth) ?? over(each),
  munder: (each) => nary(each, zeroWidth) ?? over(each),
  munderover: (each, [first, second, third]) =>
    nary(each, zeroWidth) ??
    element(
      'limUpp',
      element('e', element('limLow', element('e', partOf(first)) + element('lim', partOf(second)))) + element('lim', partOf(third)),
    ),
  mtable: (each) => table(each),
  mphantom: (_, children) => element('phant', element('phantPr', value('show', '0')) + element('e', row(children))),
  menclose: (_, children) => element('borderBox', element('e', row(children))),
  mmultiscripts: (_, children) => row(children.filter(({ tagName }) => tagName !== 'mprescripts' && tagName !== 'none')),
  none: () => '',
  annotation: () => '',
};

function convert(each: Element): string {
  const children = elementsOf(each);
  const converter = Object.hasOwn(converters, each.tagName) ? converters[each.tagName] : undefined;
  return converter?.(each, children) ?? fence(children) ?? row(children);
}

/** `m:oMath` of Word. Within text, limits stand beside their sign. */
export function omml(mathml: string, display: boolean): string {
  const markup = element('oMath', row(elementsOf(parseDocument(mathml, { xmlMode: true }))));
  return display ? markup : markup.replaceAll(value('limLoc', 'undOvr'), value('limLoc', 'subSup'));
}

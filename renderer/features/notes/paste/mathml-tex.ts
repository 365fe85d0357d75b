// MathML as TeX, for formulas of pages that say it in no other way: what browsers copy is without the TeX that KaTeX hides there.

/** What a child of a formula or of a part of it comes to. */
type Write = (element: Element) => string;

const variants: Readonly<Record<string, string>> = {
  normal: 'mathrm',
  bold: 'mathbf',
  'bold-italic': 'boldsymbol',
  'double-struck': 'mathbb',
  script: 'mathcal',
  fraktur: 'mathfrak',
  'sans-serif': 'mathsf',
  monospace: 'mathtt',
};

const functions = new Set(
  'arccos arcsin arctan arg cos cosh cot csc deg det dim exp gcd hom inf ker lg lim liminf limsup ln log max min sec sin sinh sup tan tanh'
    .split(' ')
    .concat('Pr'),
);

/** Signs above or below something, by what they are there. */
const accents: Readonly<Record<string, string>> = {
  ...{ '^': 'hat', '\u02C6': 'hat', '\u0302': 'hat', '~': 'tilde', '\u02DC': 'tilde', '\u0303': 'tilde', '\u2192': 'vec', '\u20D7': 'vec' },
  ...{ '\u02D9': 'dot', '\u0307': 'dot', '\u00A8': 'ddot', '\u00AF': 'overline', '\u02C9': 'bar', '\u203E': 'overline', _: 'underline' },
  ...{ '\u2015': 'overline', '\u0332': 'underline', '\u23DE': 'overbrace', '\u23DF': 'underbrace' },
};

const takesLimits = /^(?:[\u2210\u220F-\u2211\u222B-\u2230\u22C0-\u22C3\u2A00-\u2A06]|\\(?:lim|max|min|sup|inf|det|gcd|Pr)[a-z]* )$/u;

/** Signs as TeX takes them; what has none of its own there is the character. */
const signs = (text: string): string =>
  text
    .trim()
    .replace(/[\u2061-\u2064\u200B]/g, '')
    .replaceAll('\\', '\\backslash ')
    .replace(/[{}%#&$_]/g, '\\$&')
    .replaceAll('\u2212', '-')
    .replaceAll('\u00A0', '\\ ');

const group = (tex: string): string => (tex.length === 1 ? tex : `{${tex}}`);

function letters(element: Element): string {
  const text = signs(element.textContent);
  if (functions.has(text)) return `\\${text} `;
  const isWord = /^[A-Za-z]+$/.test(text);
  const variant = variants[element.getAttribute('mathvariant') ?? (isWord && text.length > 1 ? 'normal' : '')];
  return variant === undefined || (variant === 'mathrm' && !isWord) ? text : `\\${variant}{${text}}`;
}

/** Signs that grow with what stands between them. */
function fenced(children: readonly Element[], write: Write): string | null {
  const isFence = (each: Element | undefined): each is Element => each?.localName === 'mo' && each.getAttribute('fence') === 'true';
  const [first, last] = [children[0], children.at(-1)];
  if (children.length < 2 || !isFence(first) || !isFence(last)) return null;
  const sign = (each: Element): string => signs(each.textContent) || '.';
  return `\\left${sign(first)} ${children.slice(1, -1).map(write).join('')}\\right${sign(last)} `;
}

function scripts(base: string, below: string | null, above: string | null): string {
  const whole = base === '' || base.length === 1 || /^\\[A-Za-z]+ ?$/.test(base) ? base : `{${base}}`;
  return whole + (below === null ? '' : `_${group(below)}`) + (above === null ? '' : `^${group(above)}`);
}

function besideLimits(base: string, below: string | null, above: string | null): string {
  if (takesLimits.test(base)) return scripts(base, below, above);
  const mark = (inner: string, sign: string | null, otherwise: string): string =>
    sign === null ? inner : accents[sign] === undefined ? `\\${otherwise}{${sign}}{${inner}}` : `\\${accents[sign]}{${inner}}`;
  return mark(mark(base, below, 'underset'), above, 'overset');
}

/** What holds two or three parts, each one element. */
const ofParts: Readonly<Record<string, (parts: readonly string[], element: Element) => string>> = {
  mfrac: ([above = '', below = ''], element) =>
    /^0[a-z]*$/.test(element.getAttribute('linethickness') ?? '') ? `{${above} \\atop ${below}}` : `\\frac{${above}}{${below}}`,
  mroot: ([inner = '', degree = '']) => `\\sqrt[${degree}]{${inner}}`,
  msup: ([base = '', above = '']) => scripts(base, null, above),
  msub: ([base = '', below = '']) => scripts(base, below, null),
  msubsup: ([base = '', below = '', above = '']) => scripts(base, below, above),
  munder: ([base = '', below = '']) => besideLimits(base, below, null),
  mover: ([base = '', above = '']) => besideLimits(base, null, above),
  munderover: ([base = '', below = '', above = '']) => besideLimits(base, below, above),
};

const row = (children: readonly Element[]): string => fenced(children, texOf) ?? children.map(texOf).join('');

function texOf(element: Element): string {
  const children = [...element.children].filter(({ localName }) => !localName.startsWith('annotation'));
  const parts = ofParts[element.localName];
  if (parts !== undefined) return parts(children.map(texOf), element);
  switch (element.localName) {
    case 'math':
    case 'semantics':
    case 'mrow':
    case 'mstyle':
    case 'mpadded':
    case 'mtd':
      return row(children);
    case 'mi':
      return letters(element);
    case 'mn':
    case 'mo':
      return signs(element.textContent);
    case 'mtext':
      return element.textContent.trim() === '' ? '\\ ' : `\\text{${element.textContent.replace(/[\\{}$%#&_]/g, ' ')}}`;
    case 'mspace':
      return '\\,';
    case 'msqrt':
      return `\\sqrt{${row(children)}}`;
    case 'mtable':
      return `\\begin{matrix} ${children.map(texOf).join(' \\\\ ')} \\end{matrix}`;
    case 'mtr':
      return children.map(texOf).join(' & ');
    default:
      throw new Error(`there is no TeX for ${element.localName}`);
  }
}

/** A formula as TeX; null for what is in no formula of TeX, or is more than MathML for how it looks. */
export function texOfMath(math: Element): string | null {
  try {
    return texOf(math).replace(/ +/g, ' ').trim();
  } catch {
    return null;
  }
}

// Formulas as MathML, which the browser draws. MathJax reads them, as it does for exports; it is loaded with the first formula.

import { mathPackages, maxFormula, maxMacros } from '../../../main/contract/formulas.ts';

async function load() {
  const [{ mathjax }, { TeX }, { liteAdaptor }, { RegisterHTMLHandler }, { SerializedMmlVisitor }, { STATE }, { FontData }] =
    await Promise.all([
      import('mathjax-full/js/mathjax.js'),
      import('mathjax-full/js/input/tex.js'),
      import('mathjax-full/js/adaptors/liteAdaptor.js'),
      import('mathjax-full/js/handlers/html.js'),
      import('mathjax-full/js/core/MmlTree/SerializedMmlVisitor.js'),
      import('mathjax-full/js/core/MathItem.js'),
      import('mathjax-full/js/output/common/FontData.js'),
    ]);
  await Promise.all([
    import('mathjax-full/js/input/tex/base/BaseConfiguration.js'),
    import('mathjax-full/js/input/tex/ams/AmsConfiguration.js'),
    import('mathjax-full/js/input/tex/newcommand/NewcommandConfiguration.js'),
    import('mathjax-full/js/input/tex/boldsymbol/BoldsymbolConfiguration.js'),
    import('mathjax-full/js/input/tex/braket/BraketConfiguration.js'),
    import('mathjax-full/js/input/tex/cancel/CancelConfiguration.js'),
    import('mathjax-full/js/input/tex/mhchem/MhchemConfiguration.js'),
    import('mathjax-full/js/input/tex/unicode/UnicodeConfiguration.js'),
  ]);
  RegisterHTMLHandler(liteAdaptor());
  const visitor = new SerializedMmlVisitor();
  const formatError = (_: unknown, error: Error): never => {
    throw error;
  };
  const convert = (tex: string, display: boolean): string => {
    // A document for each: a macro of one formula is not known to the others, whose order changes while one writes.
    const document = mathjax.document('', { InputJax: new TeX({ packages: mathPackages, maxBuffer: maxFormula, maxMacros, formatError }) });
    return visitor.visitTree(document.convert(tex, { display, end: STATE.CONVERT }) as Parameters<typeof visitor.visitTree>[0]);
  };
  return { convert, alphabets: FontData };
}

type Alphabets = Awaited<ReturnType<typeof load>>['alphabets'];

let loading: ReturnType<typeof load> | undefined;

/** What an attribute of a formula may say: nothing that leads somewhere, and no style, which the page's policy forbids. */
const harmless = new Set(
  (
    'accent accentunder align columnalign columnlines columnspacing depth dir display displaystyle fence form frame height largeop ' +
    'linebreak linethickness lspace mathbackground mathcolor mathsize mathvariant maxsize minsize movablelimits notation rowalign ' +
    'rowlines rowspacing rspace scriptlevel separator stretchy symmetric voffset width xmlns'
  ).split(' '),
);

/** The formula as an element; null if it cannot be read. Rejects where MathJax cannot be loaded. */
export async function mathElement(tex: string, display: boolean): Promise<Element | null> {
  if (tex.trim() === '' || tex.length > maxFormula) return null;
  loading ??= load();
  const { convert, alphabets } = await loading.catch((error: unknown) => {
    // It is asked for again with the next formula.
    loading = undefined;
    throw error;
  });
  let mathml: string;
  try {
    mathml = convert(tex, display);
  } catch {
    return null;
  }
  const read = new DOMParser().parseFromString(mathml, 'application/xml').documentElement;
  if (read.localName !== 'math') return null;
  for (const element of [read, ...read.querySelectorAll('*')]) {
    for (const { name } of [...element.attributes]) if (!harmless.has(name)) element.removeAttribute(name);
    // MathJax writes an element a line: in a text that keeps its blanks those would be seen.
    if (element.childElementCount > 0) for (const child of [...element.childNodes]) if (child instanceof Text) child.remove();
  }
  const root = document.importNode(read, true);
  // Browsers draw MathML Core alone, which has none of these.
  for (const letters of root.querySelectorAll('mi[mathvariant], mn[mathvariant]')) useAlphabet(letters, alphabets);
  for (const table of root.querySelectorAll('mtable')) {
    putLabelsLast(table);
    styleTable(table);
  }
  return root;
}

/** Letters of another alphabet, such as bold ones, have characters of their own. */
function useAlphabet(element: Element, { VariantSmp, SmpRanges, SmpRemap, SmpRemapGreekU, SmpRemapGreekL }: Alphabets): void {
  const starts = VariantSmp[element.getAttribute('mathvariant') ?? ''];
  if (starts === undefined) return;
  const charactersFor = (letter: string): string => {
    const code = letter.codePointAt(0) ?? 0;
    const [range = 0, low = 0] = SmpRanges.find(([, from = 0, to = 0]) => from <= code && code <= to) ?? [];
    const offset = low > 0 ? code - low : (SmpRemapGreekU[code] ?? SmpRemapGreekL[code]);
    const start = starts[low > 0 ? range : code in SmpRemapGreekU ? 2 : 3];
    return start === undefined || offset === undefined ? letter : String.fromCodePoint(SmpRemap[start + offset] ?? start + offset);
  };
  element.textContent = Array.from(element.textContent, charactersFor).join('');
  element.setAttribute('mathvariant', 'normal');
}

/** Numbers of equations, which MathJax puts first in rows of a kind of their own, become the last cells of ordinary ones. */
function putLabelsLast(table: MathMLElement): void {
  const rows = [...table.children].map((row) => ({ row, cells: [...row.children], label: null as Element | null }));
  for (const each of rows) if (each.row.localName === 'mlabeledtr') each.label = each.cells.shift() ?? null;
  const columns = Math.max(...rows.map(({ cells }) => cells.length));
  for (const { row, cells, label } of rows) {
    if (label === null) continue;
    const made = document.createElementNS(row.namespaceURI, 'mtr');
    const missing = Array.from({ length: columns - cells.length }, () => document.createElementNS(row.namespaceURI, 'mtd'));
    label.setAttribute('class', 'math-label');
    made.append(...cells, ...missing, label);
    row.replaceWith(made);
  }
}

/** What a list such as `right left` says for a place; the last word of it stands for all further ones. */
function wordAt(words: readonly string[], at: number, otherwise: string): string {
  return words[Math.min(at, words.length - 1)] || otherwise;
}

/** Where the cells of a table stand, how far apart they are, and the rules between them. */
function styleTable(table: MathMLElement): void {
  const listed = (name: string): readonly string[] => (table.getAttribute(name) ?? '').split(' ');
  const [aligns, gaps, rules] = [listed('columnalign'), listed('columnspacing'), listed('columnlines')];
  const [rowGaps, rowRules] = [listed('rowspacing'), listed('rowlines')];
  const half = (gap: string): string => `calc(${gap} / 2)`;
  const ruled = (kind: string): string => (kind === 'none' ? '' : `1px ${kind}`);
  const frame = ruled(wordAt(listed('frame'), 0, 'none'));
  const [frameX, frameY] = frame === '' ? ['0', '0'] : ['0.4em', '0.5ex'];
  table.style.border = frame;
  const rows = [...table.children];
  for (const [row, { children }] of rows.entries())
    for (const [column, cell] of [...children].entries()) {
      const { style } = cell as MathMLElement;
      if (cell.classList.contains('math-label')) continue;
      const [isLastRow, isLast] = [row === rows.length - 1, column === children.length - 1];
      // The second one is for Chromium, in which the content of a cell is a block; others leave it out.
      for (const prefix of ['', '-webkit-']) style.textAlign = prefix + wordAt(aligns, column, 'center');
      style.paddingTop = row === 0 ? frameY : half(wordAt(rowGaps, row - 1, '1ex'));
      style.paddingBottom = isLastRow ? frameY : half(wordAt(rowGaps, row, '1ex'));
      style.paddingLeft = column === 0 ? frameX : half(wordAt(gaps, column - 1, '0.8em'));
      style.paddingRight = isLast ? frameX : half(wordAt(gaps, column, '0.8em'));
      style.borderRight = isLast ? '' : ruled(wordAt(rules, column, 'none'));
      style.borderBottom = isLastRow ? '' : ruled(wordAt(rowRules, row, 'none'));
    }
}

/** What stands between the signs of `$…$` or `$$…$$`, and whether it stands by itself. */
export function texOf(source: string): { readonly tex: string; readonly display: boolean } {
  const text = source.trim();
  const display = text.startsWith('$$');
  const signs = display ? 2 : 1;
  return { tex: text.slice(signs, text.endsWith(display ? '$$' : '$') ? -signs : undefined).trim(), display };
}

// Formulas as MathML, which the browser draws. MathJax reads them, as it does for exports; it is loaded with the first formula.

import { mathPackages, maxFormula, maxMacros } from '../../../../main/contract/formulas.ts';

async function load() {
  const [{ mathjax }, { TeX }, { liteAdaptor }, { RegisterHTMLHandler }, { SerializedMmlVisitor }, { STATE }] = await Promise.all([
    import('mathjax-full/js/mathjax.js'),
    import('mathjax-full/js/input/tex.js'),
    import('mathjax-full/js/adaptors/liteAdaptor.js'),
    import('mathjax-full/js/handlers/html.js'),
    import('mathjax-full/js/core/MmlTree/SerializedMmlVisitor.js'),
    import('mathjax-full/js/core/MathItem.js'),
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
  return (tex: string, display: boolean): string => {
    // A document for each: a macro of one formula is not known to the others, whose order changes while one writes.
    const document = mathjax.document('', { InputJax: new TeX({ packages: mathPackages, maxBuffer: maxFormula, maxMacros, formatError }) });
    return visitor.visitTree(document.convert(tex, { display, end: STATE.CONVERT }) as Parameters<typeof visitor.visitTree>[0]);
  };
}

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
  const convert = await loading.catch((error: unknown) => {
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
  return document.importNode(read, true);
}

/** What stands between the signs of `$…$` or `$$…$$`, and whether it stands by itself. */
export function texOf(source: string): { readonly tex: string; readonly display: boolean } {
  const text = source.trim();
  const display = text.startsWith('$$');
  const signs = display ? 2 : 1;
  return { tex: text.slice(signs, text.endsWith(display ? '$$' : '$') ? -signs : undefined).trim(), display };
}

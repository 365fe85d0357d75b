// Formulas: TeX by MathJax, as MathML for Word and as outlines for PDF.

import { mathPackages, maxFormula, maxMacros } from '../../contract/formulas.ts';

/** Loaded when the first formula comes; MathJax is large. */
async function loadMathJax() {
  const [{ mathjax }, { TeX }, { SVG }, { liteAdaptor }, { RegisterHTMLHandler }, { SerializedMmlVisitor }, { STATE }] = await Promise.all([
    import('mathjax-full/js/mathjax.js'),
    import('mathjax-full/js/input/tex.js'),
    import('mathjax-full/js/output/svg.js'),
    import('mathjax-full/js/adaptors/liteAdaptor.js'),
    import('mathjax-full/js/handlers/html.js'),
    import('mathjax-full/js/core/MmlTree/SerializedMmlVisitor.js'),
    import('mathjax-full/js/core/MathItem.js'),
  ]);
  for (const name of mathPackages) await import(`mathjax-full/js/input/tex/${name}/${capital(name)}Configuration.js`);
  const adaptor = liteAdaptor();
  RegisterHTMLHandler(adaptor);
  return { mathjax, TeX, SVG, adaptor, visitor: new SerializedMmlVisitor(), STATE };
}

const capital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

type MathJax = Awaited<ReturnType<typeof loadMathJax>>;
type MathDocument = ReturnType<MathJax['mathjax']['document']>;

let loading: Promise<MathJax> | undefined;

/** The formulas of one document: a macro that one defines is known to those after it, and to no other document. */
export class Formulas {
  readonly #mathJax: MathJax | null;
  #document: MathDocument | undefined;

  private constructor(mathJax: MathJax | null) {
    this.#mathJax = mathJax;
  }

  /** For a document that has formulas, or none: then nothing is loaded. */
  static async open(needed: boolean): Promise<Formulas> {
    if (!needed) return new Formulas(null);
    loading ??= loadMathJax();
    return new Formulas(await loading);
  }

  /** MathML; null if this is no TeX that can be read. Then its source is to be shown. */
  mathml(tex: string, display: boolean): string | null {
    return this.#convert(({ visitor, STATE }, document) =>
      visitor.visitTree(document.convert(tex, { display, end: STATE.CONVERT }) as Parameters<typeof visitor.visitTree>[0]),
    );
  }

  /** An SVG whose measures are in `ex`; null as above. */
  svg(tex: string, display: boolean): string | null {
    return this.#convert(({ adaptor }, document) =>
      adaptor.innerHTML(document.convert(tex, { display }) as Parameters<typeof adaptor.innerHTML>[0]),
    );
  }

  #convert(use: (mathJax: MathJax, document: MathDocument) => string): string | null {
    if (this.#mathJax === null) return null;
    const { mathjax, TeX, SVG } = this.#mathJax;
    const fail = (_: unknown, error: Error): never => {
      throw error;
    };
    this.#document ??= mathjax.document('', {
      InputJax: new TeX({ packages: mathPackages, maxBuffer: maxFormula, maxMacros, formatError: fail }),
      OutputJax: new SVG({ fontCache: 'none' }),
    });
    try {
      return use(this.#mathJax, this.#document);
    } catch {
      return null;
    }
  }
}

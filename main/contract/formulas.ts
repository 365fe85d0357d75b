// What formulas may say: TeX as MathJax reads it, in the page and for exports.

/** Parts of MathJax, by which commands there are. */
export const mathPackages = ['base', 'ams', 'newcommand', 'boldsymbol', 'braket', 'cancel', 'mhchem', 'unicode'];

/** In characters, after its macros too. */
export const maxFormula = 20_000;

/** How often one may call macros. */
export const maxMacros = 2_000;

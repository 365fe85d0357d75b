// Formulas in Word's own form, so that they can be edited there.

import { TextRun, type ParagraphChild } from 'docx';
import type { Formulas } from '../math.ts';
import { plainCharacters } from '../plain-characters.ts';
import { importedXml } from './imported-xml.ts';
import { omml } from './omml.ts';

/** A formula; its source in the face of code where it cannot be read. */
export function formula(tex: string, display: boolean, formulas: Formulas): ParagraphChild[] {
  const mathml = formulas.mathml(tex, display);
  if (mathml === null) return [new TextRun({ text: display ? `$$${tex}$$` : `$${tex}$`, style: 'VerbatimChar' })];
  // The library's type of what is in a paragraph does not know what is imported.
  return [importedXml(plainCharacters(omml(mathml.replace(/>\s+</g, '><'), display))) as unknown as ParagraphChild];
}

// Markup that the library has no classes for.

import { parseDocument } from 'htmlparser2';
import { isTag, isText, type Element } from 'domhandler';
import { ImportedXmlComponent, TextRun, type ParagraphChild } from 'docx';
import type { Formulas } from '../math.ts';
import { plainCharacters } from '../document.ts';
import { omml } from './omml.ts';

function componentOf({ tagName, attribs, children }: Element): ImportedXmlComponent {
  const made = new ImportedXmlComponent(tagName, attribs);
  for (const child of children) {
    if (isTag(child)) made.push(componentOf(child));
    else if (isText(child)) made.push(child.data);
  }
  return made;
}

/** The only element of this XML. The library's own reader of XML drops texts that are blank, and with them the spaces of formulas. */
export function importedXml(xml: string): ImportedXmlComponent {
  const root = parseDocument(xml, { xmlMode: true }).children.find(isTag);
  if (root === undefined) throw new RangeError('must hold an element');
  return componentOf(root);
}

/** A formula in Word's own form, to be edited there; its source in the face of code where it cannot be read. */
export function wordFormula(tex: string, display: boolean, formulas: Formulas): ParagraphChild[] {
  const mathml = formulas.mathml(tex, display);
  if (mathml === null) return [new TextRun({ text: display ? `$$${tex}$$` : `$${tex}$`, style: 'VerbatimChar' })];
  // The library's type of what is in a paragraph does not know what is imported.
  return [importedXml(plainCharacters(omml(mathml.replace(/>\s+</g, '><'), display))) as unknown as ParagraphChild];
}

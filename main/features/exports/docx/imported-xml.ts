// Markup that the library has no classes for.

import { parseDocument } from 'htmlparser2';
import { isTag, isText, type Element } from 'domhandler';
import { ImportedXmlComponent } from 'docx';

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

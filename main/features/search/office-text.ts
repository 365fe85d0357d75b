// What documents of Office say: the texts in the XML files that they are archives of.

import { strFromU8, unzipSync } from 'fflate';
import { Parser } from 'htmlparser2';

interface Form {
  /** The files of the archive that hold texts. */
  readonly files: RegExp;
  /** The elements in which these stand, and those at whose end a line does. */
  readonly text: ReadonlySet<string>;
  readonly line: ReadonlySet<string>;
}

const openXml = 'application/vnd.openxmlformats-officedocument.';

const forms: Readonly<Record<string, Form>> = {
  [`${openXml}wordprocessingml.document`]: {
    files: /^word\/(?:document|footnotes|endnotes|header\d*|footer\d*|comments)\.xml$/,
    text: new Set(['w:t']),
    line: new Set(['w:p', 'w:tab', 'w:br']),
  },
  [`${openXml}presentationml.presentation`]: {
    files: /^ppt\/(?:slides|notesSlides)\/[^/]+\.xml$/,
    text: new Set(['a:t']),
    line: new Set(['a:p', 'a:br']),
  },
  [`${openXml}spreadsheetml.sheet`]: {
    files: /^xl\/(?:sharedStrings|worksheets\/[^/]+|comments\d*)\.xml$/,
    // Of a sheet only texts: numbers without what they mean are of no use.
    text: new Set(['t']),
    line: new Set(['si', 'is', 'comment']),
  },
};

/** What all texts of a document may take unpacked, in bytes: a small archive can hold very much. */
const maxUnpacked = 64 * 1024 * 1024;

/** Null for any other kind. Throws what the archive's reader throws for a damaged one, or one that is too large. */
export function officeText(bytes: Uint8Array, mimeType: string): string | null {
  const form = forms[mimeType];
  if (form === undefined) return null;
  let unpacked = 0;
  const files = unzipSync(bytes, {
    filter: ({ name, originalSize }) => {
      if (!form.files.test(name)) return false;
      unpacked += originalSize;
      if (unpacked > maxUnpacked) throw new Error('too large');
      return true;
    },
  });
  return Object.values(files)
    .map((file) => xmlText(strFromU8(file), form))
    .join('\n');
}

function xmlText(xml: string, { text, line }: Form): string {
  const parts: string[] = [];
  let depth = 0;
  const parser = new Parser(
    {
      onopentagname: (name) => {
        if (text.has(name)) depth += 1;
      },
      ontext: (data) => {
        if (depth > 0) parts.push(data);
      },
      onclosetag: (name) => {
        if (text.has(name)) depth -= 1;
        if (line.has(name)) parts.push('\n');
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.end(xml);
  return parts.join('');
}

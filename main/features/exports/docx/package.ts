// Makes the file of a Word document the same whenever it is written of the same note: no clock, no random names.

import { strFromU8, strToU8, unzipSync, zipSync, type Zippable } from 'fflate';

/** Random names of relationships, as the library makes them. */
const randomId = /rId[\w-]{21}(?=")/g;

/** Numbers that the library counts on from one document to the next. */
const drawingIds = /(<wp:docPr [^>]*?\bid=")(\d+)(")/g;
const bookmark = /(<w:bookmark(?:Start|End) [^>]*?w:id=")(\d+)(")/g;

/** The oldest time that a ZIP file can tell. */
const earliest = Date.UTC(1980, 0, 2);

/** The file's bytes, `createdAt` and `updatedAt` (milliseconds) in its properties. */
export function reproducible(
  file: Uint8Array,
  { createdAt, updatedAt }: { readonly createdAt: number; readonly updatedAt: number },
): Uint8Array<ArrayBuffer> {
  const names = new Map<string, string>();
  const rename = (id: string): string => {
    const known = names.get(id) ?? `rIdL${names.size + 1}`;
    names.set(id, known);
    return known;
  };
  const numbers = new Numbers();
  const result: Zippable = {};
  for (const [path, bytes] of Object.entries(unzipSync(file)).toSorted(([a], [b]) => order(a) - order(b) || (a < b ? -1 : 1))) {
    result[path] = /\.(?:xml|rels)$/.test(path) ? strToU8(plain(path, strFromU8(bytes), rename, numbers, { createdAt, updatedAt })) : bytes;
  }
  return new Uint8Array(zipSync(result, { mtime: zipTime(updatedAt), level: 6 }));
}

/** Readers look for the list of contents first; names are given in the order in which the text has them. */
const order = (path: string): number =>
  ['[Content_Types].xml', '_rels/.rels', 'word/document.xml', 'word/footnotes.xml'].indexOf(path) + 1 || 99;

class Numbers {
  readonly #known = new Map<string, number>();

  of(kind: string, number: string): number {
    const key = `${kind}${number}`;
    const known = this.#known.get(key) ?? this.#known.size + 1;
    this.#known.set(key, known);
    return known;
  }
}

function plain(
  path: string,
  xml: string,
  rename: (id: string) => string,
  numbers: Numbers,
  times: { createdAt: number; updatedAt: number },
): string {
  const named = xml
    .replace(randomId, rename)
    .replace(drawingIds, (_, before: string, number: string, after: string) => `${before}${numbers.of('drawing', number)}${after}`)
    .replace(bookmark, (_, before: string, number: string, after: string) => `${before}${numbers.of('bookmark', number)}${after}`);
  if (path !== 'docProps/core.xml') return named;
  const stamp =
    (element: string, time: number): ((xml: string) => string) =>
    (xml) =>
      xml.replace(new RegExp(`(<dcterms:${element}[^>]*>)[^<]*`), `$1${new Date(time).toISOString().replace(/\.\d+/, '')}`);
  return stamp('modified', times.updatedAt)(stamp('created', times.createdAt)(named));
}

/** ZIP files tell the time of the machine's zone; this is UTC everywhere. */
function zipTime(time: number): Date {
  const at = new Date(Math.max(time, earliest));
  return new Date(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate(), at.getUTCHours(), at.getUTCMinutes(), at.getUTCSeconds());
}

// Makes a PDF smaller without changing what it says: objects without streams go into compressed object streams, and the table of objects
// into a cross-reference stream (ISO 32000-1, 7.5.7 and 7.5.8). The library writes each of them as plain text, and a tagged document has
// thousands.

import { deflateSync } from 'node:zlib';

/** An object as it stands in the file. */
interface StoredObject {
  readonly number: number;
  /** From `1 0 obj` to `endobj`, with the line's end. */
  readonly bytes: Uint8Array;
  /** What is between; null for an object with a stream, which stays as it is. */
  readonly body: Uint8Array | null;
}

/** Objects in one stream: more are smaller, but a reader unpacks all to see one. */
const objectsTogether = 200;

const text = (bytes: Uint8Array): string => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');

const unexpected = (): Error => new Error('The PDF is not written as this version of the library writes it');

/** Characters of an entry of the table of objects. */
const entryLength = 20;

/** Where the objects of the table begin; its first entry is none. Read one by one: a pattern for all fails for some hundred thousand. */
function tableOf(table: string): { readonly number: number; readonly offset: number }[] {
  const places = [];
  for (let at = 0; at < table.length; at += entryLength) {
    const entry = table.slice(at, at + entryLength);
    if (!/^\d{10} \d{5} [fn] \n$/.test(entry)) throw unexpected();
    places.push({ number: at / entryLength, offset: Number(entry.slice(0, 10)) });
  }
  return places.slice(1);
}

/** The objects by the order of the file, and the entries of its trailer. */
function parse(file: Uint8Array): { readonly head: Uint8Array; readonly objects: StoredObject[]; readonly trailer: string } {
  const end = /startxref\n(\d+)\n%%EOF\n$/.exec(text(file.subarray(-60)));
  const rest = text(file.subarray(Number(end?.[1] ?? Number.NaN)));
  const [opening = '', count] = /^xref\n0 (\d+)\n/.exec(rest) ?? [];
  const closing = opening.length + entryLength * Number(count);
  const [, entries] = /^trailer\n<<\n(.*)\n>>\nstartxref\n\d+\n%%EOF\n$/s.exec(rest.slice(closing)) ?? [];
  if (entries === undefined) throw unexpected();
  const offsets = tableOf(rest.slice(opening.length, closing)).toSorted((a, b) => a.offset - b.offset);
  const objects = offsets.map(({ number, offset }, index): StoredObject =>
    objectOf(number, file.subarray(offset, offsets[index + 1]?.offset ?? file.length - rest.length)),
  );
  return { head: file.subarray(0, offsets[0]?.offset ?? 0), objects, trailer: entries };
}

const ending = '\nendobj\n';

function objectOf(number: number, bytes: Uint8Array): StoredObject {
  const opening = `${number} 0 obj\n`;
  if (text(bytes.subarray(0, opening.length)) !== opening || text(bytes.subarray(-ending.length)) !== ending) throw unexpected();
  const hasStream = text(bytes.subarray(-ending.length - 10, -ending.length)) === '\nendstream';
  return { number, bytes, body: hasStream ? null : bytes.subarray(opening.length, -ending.length) };
}

function streamObject(number: number, dictionary: string, content: Uint8Array): Buffer {
  const packed = deflateSync(content, { level: 9 });
  return Buffer.concat([
    Buffer.from(`${number} 0 obj\n<<\n${dictionary}\n/Filter /FlateDecode\n/Length ${packed.length}\n>>\nstream\n`, 'latin1'),
    packed,
    Buffer.from(`\nendstream${ending}`, 'latin1'),
  ]);
}

function objectStream(number: number, members: readonly StoredObject[]): Buffer {
  let offset = 0;
  const bodies: Uint8Array[] = [];
  const places = members.map((member) => {
    const place = `${member.number} ${offset}`;
    const body = member.body ?? new Uint8Array();
    bodies.push(body, Buffer.from('\n'));
    offset += body.length + 1;
    return place;
  });
  const index = Buffer.from(`${places.join(' ')}\n`, 'latin1');
  return streamObject(number, `/Type /ObjStm\n/N ${members.length}\n/First ${index.length}`, Buffer.concat([index, ...bodies]));
}

/** Where an object is: at an offset of the file (type 1), or in an object stream (type 2), at an index. Type 0 is none. */
type Entry = readonly [type: 0 | 1 | 2, place: number, index: number];

const rowLength = 7;

/** Rows of seven bytes, each as its difference from the row above, which compresses well. */
function crossReferences(entries: readonly Entry[]): Buffer {
  const rows = Buffer.alloc(entries.length * rowLength);
  for (const [number, [type, place, index]] of entries.entries()) {
    const at = number * rowLength;
    rows.writeUInt8(type, at);
    rows.writeUInt32BE(place, at + 1);
    rows.writeUInt16BE(index, at + 5);
  }
  const differences = Buffer.alloc(entries.length * (rowLength + 1));
  for (const [at, byte] of rows.entries()) {
    const number = Math.floor(at / rowLength);
    differences[at + number + 1] = byte - (rows[at - rowLength] ?? 0);
    differences[number * (rowLength + 1)] = 2;
  }
  return differences;
}

/** The same document. `file` is a whole one, as the library has written it; its version must be 1.5 or newer. Throws for any other. */
export function withObjectStreams(file: Uint8Array): Uint8Array<ArrayBuffer> {
  const { head, objects, trailer } = parse(file);
  const parts: Uint8Array[] = [head];
  let length = head.length;
  let last = objects.length;
  const entries: Entry[] = [[0, 0, 65_535]];
  const put = (bytes: Uint8Array, number: number): void => {
    entries[number] = [1, length, 0];
    parts.push(bytes);
    length += bytes.length;
  };
  for (const { number, bytes, body } of objects) if (body === null) put(bytes, number);
  const packed = objects.filter(({ body }) => body !== null);
  for (let from = 0; from < packed.length; from += objectsTogether) {
    const members = packed.slice(from, from + objectsTogether);
    last += 1;
    for (const [index, { number }] of members.entries()) entries[number] = [2, last, index];
    put(objectStream(last, members), last);
  }
  const start = length;
  last += 1;
  entries[last] = [1, start, 0];
  const size = /^\/Size \d+$/m;
  if (!size.test(trailer)) throw unexpected();
  parts.push(
    streamObject(
      last,
      `/Type /XRef\n/W [1 4 2]\n/DecodeParms <<\n/Predictor 12\n/Columns 7\n>>\n${trailer.replace(size, `/Size ${last + 1}`)}`,
      crossReferences(entries),
    ),
  );
  parts.push(Buffer.from(`startxref\n${start}\n%%EOF\n`, 'latin1'));
  return new Uint8Array(Buffer.concat(parts));
}

// Reads the table of contents of a ZIP file.

import { open } from 'node:fs/promises';

/** The end record is this long, and can be followed by a comment of up to 64 KiB. */
const endSize = 22;
const maxCommentBytes = 0xffff;
/** A longer table of contents is not read: what it is asked for stands near its beginning. */
const maxTableBytes = 1024 * 1024;

/** The names of the files in it, at least of the first some thousands; null if it is no ZIP file, or damaged. */
export async function zipNames(path: string): Promise<readonly string[] | null> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    // A program that unpacks itself ends like a ZIP file, but does not begin like one.
    const { buffer: start } = await file.read(Buffer.alloc(4), 0, 4, 0);
    if (!['PK\x03\x04', 'PK\x05\x06'].includes(start.toString('latin1'))) return null;
    const tail = Buffer.alloc(Math.min(size, endSize + maxCommentBytes));
    await file.read(tail, 0, tail.length, size - tail.length);
    const end = tail.lastIndexOf('PK\x05\x06');
    if (end === -1 || end + endSize > tail.length) return null;
    const table = Buffer.alloc(Math.min(tail.readUInt32LE(end + 12), maxTableBytes, size));
    const { bytesRead } = await file.read(table, 0, table.length, tail.readUInt32LE(end + 16));
    return namesIn(table.subarray(0, bytesRead));
  } finally {
    await file.close();
  }
}

function namesIn(table: Buffer): string[] {
  const names: string[] = [];
  let start = 0;
  while (start + 46 <= table.length && table.readUInt32LE(start) === 0x0201_4b50) {
    const nameLength = table.readUInt16LE(start + 28);
    names.push(table.toString('utf8', start + 46, start + 46 + nameLength));
    start += 46 + nameLength + table.readUInt16LE(start + 30) + table.readUInt16LE(start + 32);
  }
  return names;
}

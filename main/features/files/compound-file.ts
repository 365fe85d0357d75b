// Reads the directory of a compound file (MS-CFB), the container of Word, Excel and PowerPoint before 2007.

import { open, type FileHandle } from 'node:fs/promises';

const signature = Buffer.from('d0cf11e0a1b11ae1', 'hex');
/** Sector numbers from here on are marks, such as the end of a chain. */
const firstMark = 0xffff_fffa;
const entrySize = 128;

interface Layout {
  readonly file: FileHandle;
  readonly sectorSize: number;
  /** How many sectors the file can hold: no chain is longer. */
  readonly sectors: number;
}

/** The names of all streams and storages in the file; null if it is none, or damaged. */
export async function compoundFileNames(path: string): Promise<ReadonlySet<string> | null> {
  const file = await open(path, 'r');
  try {
    const header = await read(file, 0, 512);
    const shift = header.length === 512 && header.subarray(0, 8).equals(signature) ? header.readUInt16LE(30) : 0;
    if (shift !== 9 && shift !== 12) return null;
    const sectorSize = 1 << shift;
    const layout: Layout = { file, sectorSize, sectors: Math.ceil((await file.stat()).size / sectorSize) };
    return await directoryNames(layout, await allocationSectors(layout, header), header.readUInt32LE(48));
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  } finally {
    await file.close();
  }
}

async function read(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}

function readSector({ file, sectorSize }: Layout, number: number): Promise<Buffer> {
  return read(file, (number + 1) * sectorSize, sectorSize);
}

/** The sectors of the allocation table, in order: 109 of them stand in the header, further ones in a chain of their own. */
async function allocationSectors(layout: Layout, header: Buffer): Promise<number[]> {
  const numbers = Array.from({ length: 109 }, (_, index) => header.readUInt32LE(76 + 4 * index));
  let next = header.readUInt32LE(68);
  for (let count = 0; next < firstMark && count < layout.sectors; count += 1) {
    const sector = await readSector(layout, next);
    const last = layout.sectorSize / 4 - 1;
    for (let index = 0; index < last; index += 1) numbers.push(sector.readUInt32LE(4 * index));
    next = sector.readUInt32LE(4 * last);
  }
  return numbers.filter((number) => number < firstMark);
}

/** Follows the directory from its first sector. Throws a `RangeError` where the file ends too early. */
async function directoryNames(layout: Layout, allocation: readonly number[], first: number): Promise<Set<string> | null> {
  const names = new Set<string>();
  const perSector = layout.sectorSize / 4;
  let next = first;
  for (let count = 0; next < firstMark; count += 1) {
    if (count > layout.sectors) return null;
    const sector = await readSector(layout, next);
    for (let start = 0; start + entrySize <= layout.sectorSize; start += entrySize) {
      const bytes = sector.readUInt16LE(start + 64);
      if (bytes >= 2 && bytes <= 64) names.add(sector.toString('utf16le', start, start + bytes - 2));
    }
    const table = allocation[Math.floor(next / perSector)];
    if (table === undefined) return null;
    next = (await readSector(layout, table)).readUInt32LE(4 * (next % perSector));
  }
  return names;
}

// Reads the head of a GGUF file and decides whether the file is whole. The library would load most of what is wrong here
// with no better message than "failed to load", or ask for as much memory as a damaged number says.

import { closeSync, existsSync, fstatSync, openSync, readSync } from 'node:fs';

/** What is wrong with a file, for a person. */
export class GgufError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'GgufError';
  }
}

export interface GgufHead {
  readonly architecture: string;
  /** Bytes of the file and, of a model in several files, of the others. */
  readonly size: number;
}

/** Elements in a block, and bytes of a block, by the number of the tensor's type. */
const blocks: Readonly<Record<number, readonly [elements: number, bytes: number]>> = {
  0: [1, 4],
  1: [1, 2],
  2: [32, 18],
  3: [32, 20],
  6: [32, 22],
  7: [32, 24],
  8: [32, 34],
  9: [32, 36],
  10: [256, 84],
  11: [256, 110],
  12: [256, 144],
  13: [256, 176],
  14: [256, 210],
  15: [256, 292],
  16: [256, 66],
  17: [256, 74],
  18: [256, 98],
  19: [256, 50],
  20: [32, 18],
  21: [256, 110],
  22: [256, 82],
  23: [256, 136],
  24: [1, 1],
  25: [1, 2],
  26: [1, 4],
  27: [1, 8],
  28: [1, 8],
  29: [256, 56],
  30: [1, 2],
  34: [256, 54],
  35: [256, 66],
  39: [32, 17],
};

/** Bytes of the values of a fixed size, by the number of their type. */
const widths: Readonly<Record<number, number>> = { 0: 1, 1: 1, 2: 2, 3: 2, 4: 4, 5: 4, 6: 4, 7: 1, 10: 8, 11: 8, 12: 8 };
const stringType = 8;
const arrayType = 9;

/** More keys, tensors or dimensions than any model has. */
const maxEntries = 1_000_000;
const maxDimensions = 8;
/** Keys and names are short; values that are kept are as well. */
const maxNameLength = 65_535;
const windowSize = 1024 * 1024;

const cutOff = (): GgufError => new GgufError('the file is cut off or damaged: its head does not end');

/** Reads forward through a file, a window at a time. */
class Reader {
  readonly size: number;
  position = 0;
  readonly #descriptor: number;
  #window = Buffer.alloc(0);
  #windowAt = 0;

  constructor(descriptor: number) {
    this.#descriptor = descriptor;
    this.size = fstatSync(descriptor).size;
  }

  bytes(length: number): Buffer {
    if (this.position + length > this.size) throw cutOff();
    if (this.position < this.#windowAt || this.position + length > this.#windowAt + this.#window.length) {
      const window = Buffer.alloc(Math.max(windowSize, length));
      this.#window = window.subarray(0, readSync(this.#descriptor, window, 0, window.length, this.position));
      this.#windowAt = this.position;
      if (this.#window.length < length) throw cutOff();
    }
    const start = this.position - this.#windowAt;
    this.position += length;
    return this.#window.subarray(start, start + length);
  }

  skip(length: number): void {
    if (this.position + length > this.size) throw cutOff();
    this.position += length;
  }

  u32(): number {
    return this.bytes(4).readUInt32LE();
  }

  /** A number that counts or places something: none of them is larger than the file. */
  length(): number {
    const value = this.bytes(8).readBigUInt64LE();
    if (value > BigInt(this.size)) throw cutOff();
    return Number(value);
  }

  text(): string {
    const length = this.length();
    if (length > maxNameLength) throw cutOff();
    return this.bytes(length).toString('utf8');
  }
}

function skipValue(reader: Reader, type: number, depth = 0): void {
  const width = widths[type];
  if (width !== undefined) reader.skip(width);
  else if (type === stringType) reader.skip(reader.length());
  else if (type === arrayType && depth < 4) {
    const element = reader.u32();
    const count = reader.length();
    const elementWidth = widths[element];
    if (elementWidth !== undefined) reader.skip(elementWidth * count);
    else for (let index = 0; index < count; index += 1) skipValue(reader, element, depth + 1);
  } else throw new GgufError('the file is damaged: its head holds a value of no known type');
}

/** The entries that are looked at, as text or number. */
function readEntries(reader: Reader, count: number): Map<string, string | number> {
  const kept = new Map<string, string | number>();
  for (let index = 0; index < count; index += 1) {
    const key = reader.text();
    const type = reader.u32();
    if (key === 'general.architecture' && type === stringType) kept.set(key, reader.text());
    else if (key === 'general.alignment' && type === 4) kept.set(key, reader.u32());
    else if (key === 'split.count' && type === 2) kept.set(key, reader.bytes(2).readUInt16LE());
    else skipValue(reader, type);
  }
  return kept;
}

/** How many bytes of tensors follow the head, at the least. */
function readTensors(reader: Reader, count: number): number {
  let end = 0;
  for (let index = 0; index < count; index += 1) {
    reader.text();
    const dimensions = reader.u32();
    if (dimensions > maxDimensions) throw cutOff();
    let elements = 1;
    for (let dimension = 0; dimension < dimensions; dimension += 1) elements *= Number(reader.bytes(8).readBigUInt64LE());
    const [perBlock, bytes] = blocks[reader.u32()] ?? [1, 0];
    const offset = Number(reader.bytes(8).readBigUInt64LE());
    end = Math.max(end, offset + Math.ceil(elements / perBlock) * bytes);
  }
  return end;
}

function check(reader: Reader): { architecture: string; parts: number } {
  if (reader.size < 4 || reader.bytes(4).toString('latin1') !== 'GGUF') throw new GgufError('it is no GGUF file');
  const version = reader.u32();
  if (version === 0x03_00_00_00 || version === 0x02_00_00_00) throw new GgufError('it is made for machines of another byte order');
  if (version !== 2 && version !== 3) throw new GgufError(`it is a GGUF file of version ${version}, and only versions 2 and 3 can be read`);
  const tensors = reader.length();
  const entries = reader.length();
  if (tensors > maxEntries || entries > maxEntries) throw cutOff();
  const kept = readEntries(reader, entries);
  const architecture = kept.get('general.architecture');
  if (typeof architecture !== 'string') throw new GgufError('it does not say of which architecture the model is');
  const alignment = Number(kept.get('general.alignment') ?? 32);
  const length = readTensors(reader, tensors);
  const needed = Math.ceil(reader.position / alignment) * alignment + length;
  if (needed > reader.size)
    throw new GgufError(`the file is cut off: it should have ${needed} bytes and has ${reader.size}; download it again`);
  return { architecture, parts: Number(kept.get('split.count') ?? 1) };
}

function withReader<T>(file: string, work: (reader: Reader) => T): T {
  const descriptor = openSync(file, 'r');
  try {
    return work(new Reader(descriptor));
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Looks at the head of a model's file, and of its further parts if it has any. Throws a `GgufError` for what is no whole
 * GGUF file, and the system's errors.
 */
export function readGgufHead(file: string): GgufHead {
  const { architecture, parts, size } = withReader(file, (reader) => ({ ...check(reader), size: reader.size }));
  let total = size;
  for (let part = 2; part <= parts; part += 1) {
    const number = (value: number): string => String(value).padStart(5, '0');
    const sibling = file.replace(/-00001-of-(\d{5})\.gguf$/i, (_, count: string) => `-${number(part)}-of-${count}.gguf`);
    if (sibling === file || !existsSync(sibling)) throw new GgufError(`the model is in ${parts} files, and part ${part} is missing`);
    total += withReader(sibling, (reader) => {
      check(reader);
      return reader.size;
    });
  }
  return { architecture, size: total };
}

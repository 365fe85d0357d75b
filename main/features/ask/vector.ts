// Vectors as they are kept: a signed byte for each dimension is a quarter of the room, and ranks as well. Pure.

/** The greatest size of a vector, in dimensions. */
const maxDimensions = 4_096;

/** Null for one that says nothing: of no length, or with what is no number. */
export function packVector(vector: readonly number[]): Uint8Array | null {
  const largest = vector.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  if (vector.length === 0 || vector.length > maxDimensions || !Number.isFinite(largest) || largest === 0) return null;
  return new Uint8Array(Int8Array.from(vector, (value) => Math.round((value / largest) * 127)).buffer);
}

/** The cosine of the angle between two packed vectors: 1 for the same direction; 0 for those of different sizes. */
export function similarity(a: Int8Array, b: Int8Array): number {
  if (a.length !== b.length) return 0;
  let product = 0;
  let lengthA = 0;
  let lengthB = 0;
  for (let index = 0; index < a.length; index += 1) {
    const x = a[index] ?? 0;
    const y = b[index] ?? 0;
    product += x * y;
    lengthA += x * x;
    lengthB += y * y;
  }
  return product === 0 ? 0 : product / Math.sqrt(lengthA * lengthB);
}

/** The bytes of a packed vector as numbers. */
export function unpackedVector(bytes: Uint8Array): Int8Array {
  return new Int8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

import type { IncomingMessage } from 'node:http';
import { constants, createBrotliDecompress, createGunzip, createInflate, createInflateRaw, createZstdDecompress } from 'node:zlib';
import { hostFailed } from './failures.ts';

/** Bytes of a page that are read, as they come and again when unpacked; what a page says of itself stands at its beginning. */
const maxPageBytes = 1024 * 1024;

/** Eight megabytes, the window that RFC 9659 lets web servers expect. */
const largestWindow = 23;

/** The first `maxPageBytes` bytes of the content, unpacked. Throws `upstream_failed` for encodings that it does not know, or several. */
export async function readBody(response: IncomingMessage, url: URL): Promise<Buffer> {
  const unpack = maybeUnpacker(response, url);
  const packed = await readStart(response);
  return unpack === null || packed.length === 0 ? packed : readStart(unpack(packed));
}

/** All of the content, unpacked. Throws `upstream_failed` for what is longer than `limit` bytes, packed or not, and for other encodings. */
export async function readWhole(response: IncomingMessage, url: URL, limit: number): Promise<Buffer> {
  const unpack = maybeUnpacker(response, url);
  if (Number(response.headers['content-length'] ?? 0) > limit) throw hostFailed(url, 'sent more than can be taken');
  const packed = await readUpTo(response, url, limit);
  return unpack === null ? packed : readUpTo(unpack(packed), url, limit);
}

/** What the content is unpacked by; null where it comes as it is. Throws `upstream_failed` for encodings that are not known, or several. */
function maybeUnpacker({ headers }: IncomingMessage, url: URL): ((packed: Buffer) => AsyncIterable<Buffer>) | null {
  const encoding = (headers['content-encoding'] ?? '').trim().toLowerCase();
  const isPlain = encoding === '' || encoding === 'identity';
  const unpacker = isPlain ? null : unpackers.get(encoding);
  if (unpacker === undefined || (headers['transfer-encoding'] ?? 'chunked').toLowerCase() !== 'chunked')
    throw hostFailed(url, 'sent an encoding that is not supported');
  if (unpacker === null) return null;
  return (packed) => {
    const unpacking = unpacker(packed);
    unpacking.end(packed);
    return unpacking;
  };
}

async function readUpTo(stream: AsyncIterable<Buffer>, url: URL, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of stream) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > limit) throw hostFailed(url, 'sent more than can be taken');
  }
  return Buffer.concat(chunks);
}

/** Reads up to the limit, then destroys the stream. */
async function readStart(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of stream) {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= maxPageBytes) break;
  }
  return Buffer.concat(chunks).subarray(0, maxPageBytes);
}

// Flushing at the end gives what there is of a page that was cut off.
const lenient = { finishFlush: constants.Z_SYNC_FLUSH };

type Unpacker = (packed: Buffer) => NodeJS.ReadWriteStream & AsyncIterable<Buffer>;

const gunzip: Unpacker = () => createGunzip(lenient);

const unpackers = new Map<string, Unpacker>([
  ['gzip', gunzip],
  ['x-gzip', gunzip],
  // Some servers leave out the header that this encoding should have.
  ['deflate', (packed) => (((packed[0] ?? 0) & 0x0f) === 8 ? createInflate(lenient) : createInflateRaw(lenient))],
  ['br', () => createBrotliDecompress({ finishFlush: constants.BROTLI_OPERATION_FLUSH })],
]);
if (typeof createZstdDecompress === 'function') {
  unpackers.set('zstd', () =>
    createZstdDecompress({ finishFlush: constants.ZSTD_e_flush, params: { [constants.ZSTD_d_windowLogMax]: largestWindow } }),
  );
}

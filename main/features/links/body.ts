import type { IncomingMessage } from 'node:http';
import { constants, createBrotliDecompress, createGunzip, createInflate, createInflateRaw, createZstdDecompress } from 'node:zlib';
import { hostFailed } from './failures.ts';

/** Bytes of a page that are read, as they come and again when unpacked; what a page says of itself stands at its beginning. */
const maxPageBytes = 1024 * 1024;

/** Eight megabytes, the window that RFC 9659 lets web servers expect. */
const largestWindow = 23;

/** The first `maxPageBytes` bytes of the content, unpacked. Throws `upstream_failed` for encodings that it does not know, or several. */
export async function readBody(response: IncomingMessage, url: URL): Promise<Buffer> {
  if ((response.headers['transfer-encoding'] ?? 'chunked').toLowerCase() !== 'chunked')
    throw hostFailed(url, 'sent an encoding that is not supported');
  const encoding = (response.headers['content-encoding'] ?? '').trim().toLowerCase();
  if (encoding === '' || encoding === 'identity') return readStart(response);
  const unpack = unpackers.get(encoding);
  if (unpack === undefined) throw hostFailed(url, 'sent an encoding that is not supported');
  const packed = await readStart(response);
  if (packed.length === 0) return packed;
  const unpacking = unpack(packed);
  unpacking.end(packed);
  return readStart(unpacking);
}

/** All of the content, unpacked. Throws `upstream_failed` for what is longer than `limit` bytes, packed or not, and for other encodings. */
export async function readWhole(response: IncomingMessage, url: URL, limit: number): Promise<Buffer> {
  if ((response.headers['transfer-encoding'] ?? 'chunked').toLowerCase() !== 'chunked')
    throw hostFailed(url, 'sent an encoding that is not supported');
  if (Number(response.headers['content-length'] ?? 0) > limit) throw hostFailed(url, 'sent more than can be taken');
  const encoding = (response.headers['content-encoding'] ?? '').trim().toLowerCase();
  const packed = await readUpTo(response, url, limit);
  if (encoding === '' || encoding === 'identity') return packed;
  const unpack = unpackers.get(encoding);
  if (unpack === undefined) throw hostFailed(url, 'sent an encoding that is not supported');
  const unpacking = unpack(packed);
  unpacking.end(packed);
  return readUpTo(unpacking, url, limit);
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

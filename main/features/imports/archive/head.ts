// What was sent, by its first bytes.

import { open } from 'node:fs/promises';

export type SentKind = 'zip' | 'tar' | 'file';

const headLength = 512;

/** What the beginning of a file says that it is. */
export function kindOfHead(head: Uint8Array): SentKind {
  const text = Buffer.from(head).toString('latin1');
  if (text.startsWith('PK\u0003\u0004') || text.startsWith('PK\u0005\u0006') || text.startsWith('PK00PK')) return 'zip';
  return text.slice(257, 262) === 'ustar' ? 'tar' : 'file';
}

/** The first bytes of a file. */
export async function headOf(path: string): Promise<Uint8Array> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headLength), 0, headLength, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

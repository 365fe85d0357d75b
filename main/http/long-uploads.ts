// Uploads of gigabytes take longer than a request may take: those that a route allows are not cut while bytes keep coming.

import type { Duplex } from 'node:stream';

const sockets = new WeakMap<Duplex, number>();

/** Until it is disposed of, the time that a request may take does not count on this connection. */
export function allowLongUpload(socket: Duplex): Disposable {
  sockets.set(socket, (sockets.get(socket) ?? 0) + 1);
  return {
    [Symbol.dispose]: () => {
      const left = (sockets.get(socket) ?? 1) - 1;
      if (left > 0) sockets.set(socket, left);
      else sockets.delete(socket);
    },
  };
}

export function isLongUpload(socket: Duplex): boolean {
  return sockets.has(socket);
}

// Bytes over a socket, as no HTTP client would send them, and what comes back.

import { connect } from 'node:net';

export interface RawReply {
  readonly status: number;
  /** By their names in lower case; of one that came twice, both with a comma. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Sends these bytes to a loopback port and reads until the other side ends the connection. */
export function sendBytes(port: number | string, bytes: string | Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(Number(port), '127.0.0.1', () => {
      socket.write(bytes);
    });
    socket
      .setEncoding('utf8')
      .on('data', (chunk: string) => {
        text += chunk;
      })
      .on('end', () => {
        resolve(text);
        socket.destroy();
      });
    // What came before a reset counts.
    socket.on('error', (error) => {
      if (text === '') reject(error);
      else resolve(text);
    });
  });
}

/** The first answer of a text that came over a socket. */
export function parseReply(text: string): RawReply {
  const end = text.indexOf('\r\n\r\n');
  const [statusLine = '', ...lines] = text.slice(0, end).split('\r\n');
  const headers: Record<string, string> = {};
  for (const line of lines) {
    const at = line.indexOf(':');
    const name = line.slice(0, at).toLowerCase();
    const value = line.slice(at + 1).trim();
    headers[name] = name in headers ? `${headers[name]}, ${value}` : value;
  }
  return { status: Number(statusLine.split(' ')[1] ?? 0), headers, body: text.slice(end + 4) };
}

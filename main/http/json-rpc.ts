// What protocols over JSON-RPC 2.0 need of the adapter besides a body: their headers, and errors in their own form.

import type { Request, Response } from 'express';
import { errorStatus, type ErrorCode } from '../contract/errors.ts';

import { beginAnswer } from './answer-head.ts';
import { toAppError } from './problem.ts';

/** JSON-RPC's codes for what is wrong before a message can be read: no JSON at all, or none that is taken. */
const rpcCodes: Partial<Readonly<Record<ErrorCode, number>>> = {
  malformed_json: -32_700,
  too_large: -32_600,
  unsupported_media_type: -32_600,
};

/** Gives the body, or tells what is wrong with it as an error of JSON-RPC and gives null. Rejects with everything else. */
export async function orJsonRpcError<T>(res: Response, reading: Promise<T>): Promise<T | null> {
  try {
    return await reading;
  } catch (error) {
    const known = toAppError(error);
    const code = rpcCodes[known.code];
    if (code === undefined) throw error;
    beginAnswer(res);
    const text = JSON.stringify({ jsonrpc: '2.0', id: null, error: { code, message: known.message } });
    res.status(errorStatus[known.code]).set('Cache-Control', 'no-store').type('application/json').send(text);
    return null;
  }
}

/** The headers of a message, without those that say by what right it comes. */
export function messageHeaders({ headers }: Request): Record<string, string> {
  const own = ['accept', 'content-type', 'last-event-id', 'user-agent'];
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      typeof value === 'string' && (own.includes(name) || name.startsWith('mcp-')) ? [[name, value]] : [],
    ),
  );
}

// The answers of WebDAV: what is found and what is not, resource by resource (RFC 4918, 13), and errors by their names (16).

import type { ServerResponse } from 'node:http';
import { once } from 'node:events';
import { invalid } from '../../lib/app-error.ts';
import { CooperativeScheduler } from '../../lib/cooperative-scheduler.ts';
import { beginAnswer } from '../answer-head.ts';
import { dav } from './names.ts';
import type { Properties } from './properties.ts';
import { childOf, declarations, element, escaped, xmlHead, type XmlElement } from './xml.ts';

/** Which properties are asked for. */
export interface WantedProperties {
  readonly kind: 'all' | 'names' | 'some';
  readonly tags: readonly string[];
  /** What is missing is not told. */
  readonly isMinimal: boolean;
}

/** How many properties can be asked for, and how long all their names can be: each is told of each event, also that it is not there. */
const maxWanted = { properties: 100, characters: 10_000 } as const;

/** From the body of a PROPFIND or REPORT; without one all are wanted. Throws 400 for more properties than calendars have. */
export function wantedOf(root: XmlElement | null, isMinimal: boolean): WantedProperties {
  const prop = root === null ? null : childOf(root, dav('prop'));
  if (prop !== null) {
    const tags = [...new Set(prop.children.map(({ tag }) => tag))];
    if (tags.length > maxWanted.properties || tags.join('').length > maxWanted.characters)
      throw invalid({ path: '', message: `The body can ask for ${maxWanted.properties} properties at most` });
    return { kind: 'some', tags, isMinimal };
  }
  const kind = root !== null && childOf(root, dav('propname')) !== null ? 'names' : 'all';
  return { kind, tags: [], isMinimal };
}

const statusLine = (status: string): string => element(dav('status'), `HTTP/1.1 ${status}`);

/** What of a resource is wanted and there, and what is not there. */
export function foundResponse(path: string, properties: Properties, { kind, tags, isMinimal }: WantedProperties): string {
  const asked = kind === 'some' ? tags : [...properties.keys()];
  const found: string[] = [];
  const missing: string[] = [];
  for (const tag of asked) {
    const value = properties.get(tag);
    if (value === undefined) missing.push(element(tag));
    else found.push(element(tag, kind === 'names' ? '' : value()));
  }
  const parts = [
    ...(found.length > 0 || missing.length === 0 || isMinimal ? [propstat(found, '200 OK')] : []),
    ...(missing.length > 0 && !isMinimal ? [propstat(missing, '404 Not Found')] : []),
  ];
  return element(dav('response'), element(dav('href'), escaped(path)) + parts.join(''));
}

export function propstat(properties: readonly string[], status: string): string {
  return element(dav('propstat'), element(dav('prop'), properties.join('')) + statusLine(status));
}

/** A resource that is not there, or not there any more. */
export function statusResponse(path: string, status: string, more = ''): string {
  return element(dav('response'), element(dav('href'), escaped(path)) + statusLine(status) + more);
}

/** How much of an answer is gathered before it is sent, in characters. */
const chunkLength = 65_536;

/** Sends the parts as they come. What they throw before the first is told as an error; later the connection is cut. */
export async function sendMultistatus(res: ServerResponse, parts: AsyncIterable<string>): Promise<void> {
  const iterator = parts[Symbol.asyncIterator]();
  const scheduler = new CooperativeScheduler();
  const first = await iterator.next();
  beginAnswer(res);
  res.setHeader('DAV', davClasses);
  res.writeHead(207, { 'Content-Type': 'application/xml; charset=utf-8' });
  try {
    let text = `${xmlHead}<D:multistatus${declarations}>`;
    for (let part = first; part.done !== true; part = await iterator.next()) {
      if (res.destroyed) return;
      text += part.value;
      if (text.length >= chunkLength) {
        await write(res, text);
        text = '';
      }
      await scheduler.yieldIfDue();
    }
    res.end(`${text}</D:multistatus>`);
  } catch (error) {
    res.destroy();
    throw error;
  }
}

/** Waits for a reader that is behind. */
async function write(res: ServerResponse, text: string): Promise<void> {
  if (text === '' || res.destroyed || res.write(text)) return;
  const gone = new AbortController();
  const close = (): void => {
    gone.abort();
  };
  res.once('close', close);
  try {
    await once(res, 'drain', { signal: gone.signal });
  } catch (error) {
    if (!gone.signal.aborted) throw error;
  } finally {
    res.off('close', close);
  }
}

/** A document that says which condition of the protocol is not met, with what belongs to it (`inner`), and to people why (`detail`). */
export function sendRefusal(res: ServerResponse, status: number, tag: string, detail = '', inner = ''): void {
  beginAnswer(res);
  const told = detail === '' ? '' : element(dav('responsedescription'), escaped(detail));
  const body = Buffer.from(`${xmlHead}<D:error${declarations}>${element(tag, inner)}${told}</D:error>`);
  res.writeHead(status, { 'Content-Type': 'application/xml; charset=utf-8', 'Content-Length': body.byteLength }).end(body);
}

export const davClasses = '1, 3, calendar-access, extended-mkcol';

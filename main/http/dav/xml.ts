// XML as WebDAV has it (RFC 4918): read within limits and slice by slice, and written. Names are told as {namespace}name.

import { setImmediate } from 'node:timers/promises';
import { Parser } from 'htmlparser2';
import { invalid } from '../../lib/app-error.ts';

export interface XmlElement {
  /** `{namespace}name`. */
  readonly tag: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly XmlElement[];
  /** Its own text, entities decoded. */
  readonly text: string;
}

interface Open {
  readonly raw: string;
  readonly tag: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: XmlElement[];
  readonly texts: string[];
  readonly scope: Scope;
}

/** Prefixes that an element declares; those of the elements around it count as well. */
interface Scope {
  readonly own: ReadonlyMap<string, string>;
  readonly outer: Scope | null;
}

const xmlLimits = { depth: 24, elements: 60_000, attributes: 32 } as const;
/** Characters that are parsed in one go. */
const sliceLength = 64 * 1024;

const qualifiedName = /^(?:[\p{L}_][\p{L}\p{N}._-]*:)?[\p{L}_][\p{L}\p{N}._-]*$/u;
const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const refused = (message: string): never => {
  throw invalid({ path: '', message: `The body is not XML as WebDAV has it: ${message}` });
};

/** The root element. Throws 400 for what is not well-formed, is nested too deeply, or declares entities or a document type. */
export async function readXml(text: string): Promise<XmlElement> {
  const tree = new Tree();
  let attributesOfTag = 0;
  const parser = new Parser(
    {
      onopentagname: () => {
        attributesOfTag = 0;
      },
      // Not when all of them have come: the tag can be as long as the body.
      onattribute: () => {
        attributesOfTag += 1;
        if (attributesOfTag > xmlLimits.attributes) refused('an element has too many attributes');
      },
      onopentag: (name, attributes) => {
        tree.open(name, attributes);
      },
      onclosetag: (_name, isImplied) => {
        if (isImplied && !tree.closesItself(parser.endIndex, text)) refused('an element is not closed');
        tree.close();
      },
      ontext: (data) => {
        tree.add(data);
      },
      oncdatastart: () => {
        tree.isLiteral = true;
      },
      oncdataend: () => {
        tree.isLiteral = false;
      },
      onprocessinginstruction: (name) => {
        if (name.startsWith('!')) refused('a document type is not taken');
      },
      onerror: (error) => {
        throw error;
      },
    },
    { xmlMode: true, decodeEntities: false },
  );
  for (let at = 0; at < text.length; at += sliceLength) {
    parser.write(text.slice(at, at + sliceLength));
    if (at + sliceLength < text.length) await setImmediate();
  }
  parser.end();
  return tree.root ?? refused('there is no element');
}

/** What has been read so far. */
class Tree {
  root: XmlElement | null = null;
  isLiteral = false;
  readonly #stack: Open[] = [];
  #count = 0;

  open(raw: string, given: Readonly<Record<string, string>>): void {
    const outer = this.#stack.at(-1);
    this.#count += 1;
    if (outer === undefined && this.root !== null) refused('there is more than one root');
    if (this.#stack.length >= xmlLimits.depth) refused('it is nested too deeply');
    if (this.#count > xmlLimits.elements) refused('it has too many elements');
    const own = new Map<string, string>();
    const attributes = new Map<string, string>();
    for (const [name, value] of Object.entries(given)) {
      if (name === 'xmlns') own.set('', decoded(value));
      else if (name.startsWith('xmlns:')) own.set(name.slice('xmlns:'.length), decoded(value));
      else attributes.set(name, decoded(value));
    }
    const scope = own.size === 0 && outer !== undefined ? outer.scope : { own, outer: outer?.scope ?? null };
    this.#stack.push({ raw, tag: tagOf(raw, scope), attributes, children: [], texts: [], scope });
  }

  /** Whether the tag that was opened last ends in `/>`: the library says of both that the end is implied. */
  closesItself(end: number, text: string): boolean {
    return text[end] === '>' && text[end - 1] === '/';
  }

  close(): void {
    const closed = this.#stack.pop();
    if (closed === undefined) return;
    const { tag, attributes, children, texts } = closed;
    const element: XmlElement = { tag, attributes, children, text: texts.join('') };
    const outer = this.#stack.at(-1);
    if (outer === undefined) this.root = element;
    else outer.children.push(element);
  }

  add(data: string): void {
    const inner = this.#stack.at(-1);
    if (inner !== undefined) inner.texts.push(this.isLiteral ? data : decoded(data));
    else if (data.replace('\uFEFF', '').trim() !== '') refused('there is text outside of the root');
  }
}

function tagOf(raw: string, scope: Scope): string {
  if (raw.length > 300 || !qualifiedName.test(raw)) refused('an element has a name that is none');
  const [prefix, name] = raw.includes(':') ? (raw.split(':') as [string, string]) : ['', raw];
  for (let at: Scope | null = scope; at !== null; at = at.outer) {
    const namespace = at.own.get(prefix);
    if (namespace !== undefined) return `{${namespace}}${name}`;
  }
  return prefix === '' ? `{}${name}` : refused('a prefix is not declared');
}

/** The text without references. Only those that XML itself has are known, as there is no document type. */
function decoded(text: string): string {
  if (!text.includes('&')) return text;
  return text.replaceAll(/&([^;&<]{0,12};)?/g, (_, reference: string | undefined) => {
    if (reference === undefined) return refused('an ampersand is not escaped');
    const name = reference.slice(0, -1);
    const [, hex, decimal] = /^#(?:x([0-9a-f]{1,6})|(\d{1,7}))$/i.exec(name) ?? [];
    const code = hex === undefined ? Number(decimal ?? Number.NaN) : Number.parseInt(hex, 16);
    if (Number.isInteger(code) && code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)) return String.fromCodePoint(code);
    return entities[name] ?? refused('an entity is not known');
  });
}

/** The first child of this name; null if there is none. */
export function childOf(parent: XmlElement, tag: string): XmlElement | null {
  return parent.children.find((child) => child.tag === tag) ?? null;
}

/** Its attribute of that name in capitals, as components and properties of calendars are written; '' without one. */
export const nameOf = ({ attributes }: Pick<XmlElement, 'attributes'>): string => (attributes.get('name') ?? '').toUpperCase();

const prefixes = new Map([
  ['DAV:', 'D'],
  ['urn:ietf:params:xml:ns:caldav', 'C'],
  ['http://calendarserver.org/ns/', 'CS'],
  ['http://apple.com/ns/ical/', 'A'],
]);

/** To stand in the root of a document: what `element` takes for granted. */
export const declarations = [...prefixes].map(([namespace, prefix]) => ` xmlns:${prefix}="${namespace}"`).join('');

export const xmlHead = '<?xml version="1.0" encoding="utf-8"?>\n';

/** An element with XML inside; to stand in a root with `declarations`. */
export function element(tag: string, content = '', attributes = ''): string {
  const [, namespace = '', name = ''] = /^\{([^}]*)\}(.*)$/s.exec(tag) ?? [];
  const prefix = prefixes.get(namespace);
  const [open, close] =
    prefix === undefined
      ? namespace === ''
        ? [`${name} xmlns=""`, name]
        : [`x:${name} xmlns:x="${escaped(namespace)}"`, `x:${name}`]
      : [`${prefix}:${name}`, `${prefix}:${name}`];
  return content === '' ? `<${open}${attributes}/>` : `<${open}${attributes}>${content}</${close}>`;
}

/** Text as it can stand in an element or an attribute. What XML cannot hold is left out; line ends stay what they are. */
export function escaped(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/(?![\t\n\r\u007F-\u009F])[\p{Cc}\uFFFE\uFFFF]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\r', '&#13;');
}

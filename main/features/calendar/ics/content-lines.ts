// The lines of an iCalendar file (RFC 5545, 3.1), and the components that they make up. Pure.

/** What Daybook says of each event itself: the lines of the file are not kept. When an event was made is read of them. */
export const ownProperties = new Set(['DTSTAMP', 'CREATED', 'LAST-MODIFIED']);

/** A component as its lines stand in the file, unfolded; of what is inside of it too. */
export interface RawComponent {
  readonly name: string;
  /** Its own properties. */
  readonly lines: readonly string[];
  readonly components: readonly RawComponent[];
}

/** No calendar, or one that is cut off; the message is for people. */
export class CalendarTextError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'CalendarTextError';
  }
}

/** How deep components may be nested. A calendar needs three. */
const maxDepth = 8;

interface Open {
  readonly name: string;
  readonly lines: string[];
  readonly components: RawComponent[];
}

/** The text of a file. Throws `TypeError` unless it is UTF-8. */
export function calendarText(bytes: Uint8Array): string {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false });
  try {
    return decoder.decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) return decoder.decode(unfolded(bytes));
    throw error;
  }
}

/** The bytes without folds: some programs fold a line in the middle of a letter (RFC 5545, 3.1). */
function unfolded(bytes: Uint8Array): Uint8Array {
  const [lineFeed, carriageReturn, space, tab] = [0x0a, 0x0d, 0x20, 0x09];
  const out = new Uint8Array(bytes.length);
  let length = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const isFold = bytes[at] === lineFeed && (bytes[at + 1] === space || bytes[at + 1] === tab);
    if (!isFold) out[length++] = bytes[at] ?? 0;
    else {
      if (out[length - 1] === carriageReturn) length -= 1;
      at += 1;
    }
  }
  return out.subarray(0, length);
}

/** The unfolded lines of a text, without empty ones. Takes time by the length of the text, however often a line is folded. */
function* contentLines(text: string): Generator<string, void> {
  let parts: string[] = [];
  // Some programs begin with an empty line, or with spaces.
  let at = /^\uFEFF?\s*/.exec(text)?.[0].length ?? 0;
  while (at < text.length) {
    const found = text.indexOf('\n', at);
    const end = found === -1 ? text.length : found;
    const isFolded = text[at] === ' ' || text[at] === '\t';
    const stop = text[end - 1] === '\r' && end > at ? end - 1 : end;
    const last = parts.at(-1);
    const goesOn = last?.endsWith('=') === true && quotedPrintable.test(parts[0] ?? '') && !/^(?:BEGIN|END):/i.test(text.slice(at, at + 6));
    if (goesOn) {
      // A soft line break: the next line goes on as it stands, with its spaces.
      parts.splice(-1, 1, last.slice(0, -1), text.slice(at, stop));
    } else if (isFolded && parts.length > 0) parts.push(text.slice(at + 1, stop));
    else {
      const whole = parts.join('');
      if (whole.trim() !== '') yield plainLine(whole);
      parts = [text.slice(isFolded ? at + 1 : at, stop)];
    }
    at = end + 1;
  }
  const whole = parts.join('');
  if (whole.trim() !== '') yield plainLine(whole);
}

/** The name and the parameters of a line in the encoding of vCalendar 1.0, which some programs use in iCalendar as well. */
const quotedPrintable = /^[A-Za-z0-9-]{1,100}(?:;[^:;"]{0,200}){0,20}?;(?:ENCODING=)?QUOTED-PRINTABLE(?:;[^:;"]{0,200}){0,20}:/i;

/** A line of that encoding as RFC 5545 has it; any other as it stands. */
function plainLine(line: string): string {
  const [head] = quotedPrintable.exec(line) ?? [];
  if (head === undefined) return line;
  const bytes = Buffer.from(line.slice(head.length)).toString('latin1');
  const decoded = bytes.replaceAll(/=([0-9A-F]{2})/gi, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)));
  const text = decodedAs(/;CHARSET=([^:;]*)/i.exec(head)?.[1] ?? 'utf-8', Buffer.from(decoded, 'latin1'));
  const others = head.replaceAll(/;(?:(?:ENCODING=)?QUOTED-PRINTABLE|CHARSET=[^:;]*)(?=[:;])/gi, '');
  return others + text.replaceAll(/\r\n?|\n/g, String.raw`\n`);
}

/** What bytes say in a character set; in that of Windows where they are none of that set, or the set is not known. */
function decodedAs(charset: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder(charset, { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

const noCalendar = 'This is not a calendar: it does not begin with BEGIN:VCALENDAR';

/** What stands in the calendars of a text, of which there is at least one. Throws `CalendarTextError`. */
export function readComponents(text: string): readonly RawComponent[] {
  const found: RawComponent[] = [];
  const open: Open[] = [];
  let isEmpty = true;
  for (const line of contentLines(text)) {
    isEmpty = false;
    const [, mark, name] = /^(BEGIN|END):([A-Za-z0-9-]{1,60})\s*$/i.exec(line.length < 100 ? line : '') ?? [];
    const inner = open.at(-1);
    if (mark === undefined || name === undefined) {
      if (inner === undefined) throw new CalendarTextError(noCalendar);
      inner.lines.push(line);
      continue;
    }
    const upper = name.toUpperCase();
    if (mark.toUpperCase() === 'BEGIN') {
      if (inner === undefined && upper !== 'VCALENDAR') throw new CalendarTextError(noCalendar);
      if (open.length >= maxDepth) throw new CalendarTextError('The calendar is nested too deeply');
      open.push({ name: upper, lines: [], components: [] });
      continue;
    }
    if (inner === undefined || inner.name !== upper) throw new CalendarTextError(`The calendar is damaged: END:${upper} ends nothing`);
    open.pop();
    const outer = open.at(-1);
    if (outer === undefined) found.push(...inner.components);
    else outer.components.push(inner);
  }
  if (isEmpty) throw new CalendarTextError(noCalendar);
  if (open.length > 0) throw new CalendarTextError('The calendar is cut off: END:VCALENDAR is missing');
  return found;
}

/** The name of the property of a line, in upper case; empty for a line that has none. */
export function propertyName(line: string): string {
  return (/^[A-Za-z0-9-]{1,100}(?=[:;])/.exec(line)?.[0] ?? '').toUpperCase();
}

/** Those of the component itself: what follows a component inside of it belongs to that. */
export function ownLines(lines: readonly string[]): readonly string[] {
  const begun = lines.findIndex((line) => /^BEGIN:/i.test(line));
  return begun === -1 ? lines : lines.slice(0, begun);
}

/** A component as lines again. */
export function componentLines({ name, lines, components }: RawComponent): string[] {
  return [`BEGIN:${name}`, ...lines, ...components.flatMap(componentLines), `END:${name}`];
}

// What notes call their files in markdown: `![alt](attachments/20261122-114300-3fa9c1d2.png)`.

const form = '\\d{8}-\\d{6}-[0-9a-f]{8}\\.[a-z\\d]{1,8}';
const anywhere = new RegExp(`attachments/(${form})(?![\\w-])`, 'g');
/** An address can name a part of its file, as `#page=2`. */
const target = new RegExp(`^(?:\\./)?attachments/(${form})(?:#.*)?$`);
const whole = new RegExp(`^${form}$`);

const noNames: ReadonlySet<string> = new Set();

/** Each name that an address in the text has, once; whether it is that of a file or not. */
export function fileNamesIn(text: string): ReadonlySet<string> {
  // Most texts have none, and a note can be made of very many.
  if (!text.includes('attachments/')) return noNames;
  return new Set(Array.from(decoded(text).matchAll(anywhere), ([, name = '']) => name));
}

/** With the characters that an address can have as `%2E` for `.`. */
const decoded = (text: string): string =>
  text.includes('%') ? text.replaceAll(/%([2-7][\da-f])/gi, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16))) : text;

/** The name of the file to which an address in a note leads; null if it leads elsewhere. */
export function maybeFileName(address: string): string | null {
  return target.exec(address)?.[1] ?? null;
}

/** Whether this can be the name of a file. */
export function isFileName(name: string): boolean {
  return whole.test(name);
}

/** How markdown addresses the file of this name. */
export function addressOfFile(name: string): string {
  return `attachments/${name}`;
}

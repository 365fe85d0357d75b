// Decides which of the allowed kinds a file is, by its content and its extension together.

import { open } from 'node:fs/promises';
import { extname } from 'node:path';
import { fileTypeFromFile, supportedExtensions } from 'file-type';
import { AppError } from '../../lib/app-error.ts';
import { compoundFileNames } from './compound-file.ts';
import { rootElement, textHead } from './text-content.ts';
import { zipNames } from './zip-names.ts';

interface Kind {
  readonly mimeType: string;
  readonly extensions: readonly string[];
  /** What the content must be: these results of file-type, a text, an SVG image, or a document of Office, old or new. */
  readonly content: readonly string[] | 'text' | 'svg' | Office;
}

/** The stream that makes an old document, the folder that makes a new one. */
type Office = { readonly stream: string | readonly string[] } | { readonly folder: string; readonly type: string };

const zipMimeType = 'application/zip';

const kinds = {
  png: { mimeType: 'image/png', extensions: ['png'], content: ['png', 'apng'] },
  jpeg: { mimeType: 'image/jpeg', extensions: ['jpg', 'jpeg', 'jpe', 'jfif'], content: ['jpg'] },
  gif: { mimeType: 'image/gif', extensions: ['gif'], content: ['gif'] },
  webp: { mimeType: 'image/webp', extensions: ['webp'], content: ['webp'] },
  svg: { mimeType: 'image/svg+xml', extensions: ['svg'], content: 'svg' },
  bmp: { mimeType: 'image/bmp', extensions: ['bmp', 'dib'], content: ['bmp'] },

  pdf: { mimeType: 'application/pdf', extensions: ['pdf'], content: ['pdf'] },
  docx: {
    mimeType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    extensions: ['docx'],
    content: { folder: 'word/', type: 'docx' },
  },
  xlsx: {
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    extensions: ['xlsx'],
    content: { folder: 'xl/', type: 'xlsx' },
  },
  pptx: {
    mimeType: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    extensions: ['pptx'],
    content: { folder: 'ppt/', type: 'pptx' },
  },
  doc: { mimeType: 'application/msword', extensions: ['doc'], content: { stream: 'WordDocument' } },
  xls: { mimeType: 'application/vnd.ms-excel', extensions: ['xls'], content: { stream: ['Workbook', 'Book'] } },
  ppt: { mimeType: 'application/vnd.ms-powerpoint', extensions: ['ppt'], content: { stream: 'PowerPoint Document' } },

  text: { mimeType: 'text/plain', extensions: ['txt', 'text', 'log', 'md', 'markdown'], content: 'text' },
  html: { mimeType: 'text/html', extensions: ['html', 'htm'], content: 'text' },
  css: { mimeType: 'text/css', extensions: ['css'], content: 'text' },
  js: { mimeType: 'text/javascript', extensions: ['js', 'mjs', 'cjs'], content: 'text' },
  json: { mimeType: 'application/json', extensions: ['json'], content: 'text' },
  xml: { mimeType: 'application/xml', extensions: ['xml'], content: 'text' },
  csv: { mimeType: 'text/csv', extensions: ['csv'], content: 'text' },

  zip: { mimeType: zipMimeType, extensions: ['zip'], content: ['zip'] },
  rar: { mimeType: 'application/vnd.rar', extensions: ['rar'], content: ['rar'] },
  sevenZip: { mimeType: 'application/x-7z-compressed', extensions: ['7z'], content: ['7z'] },
  tar: { mimeType: 'application/x-tar', extensions: ['tar'], content: ['tar'] },
  gzip: { mimeType: 'application/gzip', extensions: ['gz', 'tgz'], content: ['gz', 'tar.gz'] },
} as const satisfies Record<string, Kind>;

/** What notes can hold besides. */
const media = {
  mp3: { mimeType: 'audio/mpeg', extensions: ['mp3'], content: ['mp3'] },
  // Which of the two a container holds, its brand does not always tell.
  m4a: { mimeType: 'audio/mp4', extensions: ['m4a'], content: ['m4a', 'mp4'] },
  ogg: { mimeType: 'audio/ogg', extensions: ['ogg', 'oga', 'opus'], content: ['ogg', 'oga', 'opus'] },
  wav: { mimeType: 'audio/wav', extensions: ['wav'], content: ['wav'] },
  mp4: { mimeType: 'video/mp4', extensions: ['mp4', 'm4v'], content: ['mp4', 'm4v'] },
  webm: { mimeType: 'video/webm', extensions: ['webm'], content: ['webm'] },
} as const satisfies Record<string, Kind>;

/** What a file can belong to. */
export type FileOwner = 'card' | 'note';

const kindsOf: Readonly<Record<FileOwner, readonly Kind[]>> = {
  card: Object.values(kinds),
  note: [...Object.values(kinds), ...Object.values(media)],
};

/** Extensions of programs that file-type does not know, because they have no signature. */
const programs = new Set([
  'com',
  'scr',
  'dll',
  'sys',
  'bat',
  'cmd',
  'ps1',
  'vbs',
  'vbe',
  'jse',
  'wsf',
  'hta',
  'msi',
  'sh',
  'app',
  'pif',
  'cpl',
  'lnk',
]);

const documents = 'images (PNG, JPEG, GIF, WebP, SVG, BMP), PDF, Word, Excel, PowerPoint, plain text, HTML, CSS, JS, JSON, XML, CSV';
const archives = 'archives (ZIP, RAR, 7z, tar, gzip)';
const allowed: Readonly<Record<FileOwner, string>> = {
  card: `${documents}, and ${archives}`,
  note: `${documents}, ${archives}, audio (MP3, M4A, Ogg, WAV), and video (MP4, WebM)`,
};

/** What a file was found to be. */
interface FoundKind {
  readonly mimeType: string;
  /** That of its name where it belongs to the kind, else the usual one; in lower case, without the dot. */
  readonly extension: string;
}

/**
 * The kind of the file at `path` that is called `filename`. Throws `unsupported_media_type` when it is not of a kind that `owner` can
 * have, or when its content is not what its extension says. Without an extension that is known here, the content alone decides.
 */
export async function fileKind(path: string, filename: string, owner: FileOwner): Promise<FoundKind> {
  const all = kindsOf[owner];
  const extension = extensionOf(filename);
  const kind = all.find(({ extensions }) => extensions.includes(extension));
  if (kind !== undefined) {
    if (await fits(kind, path)) return { mimeType: kind.mimeType, extension };
    throw new AppError('unsupported_media_type', `The content of "${filename}" is not what its extension says`);
  }
  const found = supportedExtensions.has(extension) || programs.has(extension) ? null : await kindByContent(path, all);
  if (found === null) throw new AppError('unsupported_media_type', `"${filename}" is not of an allowed type: ${allowed[owner]}`);
  return { mimeType: found.mimeType, extension: found.extensions[0] ?? '' };
}

const pictures: readonly Kind[] = [kinds.png, kinds.jpeg, kinds.gif, kinds.webp, kinds.bmp];

/**
 * As `fileKind`, of a file that another program has kept: such a program does not look whether a picture is of the kind that its extension
 * says. Then the content counts.
 */
export async function kindOfKept(path: string, filename: string, owner: FileOwner): Promise<FoundKind> {
  const extension = extensionOf(filename);
  const isPicture = pictures.some(({ extensions }) => extensions.includes(extension));
  const found = isPicture ? await kindByContent(path, pictures) : null;
  if (found === null || !pictures.includes(found) || found.extensions.includes(extension)) return fileKind(path, filename, owner);
  return { mimeType: found.mimeType, extension: found.extensions[0] ?? '' };
}

/** In lower case, without the dot. A name is only a label here: either slash separates. */
function extensionOf(filename: string): string {
  return extname(filename.replaceAll('\\', '/').trimEnd()).slice(1).toLowerCase();
}

async function fits({ content }: Kind, path: string): Promise<boolean> {
  if (content === 'text') return isText(path);
  if (content === 'svg') return isSvg(path);
  const type = await fileType(path);
  if ('stream' in content) return isOldOffice(content.stream, type, path);
  if ('folder' in content) return isNewOffice(content, type, path);
  if (content.includes('zip')) return isZip(type, path);
  if (content.includes('pdf') && type === '') return isLatePdf(path);
  return content.includes(type);
}

/** What file-type calls it; '' if it knows no name. */
async function fileType(path: string): Promise<string> {
  try {
    return (await fileTypeFromFile(path, { signal: AbortSignal.timeout(5_000) }))?.ext ?? '';
  } catch (error) {
    if (error instanceof Error && 'syscall' in error) throw error;
    // A file that ends or breaks in the middle of what its beginning promises.
    return '';
  }
}

async function isText(path: string): Promise<boolean> {
  const head = await textHead(path);
  // Of all that can be written in plain characters, this alone is another kind.
  return head !== null && !head.trimStart().startsWith('%PDF-');
}

async function isSvg(path: string): Promise<boolean> {
  const head = await textHead(path);
  return head !== null && rootElement(head) === 'svg';
}

/** How far into a file readers look for the begin of a PDF, in bytes. */
const pdfWithin = 1024;

/** Whether what is nothing else is a PDF behind line breaks or a header of a mail or printer, as readers of PDF take it. */
async function isLatePdf(path: string): Promise<boolean> {
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(pdfWithin));
  return buffer.subarray(0, bytesRead).includes('%PDF-');
}

/** Any ZIP file may be called one, also those that are documents of some program. */
async function isZip(type: string, path: string): Promise<boolean> {
  return type === 'zip' || (await zipNames(path)) !== null;
}

async function isOldOffice(streams: string | readonly string[], type: string, path: string): Promise<boolean> {
  if (type !== 'cfb') return false;
  const names = await compoundFileNames(path);
  // What cannot be told by the content is told by the extension.
  return names === null || [streams].flat().some((stream) => names.has(stream));
}

async function isNewOffice(
  { folder, type: expected }: { readonly folder: string; readonly type: string },
  type: string,
  path: string,
): Promise<boolean> {
  if (type === expected) return true;
  // With a password it is wrapped into an old container.
  if (type === 'cfb') return (await compoundFileNames(path))?.has('EncryptedPackage') ?? false;
  if (type !== 'zip') return false;
  const names = (await zipNames(path)) ?? [];
  return names.includes('[Content_Types].xml') && names.some((name) => name.startsWith(folder));
}

/** The kind that the content alone tells; null if it tells none. Texts are told only if they are SVG. */
async function kindByContent(path: string, all: readonly Kind[]): Promise<Kind | null> {
  const type = await fileType(path);
  if (type === 'cfb') {
    const names = await compoundFileNames(path);
    return [kinds.doc, kinds.ppt, kinds.xls].find(({ content }) => [content.stream].flat().some((stream) => names?.has(stream))) ?? null;
  }
  const kind = all.find(({ content }) =>
    Array.isArray(content) ? content.includes(type) : typeof content === 'object' && 'type' in content && content.type === type,
  );
  return kind ?? ((await isSvg(path)) ? kinds.svg : null);
}

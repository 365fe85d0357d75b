// The tools for the files of a workspace, in the form of those for records.

import { z } from 'zod';
import type { CallDiff } from '../../../contract/runs.ts';
import { maybeUtf8 } from '../../../contract/utf8.ts';
import { AppError, invalid, notFound } from '../../../lib/app-error.ts';
import { fill, withCursor } from '../../../tools/budget.ts';
import { linePage, linePlace } from '../../../tools/lines.ts';
import { field } from '../diff-fields.ts';
import { shownEdits } from '../edit-diff.ts';
import { bytesHash, shownPath, type FileState, type WorkspaceFiles } from './files.ts';

const path = z.string().meta({ description: 'Below the workspace, with slashes' });

const edits = z
  .array(z.strictObject({ oldText: z.string().min(1), newText: z.string() }))
  .min(1)
  .max(100);

interface FileTool<Input extends z.ZodObject = z.ZodObject> {
  readonly name: string;
  readonly description: string;
  readonly input: Input;
  readonly readOnly: boolean;
}

const listFiles = {
  name: 'list_files',
  description: 'List a folder of the workspace: folders end with a slash, files have their size in bytes.',
  input: z.strictObject({ path: path.optional(), from: z.int().min(1).optional().meta({ description: 'First entry' }) }),
  readOnly: true,
} satisfies FileTool;

const readFile = {
  name: 'read_file',
  description: 'Read a text file of the workspace.',
  input: z.strictObject({ path, from: linePlace.optional().meta({ description: 'First line' }) }),
  readOnly: true,
} satisfies FileTool;

const writeFile = {
  name: 'write_file',
  description: 'Create a text file in the workspace, or replace one as a whole.',
  input: z.strictObject({ path, content: z.string() }),
  readOnly: false,
} satisfies FileTool;

const editFile = {
  name: 'edit_file',
  description: 'Replace texts of a file, all or none. Each oldText must occur exactly once.',
  input: z.strictObject({ path, edits }),
  readOnly: false,
} satisfies FileTool;

export const fileTools: readonly FileTool[] = [listFiles, readFile, writeFile, editFile];

/** What a call that only reads answers. */
export async function readWith(files: WorkspaceFiles, name: string, args: unknown): Promise<string> {
  return name === 'list_files' ? list(files, listFiles.input.parse(args)) : read(files, readFile.input.parse(args));
}

async function list(files: WorkspaceFiles, { path: folder = '', from = 1 }: z.output<typeof listFiles.input>): Promise<string> {
  const entries = await files.list(folder);
  const lines = entries.slice(from - 1).map((entry) => (entry.isFolder ? `${entry.name}/` : `${entry.name} (${entry.size} bytes)`));
  return paged(`${entries.length} entries`, lines, from, entries.length);
}

async function read(files: WorkspaceFiles, { path: file, from = 1 }: z.output<typeof readFile.input>): Promise<string> {
  return linePage(`${shownPath(file)}\n---`, textOf(await files.read(file)), from, null).text;
}

function paged(head: string, lines: readonly string[], from: number, total: number): string {
  const { text, count } = fill(head, lines);
  const next = from + count;
  return withCursor(text, 'from', next <= total && count > 0 ? String(next) : null);
}

/** The bytes as text. Throws `unsupported_media_type` for what is none. */
function textOf(bytes: Uint8Array): string {
  const text = maybeUtf8(bytes);
  if (text === null || text.includes('\0')) throw new AppError('unsupported_media_type', 'The file is no text in UTF-8');
  return text;
}

/** What a call that writes would write. */
interface FileWrite {
  readonly path: string;
  readonly before: FileState;
  readonly bytes: Buffer;
  readonly diff: CallDiff;
}

/** Reads what is there and works out what is to be. Throws `not_found`, `edit_conflict`, `edit_ambiguous`, and what the file throws. */
export async function planWrite(files: WorkspaceFiles, name: string, args: unknown): Promise<FileWrite> {
  return name === 'write_file' ? planWhole(files, writeFile.input.parse(args)) : planEdits(files, editFile.input.parse(args));
}

async function planWhole(files: WorkspaceFiles, { path: wanted, content }: z.output<typeof writeFile.input>): Promise<FileWrite> {
  const { file, before } = await stateOf(files, wanted);
  if (!content.isWellFormed()) throw invalid({ path: 'content', message: 'must be well-formed Unicode' });
  const old = before.bytes === null ? null : shownBytes(before.bytes);
  return planned(file, before, content, [field('content', old, content)]);
}

async function planEdits(files: WorkspaceFiles, { path: wanted, edits: asked }: z.output<typeof editFile.input>): Promise<FileWrite> {
  const { file, before } = await stateOf(files, wanted);
  if (before.bytes === null) throw notFound('file');
  const old = textOf(before.bytes);
  let text = old;
  for (const [index, { oldText, newText }] of asked.entries()) {
    const at = text.indexOf(oldText);
    if (at < 0) throw new AppError('edit_conflict', `edits.${index}.oldText is not in the file`);
    if (text.includes(oldText, at + 1)) throw new AppError('edit_ambiguous', `edits.${index}.oldText occurs more than once`);
    text = text.slice(0, at) + newText + text.slice(at + oldText.length);
  }
  const changes = shownEdits(old, asked).map((edit) => field('content', edit.before, edit.after));
  return planned(file, before, text, changes);
}

async function stateOf(files: WorkspaceFiles, wanted: string): Promise<{ file: string; before: FileState }> {
  const file = shownPath(wanted);
  return { file, before: await files.state(file) };
}

function planned(file: string, before: FileState, text: string, changes: CallDiff['changes']): FileWrite {
  const action = before.bytes === null ? 'create' : 'change';
  const diff: CallDiff = { type: 'file', action, id: file, title: file, version: null, sha256: before.hash, changes };
  return { path: file, before, bytes: Buffer.from(text), diff };
}

function shownBytes(bytes: Buffer): string {
  try {
    return textOf(bytes);
  } catch {
    return `(${bytes.length} bytes that are no text, SHA-256 ${bytesHash(bytes)})`;
  }
}

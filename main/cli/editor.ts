// A text in the user's editor.

import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CommandRefusal, type Edited } from './command.ts';
import { utf8Text } from './utf8.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** The shell runs it, because an editor can be set with arguments, such as `code --wait`. */
function runEditor(editor: string, file: string): Promise<number | null> {
  const child =
    process.platform === 'win32'
      ? spawn(`${editor} "${file}"`, { shell: true, stdio: 'inherit' })
      : spawn('/bin/sh', ['-c', `${editor} "$1"`, 'daybook', file], { stdio: 'inherit' });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code) => {
      resolve(code);
    });
  });
}

/** Letters and digits of the title: it becomes the name of a file, which editors show. */
function fileName(title: string): string {
  const name = title.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-+|-+$/g, '');
  return `${Array.from(name).slice(0, 40).join('') || 'note'}.md`;
}

/**
 * Opens the text in `$VISUAL`, or `$EDITOR`, and waits for its end. The file is the user's alone. Throws a `CommandRefusal`, with the file
 * removed, if there is no editor or it fails.
 */
export async function editText(title: string, text: string, environment: Environment): Promise<Edited> {
  const editor = environment['VISUAL'] || environment['EDITOR'];
  if (!editor) throw new CommandRefusal('No editor is set; set EDITOR, or use note edit --replace OLD NEW');
  const folder = mkdtempSync(join(tmpdir(), 'daybook-edit-'));
  const path = join(folder, fileName(title));
  const discard = (): void => {
    rmSync(folder, { recursive: true, force: true });
  };
  let bytes: Uint8Array;
  try {
    writeFileSync(path, text, { mode: 0o600 });
    const code = await runEditor(editor, path);
    if (code !== 0) throw new CommandRefusal(`The editor ended with ${code === null ? 'a signal' : `code ${code}`}; nothing was changed`);
    bytes = readFileSync(path);
  } catch (error) {
    discard();
    throw error;
  }
  // Otherwise the file stays: it is all that there is of what the user has written.
  return { path, text: utf8Text(bytes, `What the editor left in ${path}`), discard };
}

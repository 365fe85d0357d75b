// Loaded before a program (`--import`): kills it in the midst of the file that it writes, or in place of the rename that follows, whose
// number is in the environment, counted from 0. What it was about to put in place then lies beside.

import fs, { type FileHandle } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';

const { KILL_AT: at, KILL_AT_WRITE: number } = process.env;

/** Whether it is the turn of the one that is told, of those that are asked for under this name. */
function counter(name: 'content' | 'rename'): () => boolean {
  let left = name === at ? Number(number) : Infinity;
  return () => left-- === 0;
}

const isContent = counter('content');
const isRename = counter('rename');

const { rename } = fs;
fs.rename = (from, to) => {
  if (isRename()) process.kill(process.pid, 'SIGKILL');
  return rename(from, to);
};

const some = await fs.open(import.meta.filename);
const handles = Object.getPrototypeOf(some) as { writeFile: FileHandle['writeFile'] };
await some.close();
const { writeFile } = handles;
handles.writeFile = async function (this: FileHandle, data, options) {
  if (isContent()) {
    const text = String(data);
    await writeFile.call(this, text.slice(0, text.length / 2), options);
    process.kill(process.pid, 'SIGKILL');
  }
  await writeFile.call(this, data, options);
};
syncBuiltinESMExports();

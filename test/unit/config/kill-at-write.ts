// Loaded before a program (`--import`): kills it in place of the rename whose number is in the environment, counted from 0. What it was
// about to put in place then lies beside.

import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';

let left = Number(process.env['KILL_AT_WRITE']);
const { rename } = fs;
fs.rename = (from, to) => {
  if (left === 0) process.kill(process.pid, 'SIGKILL');
  left -= 1;
  return rename(from, to);
};
syncBuiltinESMExports();

// Loaded before a program (`--import`): kills it in place of the rename whose number is in the environment, counted from 0.

import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

let left = Number(process.env['KILL_AT_RENAME']);
const rename = fs.renameSync;
fs.renameSync = (from, to) => {
  if (left === 0) process.kill(process.pid, 'SIGKILL');
  left -= 1;
  rename(from, to);
};
syncBuiltinESMExports();

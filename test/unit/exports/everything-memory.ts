// Exports everything of a large data directory in this process, and prints how much memory that took above what it had before, in MB.

import Sqlite from 'better-sqlite3';
import { createHash } from 'node:crypto';
import { closeSync, ftruncateSync, mkdirSync, openSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { MessageChannel } from 'node:worker_threads';
import { exportMemory, type EverythingJob, type EverythingReport } from '../../../main/features/exports/everything/everything.ts';
import { workerFile } from '../../../main/lib/worker-file.ts';
import { WorkerPool } from '../../../main/lib/worker-pool.ts';
import { contentPath } from '../../../main/storage/files.ts';
import { openDatabase } from '../../../main/storage/database.ts';
import { databaseName } from '../../../main/storage/files.ts';
import { filesIn } from '../../support/new-database.ts';

const [dataDir = '', notes = '0', fileMegabytes = '0'] = process.argv.slice(2);
const databaseFile = join(dataDir, databaseName);
openDatabase(dataDir).close();
const database = new Sqlite(databaseFile);
database.pragma('foreign_keys = OFF');
const content = `${'Some words of a note that is neither long nor short. '.repeat(150)}\n`;
const hash = createHash('sha256');
for (let megabyte = 0; megabyte < Number(fileMegabytes); megabyte += 1) hash.update(Buffer.alloc(2 ** 20));
const sha256 = hash.digest('hex');
const contents = join(dataDir, 'attachments');
const large = contentPath(contents, sha256);
database.transaction(() => {
  database.exec("INSERT INTO users (id, username, username_key, is_owner, created_at, updated_at) VALUES ('u', 'u', 'u', 1, 0, 0)");
  const note = database.prepare("INSERT INTO notes VALUES (?, 'u', ?, '', 0, 0, 0, 0, 0, 0, 0, NULL, NULL, NULL, 0, 0)");
  const text = database.prepare("INSERT INTO note_contents (note_id, version, step_bytes, title, content) VALUES (?, 0, 0, 't', ?)");
  for (let count = 0; count < Number(notes); count += 1) {
    note.run(`n${count}`, `Note ${count}`);
    text.run(`n${count}`, content);
  }
  database
    .prepare("INSERT INTO files VALUES ('f', 'u', 'note', 'n0', 'f.mp4', 'f.mp4', 'video/mp4', ?, NULL, NULL, ?, 0, 'f.mp4')")
    .run(Number(fileMegabytes) * 2 ** 20, sha256);
})();
database.close();
mkdirSync(dirname(large), { recursive: true });
// Full of zeros, and of no size on the disk.
const file = openSync(large, 'w');
ftruncateSync(file, Number(fileMegabytes) * 2 ** 20);
closeSync(file);

const before = process.memoryUsage.rss();
let most = 0;
const look = setInterval(() => {
  most = Math.max(most, process.memoryUsage.rss());
}, 5);
const { port1, port2 } = new MessageChannel();
const pool = new WorkerPool<EverythingJob, EverythingReport>({
  file: workerFile('../../../main/composition/everything-worker', import.meta.url),
  task: 'exportEverything',
  timeoutMs: 600_000,
  ...exportMemory,
});
const job = {
  databaseFiles: filesIn(dataDir),
  contents,
  userId: 'u',
  target: join(dataDir, 'out.zip'),
  version: '0',
  exportedAt: 0,
  port: port2,
};
const report = await pool.run(job, { transfer: [port2], refusal: (cause) => new Error('The export failed', { cause }) });
clearInterval(look);
port1.close();
await pool.stop();
console.log(JSON.stringify({ megabytes: Math.round((Math.max(most, process.memoryUsage.rss()) - before) / 2 ** 20), report }));

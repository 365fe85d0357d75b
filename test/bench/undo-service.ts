// A service for `npm run bench -- --sections undo`, in a process of its own: the changes that it records keep what they replace, or not, as
// the parent process says. It answers each message with the processor time that it has taken so far, in microseconds.

import { join } from 'node:path';
import { ChangeStore } from '../../main/features/changes/store.ts';
import { startService } from '../../main/service.ts';

let keeps = true;
// It is called with its own `this` below.
const { append } = ChangeStore.prototype;
ChangeStore.prototype.append = function appendOrStrip(this: ChangeStore, change, ...rest): number {
  const { before: _, ...without } = change;
  return append.call(this, keeps ? change : without, ...rest);
};

const service = await startService({
  dataDir: process.argv[2] ?? '',
  frontendDir: join(import.meta.dirname, '../../dist/renderer'),
  version: '0.0.0-bench',
  environment: {},
  flags: { PORT: '0', FRONTEND_PORT: '0' },
});
process.on('message', (keep: boolean) => {
  keeps = keep;
  const { user, system } = process.cpuUsage();
  process.send?.(user + system);
});
process.once('disconnect', () => {
  void service.stop();
});
process.send?.({ url: service.baseUrl, token: service.token() });

// Stands in for the model server's process where only its life matters: does what the file that it is to load says, word by word.

import { appendFileSync, readFileSync } from 'node:fs';
import type { FromServer, ToServer } from '../../main/features/ai/protocol.ts';

const tell = (message: FromServer): void => {
  process.send?.(message);
};

process.on('message', (message: ToServer) => {
  if (message.type === 'stop') process.exit(0);
  if (message.type === 'report') tell({ type: 'report', memoryBytes: 1, tokensPerSecond: null });
  if (message.type !== 'load') return;
  appendFileSync(`${message.file}.starts`, `${message.port} ${message.file}\n`);
  for (const word of readFileSync(message.file, 'utf8').split(/\s+/)) {
    if (word === 'ready') tell({ type: 'ready', port: message.port, contextSize: 2048 });
    if (word === 'idle')
      setInterval(() => {
        tell({ type: 'idle' });
      }, message.idleAfter);
    if (word === 'half') tell({ type: 'progress', fraction: 0.5 });
    if (word === 'crash')
      setTimeout(() => {
        process.kill(process.pid, 'SIGKILL');
      }, 20);
    if (word === 'damaged') tell({ type: 'fatal', reason: 'the file is damaged', lasting: true });
    if (word === 'misplaced') tell({ type: 'fatal', reason: `failed to load model from ${message.file}`, lasting: true });
    if (word === 'taken') tell({ type: 'fatal', reason: 'the port is taken', lasting: false });
    if (word === 'stubborn') process.on('SIGTERM', () => undefined);
  }
});
process.once('disconnect', () => {
  process.exit(0);
});

// Gives a child of Node the channel that a utility process has. It hides that it was preloaded: processes that the child
// starts itself would preload it too, and wait for a parent that is not there.

import { EventEmitter } from 'node:events';

const at = process.execArgv.indexOf('--import');
if (at >= 0) process.execArgv.splice(at, 2);
const send = process.send.bind(process);
const port = Object.assign(new EventEmitter(), {
  postMessage: (message) => {
    if (process.connected) send(message, undefined, undefined, () => undefined);
  },
});
process.on('message', (data) => {
  port.emit('message', { data, ports: [] });
});
process.send = undefined;
process.parentPort = port;

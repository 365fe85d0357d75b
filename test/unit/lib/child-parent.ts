// Stands for a service with a child: tells the child's process id, and passes on what the two have to say.

import { forkChild } from '../../../main/lib/child-process.ts';

const child = forkChild(process.env)<unknown, unknown>(new URL('child-jobs.ts', import.meta.url), 'a name');
child.onMessage((message) => {
  process.send?.(message === 'here' ? child.pid : message);
});
process.on('message', (message) => {
  child.send(message);
});
child.send('here');

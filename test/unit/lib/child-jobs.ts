// What the processes of `child-process.test.ts` do.

import { ServiceChannel } from '../../../main/lib/service-channel.ts';

const channel = new ServiceChannel<unknown, unknown>((order) => {
  if (order === 'environment') channel.tell({ environment: { ...process.env }, execArgv: process.execArgv });
  else if (order === 'write') {
    process.stdout.write('one line\n');
    process.stderr.write('another\n');
  } else if (order === 'loop') {
    channel.tell('looping');
    for (;;);
  } else channel.tell(order);
});
// As a server would, so that it does not end for want of something to do.
setInterval(() => undefined, 60_000);

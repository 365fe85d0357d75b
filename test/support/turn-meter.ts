// Loaded into a service before its own code (`--import`): measures the turns of its event loop, and tells the parent process on request.
// A turn is what runs between two chances for a waiting request. It is measured in processor time of the main thread, which other programs
// on the machine do not lengthen.

/**
 * The longest turn since the last request, how many there were, and what all of them took: milliseconds of processor time of the main
 * thread.
 */
export interface TurnReport {
  readonly longest: number;
  readonly turns: number;
  readonly spent: number;
}

/**
 * Milliseconds. A turn that takes longer than this is seen as it is, with up to as much of those before it. To ask in every turn took a
 * fiftieth of a processor as long as the service ran.
 */
const interval = 4;

function processorTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

let last = processorTime();
let report: { longest: number; turns: number } = { longest: 0, turns: 0 };
let reportedAt = last;

setInterval(() => {
  const now = processorTime();
  report.longest = Math.max(report.longest, now - last);
  report.turns += 1;
  last = now;
}, interval).unref();

process.on('message', () => {
  const now = processorTime();
  process.send?.({ ...report, spent: now - reportedAt } satisfies TurnReport);
  report = { longest: 0, turns: 0 };
  reportedAt = now;
});
process.channel?.unref();

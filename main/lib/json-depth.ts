/** How deep lists and objects may be nested in what is passed on: what reads and writes JSON recurses, and its stack has an end. */
export const deepestJson = 500;

function isNested(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** Whether lists and objects are nested in more than `levels` levels. Goes level by level, so that no depth is too much for it. */
export function isDeeperThan(value: unknown, levels: number): boolean {
  let layer = [value].filter(isNested);
  for (let depth = 0; layer.length > 0; depth += 1) {
    if (depth >= levels) return true;
    const next: object[] = [];
    for (const node of layer) for (const inner of Object.values(node) as unknown[]) if (isNested(inner)) next.push(inner);
    layer = next;
  }
  return false;
}

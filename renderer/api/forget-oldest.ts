/** Takes away what was put first into a set or map, until it holds `limit` at most. */
export function forgetOldest<Key>(kept: Pick<Set<Key> | Map<Key, unknown>, 'size' | 'delete' | 'keys'>, limit: number): void {
  for (const key of kept.keys()) {
    if (kept.size <= limit) return;
    kept.delete(key);
  }
}

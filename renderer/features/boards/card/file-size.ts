const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** A size in bytes, as people read it: “340 byte”, “1.2 MB”. */
export function fileSize(bytes: number): string {
  const step = Math.min(Math.max(0, Math.floor(Math.log10(Math.max(bytes, 1)) / 3)), units.length - 1);
  const value = bytes / 1000 ** step;
  return new Intl.NumberFormat(undefined, { style: 'unit', unit: units[step] ?? 'byte', maximumFractionDigits: value < 10 && step > 0 ? 1 : 0 }).format(value);
}

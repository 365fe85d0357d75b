// Reads the tour out of README.md: commands, and what they are said to print.

export interface TourStep {
  readonly commands: string;
  readonly prints: string;
}

/** The `sh` blocks of the section `heading` in order, each with the `json` block that follows it. */
export function tourSteps(readme: string, heading: string): readonly TourStep[] {
  const section = readme.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0];
  if (section === undefined) throw new Error(`README.md has no section "${heading}"`);
  const blocks = [...section.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map(([, language, text]) => ({ language, text: text ?? '' }));
  const steps: TourStep[] = [];
  for (let index = 0; index < blocks.length; index += 2) {
    const [commands, prints] = [blocks[index], blocks[index + 1]];
    if (commands?.language !== 'sh' || prints?.language !== 'json')
      throw new Error(`In "${heading}" each sh block is followed by a json block; block ${index + 1} is not`);
    steps.push({ commands: commands.text, prints: prints.text });
  }
  return steps;
}

/**
 * Whether the JSON text `actual` is what `shown` promises. In `shown` the string "…" stands for any value, and an
 * object with an item `…` may have further members; the order of members does not count.
 */
export function fits(actual: string, shown: string): boolean {
  let count = 0;
  const pattern: unknown = JSON.parse(shown.replace(/(?<!")…(?!")/g, () => `"…${(count += 1)}": null`));
  try {
    return matches(JSON.parse(actual), pattern);
  } catch {
    return false;
  }
}

function matches(actual: unknown, pattern: unknown): boolean {
  if (pattern === '…') return actual !== undefined;
  if (Array.isArray(pattern))
    return Array.isArray(actual) && actual.length === pattern.length && pattern.every((item, index) => matches(actual[index], item));
  if (typeof pattern !== 'object' || pattern === null) return actual === pattern;
  if (typeof actual !== 'object' || actual === null) return false;
  const found = new Map(Object.entries(actual));
  const wanted = Object.entries(pattern).filter(([name]) => !name.startsWith('…'));
  const isWhole = wanted.length === Object.keys(pattern).length;
  return (!isWhole || found.size === wanted.length) && wanted.every(([name, value]) => matches(found.get(name), value));
}

// Lists of Word: a definition for each way of numbering, and an instance for each list.

import { AlignmentType, LevelFormat, LevelSuffix, type ILevelsOptions } from 'docx';
import type { List } from '../document.ts';
import { points } from './styles.ts';

/** Points by which a list is further in than what it stands in. */
export const listIndent = 20;

/** Word has nine levels. */
const deepest = 8;

const bullets = ['•', '◦', '▪'] as const;

export interface ItemPlace {
  readonly reference: string;
  readonly instance: number;
  readonly level: number;
}

export class Lists {
  readonly #definitions = new Map<string, ILevelsOptions[]>();
  #instances = 0;

  /** A place for the items of a list that is in `depth` others. Tasks have no bullet: their box is text. */
  place({ numbers }: Pick<List, 'numbers'>, depth: number, isTask = false): ItemPlace {
    const level = Math.min(depth, deepest);
    const reference = isTask
      ? 'tasks'
      : numbers === null
        ? 'bullets'
        : `numbers-${numbers.start}${numbers.delimiter === ')' ? '-bracket' : ''}`;
    if (!this.#definitions.has(reference))
      this.#definitions.set(
        reference,
        Array.from({ length: deepest + 1 }, (_, each) => (isTask ? taskLevel(each) : levelOptions(numbers, each))),
      );
    if (isTask) return { reference, instance: 1, level };
    this.#instances += 1;
    return { reference, instance: numbers === null ? 1 : this.#instances, level };
  }

  /** What the document has to define. */
  get config(): { reference: string; levels: ILevelsOptions[] }[] {
    return [...this.#definitions].map(([reference, levels]) => ({ reference, levels }));
  }
}

const indentOf = (level: number): { left: number; hanging: number } => ({
  left: points((level + 1) * listIndent),
  hanging: points(listIndent - 3),
});

const taskLevel = (level: number): ILevelsOptions => ({
  level,
  alignment: AlignmentType.LEFT,
  format: LevelFormat.BULLET,
  text: '\u200B',
  suffix: LevelSuffix.NOTHING,
  style: { paragraph: { indent: indentOf(level) } },
});

function levelOptions(numbers: List['numbers'], level: number): ILevelsOptions {
  const indent = indentOf(level);
  const common = { level, alignment: AlignmentType.LEFT, style: { paragraph: { indent } } };
  if (numbers === null)
    return {
      ...common,
      format: LevelFormat.BULLET,
      text: bullets[level % bullets.length] ?? '•',
      style: { ...common.style, run: { font: { ascii: 'Calibri', hAnsi: 'Calibri', cs: 'Calibri', eastAsia: 'Calibri' } } },
    };
  return { ...common, format: LevelFormat.DECIMAL, text: `%${level + 1}${numbers.delimiter}`, start: numbers.start };
}

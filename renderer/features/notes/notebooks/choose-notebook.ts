// Asks for a notebook to move something to.

import type { Notebook } from '../../../../main/contract/notebooks.ts';
import { Questions, useAsked, type AskedQuestion } from '../../../ui/questions.ts';

interface Choice {
  readonly title: string;
  /** What stands for no notebook. */
  readonly none: string;
  /** Where it is now; undefined where that is not one place. */
  readonly current?: string | null | undefined;
  readonly isPossible?: (notebook: Notebook) => boolean;
}

export type AskedChoice = AskedQuestion<Choice, string | null | undefined>;

const questions = new Questions<Choice, string | null | undefined>(undefined);

/** The notebook that the user chooses, null for none; undefined where the user leaves it as it is. */
export function chooseNotebook(choice: Choice): Promise<string | null | undefined> {
  return questions.ask(choice);
}

export function useAskedChoice(): AskedChoice | null {
  return useAsked(questions);
}

// Questions to the user that a dialog shows, one at a time.

import { useEffect } from 'react';
import { Store, useStore } from '../api/store.ts';

export type AskedQuestion<Question, Answer> = Question & { readonly answer: (answer: Answer) => void };

export class Questions<Question extends object, Answer> {
  readonly #unanswered: Answer;
  /** What was asked last and has its answer. */
  #answered: { readonly question: Question; readonly answer: Answer } | null = null;
  /** The question that waits for an answer. */
  readonly asked = new Store<AskedQuestion<Question, Answer> | null>(null);

  /** `unanswered`: what a question comes to that is still open when the next one is asked, or when what shows it goes. */
  constructor(unanswered: Answer) {
    this.#unanswered = unanswered;
  }

  get answered(): { readonly question: Question; readonly answer: Answer } | null {
    return this.#answered;
  }

  ask(question: Question): Promise<Answer> {
    this.leave();
    return new Promise((resolve) => {
      this.asked.set({
        ...question,
        answer: (answer) => {
          this.#answered = { question, answer };
          this.asked.set(null);
          resolve(answer);
        },
      });
    });
  }

  leave(): void {
    this.asked.get()?.answer(this.#unanswered);
  }
}

/**
 * The question that waits for an answer, for the one component that shows it. Where that goes, as when the user signs out or leaves the
 * page, the question is left: it would be asked again of the next user.
 */
export function useAsked<Question extends object, Answer>(questions: Questions<Question, Answer>): AskedQuestion<Question, Answer> | null {
  useEffect(
    () => () => {
      questions.leave();
    },
    [questions],
  );
  return useStore(questions.asked);
}

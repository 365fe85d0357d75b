// Questions to the user that a dialog shows, one at a time.

import { Store } from '../api/store.ts';

export type AskedQuestion<Question, Answer> = Question & { readonly answer: (answer: Answer) => void };

export class Questions<Question extends object, Answer> {
  readonly #unanswered: Answer;
  /** What was asked last and has its answer. */
  #answered: { readonly question: Question; readonly answer: Answer } | null = null;
  /** The question that waits for an answer. */
  readonly asked = new Store<AskedQuestion<Question, Answer> | null>(null);

  /** `unanswered`: what a question comes to that is still open when the next one is asked. */
  constructor(unanswered: Answer) {
    this.#unanswered = unanswered;
  }

  get answered(): { readonly question: Question; readonly answer: Answer } | null {
    return this.#answered;
  }

  ask(question: Question): Promise<Answer> {
    this.asked.get()?.answer(this.#unanswered);
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
}

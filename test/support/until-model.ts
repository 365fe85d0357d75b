// Waits for a state of the built-in model. Apart from `model.ts`, which loads OpenAI's client.

import { setTimeout as sleep } from 'node:timers/promises';
import type { LocalModel } from '../../main/contract/ai.ts';

/** The first status that fits. */
export async function untilModel(read: () => Promise<LocalModel>, fits: (status: LocalModel) => boolean): Promise<LocalModel> {
  for (;;) {
    const status = await read();
    if (fits(status)) return status;
    await sleep(10);
  }
}

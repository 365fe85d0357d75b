// How urgent a card can be, from the least to the most; as the contract has it, whose schemas the page does not load.

import type { Priority } from '../../../main/contract/cards.ts';

export const priorities = ['low', 'medium', 'high', 'urgent'] as const satisfies readonly Priority[];

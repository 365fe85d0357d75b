/** How urgent a card can be, the least first. */
export const priorities = ['low', 'medium', 'high', 'urgent'] as const;

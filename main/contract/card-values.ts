// By what cards are told apart, for the page too, which does without the schemas.

/** How urgent a card can be, the least first. */
export const priorities = ['low', 'medium', 'high', 'urgent'] as const;

/** Which cards are due how. */
export const dueFilters = ['overdue', 'today', 'week', 'none'] as const;

/** Set on a transaction after which the whole note is what this markdown says: its bytes are kept. */
export const givenAs = 'givenAs';

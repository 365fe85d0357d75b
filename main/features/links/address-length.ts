/** Longer addresses are passed over, mostly whole pictures as `data:`. In characters. */
export const maxAddressLength = 2_000;

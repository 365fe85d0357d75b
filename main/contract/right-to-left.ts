/** A letter of scripts that are written from right to left, as in the bidirectional algorithm of Unicode (classes R and AL). */
export const rightToLeftLetter = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;

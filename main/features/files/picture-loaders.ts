// Which pictures are opened at all.

import sharp from 'sharp';

/** Larger pictures are not opened: a small file can claim to be endless. */
export const maxPixels = 64_000_000;

// Nothing is to be read but these, whatever a file calls itself; an SVG could refer to others. This counts for all threads.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadPng', 'VipsForeignLoadJpeg', 'VipsForeignLoadWebp', 'VipsForeignLoadNsgif'] });
sharp.cache(false);
sharp.concurrency(1);

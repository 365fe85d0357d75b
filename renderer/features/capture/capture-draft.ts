/** The name under which is kept what is being written for quick capture. */
export const captureDraft = 'capture';

/** The beginning of the names of what was refused while the next thought was being written: each has a name of its own. */
export const refusedDrafts = 'capture/refused/';

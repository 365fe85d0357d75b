/** The name under which is kept what is being written for quick capture. */
export const captureDraft = 'capture';

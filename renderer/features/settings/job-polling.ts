// How the parts of the settings follow work of the service that goes on.

/** How far a job is, is looked up this often; in milliseconds. */
export const pollIntervalMs = 400;

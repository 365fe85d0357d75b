// What the service and its model server tell each other over the channel between the two processes.

/** The first message to a new server: load this model and serve it. */
export interface LoadOrder {
  readonly type: 'load';
  /** The GGUF file, absolute. */
  readonly file: string;
  /** On 127.0.0.1; 0 takes a free one. */
  readonly port: number;
  /** The bearer key that requests must bring. */
  readonly key: string;
  /** How many replies are made at the same time, and how many requests may wait besides. */
  readonly slots: number;
  readonly waiting: number;
  /** Milliseconds without a request after which the server says `idle`. */
  readonly idleAfter: number;
}

export type ToServer = LoadOrder | { readonly type: 'stop' } | { readonly type: 'report' };

export interface ModelReady {
  readonly type: 'ready';
  readonly port: number;
  readonly contextSize: number;
}

export interface ModelReport {
  readonly type: 'report';
  readonly memoryBytes: number;
  /** How fast the last reply came; null before the first. */
  readonly tokensPerSecond: number | null;
}

/** How much of the model has been loaded, from 0 to 1. */
interface LoadProgress {
  readonly type: 'progress';
  readonly fraction: number;
}

/** It cannot serve. */
export interface Fatal {
  readonly type: 'fatal';
  /** For a person; names no path. */
  readonly reason: string;
  /** The file is to blame: as long as it stays as it is, another try comes to the same. */
  readonly lasting: boolean;
}

export type FromServer = ModelReady | LoadProgress | ModelReport | Fatal | { readonly type: 'idle' };

/** What requests to an AI provider are sent with, as the configuration says now. */
export interface ProviderSettings {
  /** Null for the built-in model. */
  readonly baseUrl: string | null;
  readonly apiKey: string | null;
  /** For requests that name no model. */
  readonly model: string | null;
  /** The address is one of the service: what it asked there would come back to it without end. */
  readonly isItself?: true;
}

/** What texts are embedded with: a GGUF file or folder, or a model of a provider. */
export type EmbeddingSettings = { readonly path: string } | (ProviderSettings & { readonly baseUrl: string; readonly model: string });

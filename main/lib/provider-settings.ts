/** What requests to an AI provider are sent with, as the configuration says now. */
export interface ProviderSettings {
  /** Null for the built-in model. */
  readonly baseUrl: string | null;
  readonly apiKey: string | null;
  /** For requests that name no model. */
  readonly model: string | null;
}

/** What texts are embedded with: a GGUF file or folder, or a model of a provider. */
export type EmbeddingSettings =
  | { readonly path: string }
  | { readonly baseUrl: string; readonly apiKey: string | null; readonly model: string };

import { createClient, ServiceError } from '../../api/client.ts';
import { routes } from '../../api/routes.ts';
import { strings } from './strings.ts';

/** Asks the service; null when it takes the token, else a sentence that says why not. `refused` is what a 401 means here. */
export async function problemWith(baseUrl: string, token: string, refused: string): Promise<string | null> {
  try {
    await createClient({ baseUrl, token }).call(routes.listChanges, { query: { limit: '0' } });
    return null;
  } catch (error) {
    if (error instanceof ServiceError) return error.status === 401 ? refused : error.message;
    return strings.away(baseUrl);
  }
}

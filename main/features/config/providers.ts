// Whom AI requests can go to, as the configuration says.

import { profileForm, profileKey, profileOfKey, type ProviderField } from '../../contract/config-keys.ts';
import type { ProviderSettings } from '../../lib/provider-settings.ts';
import { profileName } from './checks.ts';

/** The settings, with the profile that they come from; null for the plain keys. */
interface ProfileSettings extends ProviderSettings {
  readonly profile: string | null;
}

export interface KnownProvider {
  /** `local`, `standard`, or `profile:NAME`: no profile can be called like the first two. */
  readonly id: string;
  readonly kind: 'local' | 'standard' | 'profile';
  readonly profile: string | null;
  readonly baseUrl: string | null;
  readonly model: string | null;
  readonly isActive: boolean;
  readonly isConfigured: boolean;
}

type Get = (key: string) => string | null;

const prefix = 'profile:';

/**
 * What a profile sets, else the plain keys. One with an address of its own takes its own API key or none: the plain one belongs to
 * another host.
 */
function ofProfile(get: Get, profile: string | null): ProfileSettings {
  const own = (field: ProviderField): string | null => (profile === null ? null : get(profileKey(profile, field)));
  const value = (field: ProviderField): string | null => own(field) ?? get(`AI_${field}`);
  const apiKey = own('BASE_URL') === null ? value('API_KEY') : own('API_KEY');
  return { baseUrl: value('BASE_URL'), apiKey, model: value('MODEL'), profile };
}

/** Where requests go that name no provider: the active profile, or the plain keys; the built-in model while neither has an address. */
export function activeProvider(get: Get): ProfileSettings {
  const named = get('AI_PROFILE');
  return ofProfile(get, named !== null && profileName(named) === null ? named : null);
}

/** Null if nothing of that name has an address now. */
export function providerOf(get: Get, id: string): ProviderSettings | null {
  if (id === 'local') return { baseUrl: null, apiKey: null, model: null };
  const profile = id.startsWith(prefix) ? id.slice(prefix.length) : null;
  if (id !== 'standard' && (profile === null || !profileForm.test(profile) || !isSet(get, profile))) return null;
  const provider = ofProfile(get, profile);
  return provider.baseUrl === null ? null : provider;
}

/** Whether a request to this address comes to one of these ports of this machine under a name that the service goes by. */
export function leadsToPorts(address: string, ports: readonly number[]): boolean {
  const url = URL.parse(address);
  const names = ['localhost', '127.0.0.1', '[::1]'];
  return url?.protocol === 'http:' && names.includes(url.hostname) && ports.includes(Number(url.port || 80));
}

function isSet(get: Get, profile: string): boolean {
  return (
    get(profileKey(profile, 'BASE_URL')) !== null ||
    get(profileKey(profile, 'MODEL')) !== null ||
    get(profileKey(profile, 'API_KEY')) !== null
  );
}

/** `names` are those of all keys that have a value. */
export function knownProviders(get: Get, names: readonly string[]): KnownProvider[] {
  const active = activeProvider(get);
  const profiles = new Set(names.flatMap((name) => profileOfKey(name)?.profile ?? []));
  const remote = [null, ...[...profiles].toSorted()].flatMap((profile): KnownProvider[] => {
    const id = profile === null ? 'standard' : prefix + profile;
    const found = providerOf(get, id);
    if (found === null) return [];
    // An active profile of which nothing is set is the plain keys.
    const isActive = profile === active.profile || (profile === null && active.profile !== null && !isSet(get, active.profile));
    return [
      {
        id,
        kind: profile === null ? 'standard' : 'profile',
        profile,
        baseUrl: found.baseUrl,
        model: found.model,
        isActive,
        isConfigured: true,
      },
    ];
  });
  const local: KnownProvider = {
    id: 'local',
    kind: 'local',
    profile: null,
    baseUrl: null,
    model: null,
    isActive: active.baseUrl === null,
    isConfigured: get('LOCAL_MODEL_PATH') !== null,
  };
  return [local, ...remote];
}

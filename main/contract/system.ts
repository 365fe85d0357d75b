import { z } from 'zod';
import { route } from './route.ts';

export const systemApi = {
  health: route('health', {
    access: 'public',
    scope: null,
    tag: 'Service',
    summary: 'Tell that the service is up',
    status: 200,
    reply: z.object({ status: z.literal('ok') }),
  }),
  openapi: route('openapi', {
    access: 'public',
    scope: null,
    tag: 'Service',
    summary: 'Read this description',
    status: 200,
    reply: z.looseObject({ openapi: z.string() }),
  }),
} as const;

import { askApi } from '../../contract/ask.ts';
import { proxiedStream, type Endpoint } from '../../invoke/endpoint.ts';
import type { Ask } from './ask.ts';

export function askRoutes(ask: Ask): Endpoint[] {
  return [
    proxiedStream(
      askApi.ask,
      () => true,
      ({ caller, body }, signal) => ask.answer(caller, body, signal),
    ),
  ];
}

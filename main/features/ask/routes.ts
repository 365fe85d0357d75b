import { askApi } from '../../contract/ask.ts';
import { proxiedStream, type Endpoint } from '../../invoke/endpoint.ts';
import type { AskService } from './ask.ts';

export function askRoutes(ask: AskService): Endpoint[] {
  return [
    proxiedStream(
      askApi.ask,
      () => true,
      ({ caller, body }, signal) => ask.answer(caller, body, signal),
    ),
  ];
}

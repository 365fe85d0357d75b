import type { MutationOptions, QueryClient } from '@tanstack/react-query';

/** Runs a mutation that outlives the component that began it; `outcome` is null when it failed. */
export function beginMutation<Data>(queries: QueryClient, options: MutationOptions<Data>) {
  const mutation = queries.getMutationCache().build<Data, Error, void, unknown>(queries, options);
  return { mutation, outcome: mutation.execute(undefined).catch(() => null) };
}

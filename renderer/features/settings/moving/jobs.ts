import { useMutation } from '@tanstack/react-query';
import { routes } from '../../../api/routes.ts';
import { useService } from '../../../api/service.ts';

/** Cancels jobs that go on, and removes those that have ended. */
export function useRemoveJobs(ids: readonly string[]): { readonly isPending: boolean; readonly start: () => void } {
  const { client, queries } = useService();
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      for (const id of new Set(ids)) await client.call(routes.deleteJob, { params: { id } });
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['job'] }),
  });
  return {
    isPending,
    start: () => {
      if (!isPending) mutate();
    },
  };
}

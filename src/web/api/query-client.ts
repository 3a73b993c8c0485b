import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './envelope.ts'

/** A refusal stays a refusal; only a broken line is worth a second try. */
const worthRetry = (count: number, error: Error): boolean => count < 1 && error instanceof ApiError && error.kind === 'network'

export const queryClient = new QueryClient({
  defaultOptions: { queries: { staleTime: 10_000, refetchOnWindowFocus: false, retry: worthRetry } },
})

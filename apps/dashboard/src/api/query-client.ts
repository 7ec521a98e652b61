import { QueryCache, QueryClient } from '@tanstack/react-query'
import { sessionEnded } from '../session/session-end.ts'
import { ApiProblem } from './problem.ts'

const RETRIES = 2

/** Retries only transient problems. Calls `signedOut` for each query that was rejected without a valid session. */
export function createQueryClient(signedOut: () => void = sessionEnded): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error) => {
        if (error instanceof ApiProblem && error.isSignedOut) signedOut()
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        retry: (failures, error) => error instanceof ApiProblem && error.isTransient && failures < RETRIES,
        retryDelay: (failures) => 400 * 2 ** failures,
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  })
}

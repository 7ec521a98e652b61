import { z } from 'zod'
import type { Answer } from './exchange.ts'
import { type FailureReason, ProviderFailure } from './failures.ts'

/** RFC 6749 §5.2; Google adds a description, which is not used. */
const TokenError = z.object({ error: z.string() })

const ApiReason = z.object({ reason: z.string().optional().catch(undefined) })
const ApiError = z.object({
  error: z.object({
    status: z.string().optional().catch(undefined),
    errors: z.array(ApiReason).optional().catch(undefined),
    details: z.array(ApiReason).optional().catch(undefined),
  }),
})

const QUOTA = new Set([
  'quotaExceeded',
  'rateLimitExceeded',
  'userRateLimitExceeded',
  'dailyLimitExceeded',
  'RATE_LIMIT_EXCEEDED',
  'RESOURCE_EXHAUSTED',
])
const DISABLED = new Set(['accessNotConfigured', 'SERVICE_DISABLED'])
const PERMISSION = new Set(['insufficientPermissions', 'ACCESS_TOKEN_SCOPE_INSUFFICIENT'])
const CLIENT = new Set(['invalid_client', 'unauthorized_client', 'deleted_client', 'disabled_client'])

/** The body of a successful response. Throws `ProviderFailure` for any other response, with the reason of `reasonOf`. */
export function acceptedBody<Body>(
  schema: z.ZodType<Body>,
  { status, body }: Answer,
  reasonOf: typeof apiFailure,
): Body {
  if (status !== 200) throw new ProviderFailure(reasonOf(status, body), status)
  const { data } = schema.safeParse(body)
  if (data === undefined) throw new ProviderFailure('unexpected', status)
  return data
}

/** Why the token endpoint issued no token. */
export function tokenFailure(status: number, body: unknown): FailureReason {
  const error = TokenError.safeParse(body).data?.error
  if (error === 'invalid_grant') return 'access_revoked'
  if (error !== undefined && CLIENT.has(error)) return 'client_refused'
  return byStatus(status) ?? 'unexpected'
}

/** Why the API answered with an error. Google uses 403 for quotas as well as for permissions. */
export function apiFailure(status: number, body: unknown): FailureReason {
  const error = ApiError.safeParse(body).data?.error
  const reasons = [error?.status, ...[...(error?.errors ?? []), ...(error?.details ?? [])].map(({ reason }) => reason)]
  const says = (known: ReadonlySet<string>) => reasons.some((reason) => reason !== undefined && known.has(reason))

  if (says(QUOTA)) return 'quota'
  if (status === 401) return 'access_revoked'
  if (status === 403) {
    if (says(DISABLED)) return 'api_disabled'
    return says(PERMISSION) ? 'permission_missing' : 'property_forbidden'
  }
  if (status === 400 || status === 404) return 'property_unknown'
  return byStatus(status) ?? 'unexpected'
}

function byStatus(status: number): FailureReason | undefined {
  if (status === 429) return 'quota'
  return status === 408 || status >= 500 ? 'unavailable' : undefined
}

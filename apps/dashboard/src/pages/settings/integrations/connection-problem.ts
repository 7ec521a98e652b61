import { t } from '../../../messages/messages.ts'

interface ProblemText {
  readonly title: string
  readonly what: string
}

const KNOWN = [
  'denied',
  'expired',
  'permission_missing',
  'role_forbidden',
  'client_refused',
  'api_disabled',
  'quota',
  'unavailable',
  'unexpected',
  'refused',
] as const

/** Why the provider returned without a connection, and what to do. */
export function describeProblem(problem: string): ProblemText {
  const known = KNOWN.find((name) => name === problem)
  return {
    title: t(`settings.integrations.problem_${known ?? 'other'}`),
    what: t(`settings.integrations.problem_${known ?? 'refused'}_hint`),
  }
}

import { t } from '../../../messages/messages.ts'
export interface ProblemText {
  readonly title: string
  readonly what: string
}

const PROBLEMS: Readonly<Record<string, ProblemText>> = {
  denied: {
    title: t('settings.integrations.problem_denied'),
    what: t('settings.integrations.problem_denied_hint'),
  },
  expired: {
    title: t('settings.integrations.problem_expired'),
    what: t('settings.integrations.problem_expired_hint'),
  },
  permission_missing: {
    title: t('settings.integrations.problem_permission_missing'),
    what: t('settings.integrations.problem_permission_missing_hint'),
  },
  role_forbidden: {
    title: t('settings.integrations.problem_role_forbidden'),
    what: t('settings.integrations.problem_role_forbidden_hint'),
  },
  client_refused: {
    title: t('settings.integrations.problem_client_refused'),
    what: t('settings.integrations.problem_client_refused_hint'),
  },
  api_disabled: {
    title: t('settings.integrations.problem_api_disabled'),
    what: t('settings.integrations.problem_api_disabled_hint'),
  },
  quota: {
    title: t('settings.integrations.problem_quota'),
    what: t('settings.integrations.problem_quota_hint'),
  },
  unavailable: {
    title: t('settings.integrations.problem_unavailable'),
    what: t('settings.integrations.problem_unavailable_hint'),
  },
  unexpected: {
    title: t('settings.integrations.problem_unexpected'),
    what: t('settings.integrations.problem_unexpected_hint'),
  },
  refused: {
    title: t('settings.integrations.problem_refused'),
    what: t('settings.integrations.problem_refused_hint'),
  },
}
const OTHER: ProblemText = {
  title: t('settings.integrations.problem_other'),
  what: t('settings.integrations.problem_refused_hint'),
}

/** Why the provider returned without a connection, and what to do. */
export function describeProblem(problem: string): ProblemText {
  return Object.hasOwn(PROBLEMS, problem) ? (PROBLEMS[problem] ?? OTHER) : OTHER
}

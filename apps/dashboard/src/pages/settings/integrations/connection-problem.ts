export interface ProblemText {
  readonly title: string
  readonly what: string
}

const PROBLEMS: Readonly<Record<string, ProblemText>> = {
  denied: {
    title: 'Not connected: access denied',
    what: 'Access was denied at Google. Nothing changed. You can connect again.',
  },
  expired: {
    title: 'Not connected: expired',
    what: 'Answer the page of Google once, within ten minutes. Connect again.',
  },
  permission_missing: {
    title: 'Not connected: one permission is missing',
    what: 'The permission to read Search Console was not granted. Connect again and grant it.',
  },
  role_forbidden: {
    title: 'Not connected: your role changed',
    what: 'You are no longer an admin of this product. An admin or owner can connect.',
  },
  client_refused: {
    title: 'Not connected: unknown client',
    what: 'Ask the operator to check GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET.',
  },
  api_disabled: {
    title: 'Not connected: Search Console API is disabled',
    what: 'Ask the operator to enable it in the Google Cloud project.',
  },
  quota: {
    title: 'Not connected: quota exceeded',
    what: 'The Google quota of this service is used up. Connect again later.',
  },
  unavailable: {
    title: 'Not connected: Google did not answer',
    what: 'Google is not reachable or returned an error. Connect again in a few minutes.',
  },
  unexpected: {
    title: 'Not connected: unexpected answer',
    what: 'Connect again later. If it keeps failing, contact the operator.',
  },
  refused: {
    title: 'Not connected: Google refused',
    what: 'Connect again. If it keeps failing, contact the operator.',
  },
}
const OTHER: ProblemText = {
  title: 'Not connected',
  what: 'Connect again. If it keeps failing, contact the operator.',
}

/** Why the provider returned without a connection, and what to do. */
export function describeProblem(problem: string): ProblemText {
  return Object.hasOwn(PROBLEMS, problem) ? (PROBLEMS[problem] ?? OTHER) : OTHER
}

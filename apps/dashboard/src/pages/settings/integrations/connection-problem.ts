export interface ProblemWords {
  readonly title: string
  readonly what: string
}

const PROBLEMS: Readonly<Record<string, ProblemWords>> = {
  denied: {
    title: 'Not connected: it was not allowed',
    what: 'On Google’s page somebody said no. Nothing changed here; connect again whenever you like.',
  },
  expired: {
    title: 'Not connected: it took too long',
    what: 'Google’s page has to be answered within ten minutes, and once. Connect again.',
  },
  permission_missing: {
    title: 'Not connected: one permission is missing',
    what: 'Reading Search Console was not ticked on Google’s page. Connect again and leave it ticked.',
  },
  role_forbidden: {
    title: 'Not connected: your role changed',
    what: 'You are no longer an admin of this product. An admin or owner can connect it.',
  },
  client_refused: {
    title: 'Not connected: Google does not know this service',
    what: 'Ask whoever runs it to check GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET.',
  },
  api_disabled: {
    title: 'Not connected: the Search Console API is switched off',
    what: 'Ask whoever runs this service to enable it in their project at Google.',
  },
  quota: {
    title: 'Not connected: Google takes no more for now',
    what: 'The quota of this service is used up. Connect again later.',
  },
  unavailable: {
    title: 'Not connected: Google did not answer',
    what: 'Or it answered with an error of its own. Connect again in a few minutes.',
  },
  unexpected: {
    title: 'Not connected: Google answered something else',
    what: 'Connect again later; if it stays so, tell whoever runs this service.',
  },
  refused: {
    title: 'Not connected: Google refused',
    what: 'Connect again; if it stays so, tell whoever runs this service.',
  },
}
const OTHER: ProblemWords = {
  title: 'Not connected',
  what: 'It did not work. Connect again; if it stays so, tell whoever runs this service.',
}

/** Why somebody came back from the provider without a connection, and what to do about it. */
export function problemWords(problem: string): ProblemWords {
  return Object.hasOwn(PROBLEMS, problem) ? (PROBLEMS[problem] ?? OTHER) : OTHER
}

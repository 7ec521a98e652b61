import type { TextKey } from '@footfall/core-domain'
import type { Words } from './words.ts'

/** What pages say of an error in other languages than English, by its code. */
const TEXTS = {
  invalid_request: ['error.invalid_request', 'error.invalid_request_hint'],
  invalid_token: ['error.invalid_token', 'error.invalid_token_hint'],
  role_forbidden: ['error.role_forbidden', 'error.role_forbidden_hint'],
  not_found: ['error.not_found', 'error.not_found_hint'],
  rate_limited: ['error.rate_limited', 'error.rate_limited_hint'],
  service_unavailable: ['error.service_unavailable', 'error.service_unavailable_hint'],
} as const satisfies Readonly<Record<string, readonly [title: TextKey, detail: TextKey]>>
const OTHER = ['error.other', 'error.other_hint'] as const satisfies readonly TextKey[]

/**
 * The title and the detail of an error: in English those of the API, which say more about the case. What the API says of something
 * that is not found is for programs, which have a credential and no link.
 */
export function errorTexts(
  { language, say }: Words,
  problem: { readonly code: string; readonly title: string; readonly detail: string },
): { readonly title: string; readonly detail: string } {
  if (language === 'en' && problem.code !== 'not_found') return problem
  const [title, detail] = isKnown(problem.code) ? TEXTS[problem.code] : OTHER
  return { title: say(title), detail: say(detail) }
}

function isKnown(code: string): code is keyof typeof TEXTS {
  return Object.hasOwn(TEXTS, code)
}

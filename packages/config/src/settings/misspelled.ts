import { closest, mistypedFrom } from '@footfall/core-domain'
import { Environment } from './settings.ts'

/** A variable that the service ignores, and the one that was probably meant. */
export interface MisspelledVariable {
  readonly variable: string
  readonly meant: string
}

/** No other program has variables that begin so. */
const OWN_PREFIXES = [
  'RATE_LIMIT_',
  'QUOTA_',
  'INGEST_LOG_',
  'LIVE_VISIT_',
  'OIDC_',
  'WEBHOOK_PRIVATE_',
  'REPORTS_PER_',
]

/**
 * Variables with names similar to a setting. An environment contains variables of many programs, so only very similar
 * names are reported.
 */
export function misspelledVariables(
  environment: Readonly<Record<string, string | undefined>>,
): readonly MisspelledVariable[] {
  const known = Object.keys(Environment.shape)
  return Object.keys(environment).flatMap((variable) => {
    if (known.includes(variable) || (environment[variable] ?? '') === '') return []
    const meant = mistypedFrom(variable, known) ?? ofOwnPrefix(variable, known)
    return meant === undefined ? [] : [{ variable, meant }]
  })
}

function ofOwnPrefix(variable: string, known: readonly string[]): string | undefined {
  const prefix = OWN_PREFIXES.find((each) => variable.startsWith(each))
  if (prefix === undefined) return undefined
  return closest(
    variable,
    known.filter((name) => name.startsWith(prefix)),
  )[0]
}

import { misspelledVariables } from '@footfall/config'
import type { Logger } from '@footfall/core-domain'

/** Logs each variable of the environment that looks like a misspelled setting. Values are not logged. */
export function warnOfUnknownVariables(
  environment: Readonly<Record<string, string | undefined>>,
  log: Pick<Logger, 'warn'>,
): void {
  for (const { variable, meant } of misspelledVariables(environment))
    log.warn({ variable, meant }, `${variable} is not a setting and is ignored; did you mean ${meant}?`)
}

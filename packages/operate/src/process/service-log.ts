import type { Settings } from '@footfall/config'
import { type Logger, pino } from 'pino'

/** The log of a server: JSON lines on standard output, with secrets redacted. */
export function serviceLog({ logLevel }: Pick<Settings, 'logLevel'>): Logger {
  return pino({
    level: logLevel,
    base: null,
    redact: ['*.authorization', '*.cookie', '*.secret', '*.password', '*.token'],
  })
}

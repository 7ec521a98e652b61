import type { Logger } from '@footfall/core-domain'

/** The part of a logger that sign-in needs. */
export type SignInLog = Pick<Logger, 'info' | 'error'>

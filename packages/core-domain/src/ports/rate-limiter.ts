/** What a limit says about one more request. */
export interface RateVerdict {
  readonly allowed: boolean
  readonly limit: number
  readonly remaining: number
  /** Seconds until the window starts afresh. */
  readonly resetSeconds: number
}

/** How much of a named limit is left, as responses tell it. */
export interface PolicyState extends Omit<RateVerdict, 'allowed'> {
  readonly policy: string
}

/** Counts requests per key in windows of one minute. A limit of 0 means no limit, and is never asked. */
export interface RateLimiter {
  consume(bucket: string, key: string, limitPerMinute: number): Promise<RateVerdict>
}

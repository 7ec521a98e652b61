/** The result of counting one more request. */
export interface RateVerdict {
  readonly allowed: boolean
  readonly limit: number
  readonly remaining: number
  /** Seconds until the next window. */
  readonly resetSeconds: number
}

/** The state of a named limit, for the headers of the response. */
export interface PolicyState extends Omit<RateVerdict, 'allowed'> {
  readonly policy: string
}

/** Counts requests per key in windows of one minute. Callers do not count where the limit is 0, which means none. */
export interface RateLimiter {
  consume(bucket: string, key: string, limitPerMinute: number): Promise<RateVerdict>
}

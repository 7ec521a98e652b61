const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** How long each record is valid, in whole seconds. */
export interface LifetimeSeconds {
  /** 1 hour by default, and never longer than the connection. */
  readonly accessToken: number
  /** 30 days by default, from each rotation anew, and never longer than the connection. */
  readonly refreshToken: number
  /** 90 days by default: then the person is asked for consent again. */
  readonly connection: number
  /** 2 minutes by default, at most 10 (RFC 6749 §4.1.2). */
  readonly code: number
  /** 10 minutes by default, from the authorization request, with the time to sign in; at most 1 day. */
  readonly consent: number
  /** 10 minutes by default, for the request of a device and its codes; at most 30. */
  readonly device: number
  /** 365 days by default: then the client registers again. */
  readonly registration: number
}

type LifetimeName = keyof LifetimeSeconds

const DEFAULT_SECONDS: LifetimeSeconds = {
  accessToken: HOUR,
  refreshToken: 30 * DAY,
  connection: 90 * DAY,
  code: 2 * MINUTE,
  consent: 10 * MINUTE,
  device: 10 * MINUTE,
  registration: 365 * DAY,
}

const YEARS_10 = 3650 * DAY
const MAX_SECONDS: LifetimeSeconds = {
  accessToken: DAY,
  refreshToken: YEARS_10,
  connection: YEARS_10,
  code: 10 * MINUTE,
  consent: DAY,
  device: 30 * MINUTE,
  registration: YEARS_10,
}

/** The same in milliseconds. */
export type LifetimesMs = Readonly<Record<LifetimeName, number>>

/** The given lifetimes and the defaults of the others. Throws a `TypeError` that names the first one that is not valid. */
export function lifetimesFrom(given: Partial<LifetimeSeconds> = {}): LifetimesMs {
  if (typeof given !== 'object' || given === null) throw new TypeError('lifetimeSeconds must be an object.')
  for (const name of Object.keys(given)) {
    if (!Object.hasOwn(DEFAULT_SECONDS, name)) {
      const known = Object.keys(DEFAULT_SECONDS).join(', ')
      throw new TypeError(`lifetimeSeconds.${name} is not a lifetime; there are ${known}.`)
    }
  }
  const milliseconds = (name: LifetimeName) => validSeconds(name, given[name]) * 1000
  return Object.freeze({
    accessToken: milliseconds('accessToken'),
    refreshToken: milliseconds('refreshToken'),
    connection: milliseconds('connection'),
    code: milliseconds('code'),
    consent: milliseconds('consent'),
    device: milliseconds('device'),
    registration: milliseconds('registration'),
  })
}

function validSeconds(name: LifetimeName, seconds = DEFAULT_SECONDS[name]): number {
  const max = MAX_SECONDS[name]
  if (!(Number.isInteger(seconds) && seconds >= 1 && seconds <= max)) {
    throw new TypeError(`lifetimeSeconds.${name} must be a whole number of seconds from 1 to ${max}.`)
  }
  return seconds
}

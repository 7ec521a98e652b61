import { identifiedVisitor } from '@footfall/core-domain'
import { integer, type Sql, sql } from '@footfall/warehouse'
import { strings } from './choices.ts'

/** Signed-in users of the app, whom it names. Some were there before the demo begins, and some come new each day. */
const USERS_BEFORE = 300
const NEW_USERS_PER_DAY = 16
/** How long a user stays, on average: the longer ago one came, the fewer visits are theirs. */
const MEAN_AGE_DAYS = 16

export function userCount(days: number): number {
  return USERS_BEFORE + days * NEW_USERS_PER_DAY
}

/** What the app calls a user. */
export function userName(number: number): string {
  return `user-${number}`
}

/** The visitor of a visit with `day` and `visit`, where it is one of a user. */
export function visitorOfUser(visitorKey: Uint8Array, days: number): Sql {
  const ids = Array.from({ length: userCount(days) }, (_, number) => identifiedVisitor(visitorKey, userName(number)))
  const age = sql`toInt64(-${integer(MEAN_AGE_DAYS)} * log((cityHash64(visit, 'age') % 100000 + 1) / 100001))`
  const firstDay = sql`(toInt64(day) - ${age})`
  const before = sql`cityHash64(visit, 'user') % ${integer(USERS_BEFORE)}`
  const since = sql`${integer(USERS_BEFORE)} + ${firstDay} * ${integer(NEW_USERS_PER_DAY)} + cityHash64(visit, 'user') % ${integer(NEW_USERS_PER_DAY)}`
  return sql`toUInt64(${strings(ids)}[1 + if(${firstDay} < 0, ${before}, ${since})])`
}

import pg from 'pg'

/**
 * How often the work waits for PostgreSQL: statements that are sent before an earlier one is answered share its round trip.
 * Nothing else may use PostgreSQL in this process meanwhile.
 */
export async function countRoundTrips(work: () => Promise<unknown>): Promise<number> {
  const { query } = pg.Client.prototype
  let unanswered = 0
  let roundTrips = 0
  const counted = function (this: pg.Client, ...args: unknown[]): unknown {
    if (unanswered === 0) roundTrips++
    unanswered++
    const answered = () => {
      unanswered--
    }
    const answer: unknown = Reflect.apply(query, this, args)
    if (!(answer instanceof Promise)) throw new Error('Only statements that return promises are counted.')
    answer.then(answered, answered)
    return answer
  }
  Object.assign(pg.Client.prototype, { query: counted })
  try {
    await work()
  } finally {
    Object.assign(pg.Client.prototype, { query })
  }
  return roundTrips
}

/** Small files wait for the disk most of the time, and such waits overlap. */
const AT_ONCE = 16

/** Works through a list, several at a time. Fails like the first that fails, once nothing that was begun still runs. */
export async function severalAtOnce<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const done: R[] = []
  for (let first = 0; first < items.length; first += AT_ONCE) {
    const ended = await Promise.allSettled(items.slice(first, first + AT_ONCE).map(work))
    for (const each of ended) {
      if (each.status === 'rejected') throw each.reason
      done.push(each.value)
    }
  }
  return done
}

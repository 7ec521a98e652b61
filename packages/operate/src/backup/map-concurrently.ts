import pLimit from 'p-limit'

/** Copying small files mostly waits for the disk, so several are copied at once. */
const CONCURRENCY = 16

/** Maps a list, several items at a time. Rejects with the first failure, after the items already started have ended. */
export async function mapConcurrently<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const limit = pLimit({ concurrency: CONCURRENCY, rejectOnClear: true })
  const mapping = items.map((item) => limit(work, item))
  try {
    return await Promise.all(mapping)
  } catch (error) {
    limit.clearQueue()
    await Promise.allSettled(mapping)
    throw error
  }
}

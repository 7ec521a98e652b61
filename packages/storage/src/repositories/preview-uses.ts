import type { PreviewUseRepository } from '@footfall/core-domain'
import type { Executor } from '../connections/database.ts'

/** The primary key decides between changes that use one preview at the same time. */
export function previewUseRepository({ db }: Executor): PreviewUseRepository {
  return {
    async record(preview, expiresAt) {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('preview_uses')
        .values({ preview, expires_at: expiresAt })
        .onConflict((conflict) => conflict.column('preview').doNothing())
        .executeTakeFirstOrThrow()
      return numInsertedOrUpdatedRows === 1n
    },

    async purge(expiredBy) {
      await db.deleteFrom('preview_uses').where('expires_at', '<=', expiredBy).execute()
    },
  }
}

import {
  type Clock,
  type ProductId,
  type SharedLink,
  type SharedLinkFields,
  type SharedLinkReader,
  type SharedLinkRecord,
  type SharedLinkRepository,
  timestamp,
} from '@footfall/core-domain'
import { sql } from 'kysely'
import type { Executor } from '../connections/database.ts'
import type { Tables } from '../tables/tables.ts'
import { oldestFirst } from './keyset.ts'
import { countRows, insertRow, isInProduct, notFound, revised } from './rows.ts'

type Row = Tables['shared_links']

export function sharedLinkReader({ db }: Executor, clock: Clock): SharedLinkReader {
  const links = () => db.selectFrom('shared_links').selectAll()
  const lasting = (product: ProductId) =>
    db.selectFrom('shared_links').where('product_id', '=', product).where('ended_at', 'is', null)
  return {
    list: (product, page) =>
      oldestFirst(links().where('product_id', '=', product), 'shared_links', page, (row) => toLink(row, clock)),

    async listLasting(product, limit) {
      const rows = await lasting(product).selectAll().orderBy('created_at').orderBy('id').limit(limit).execute()
      return rows.map((row) => toLink(row, clock))
    },

    async find(product, id) {
      const row = await links().where(isInProduct(product, id)).executeTakeFirst()
      return row && toLink(row, clock)
    },

    async findByHash(secretHash) {
      const row = await links().where('secret_hash', '=', secretHash).executeTakeFirst()
      return row && toRecord(row, clock)
    },

    async findRecord(id) {
      const row = await links().where('id', '=', id).executeTakeFirst()
      return row && toRecord(row, clock)
    },

    async sealedSecret(product, id) {
      const row = await lasting(product).select('sealed_secret').where('id', '=', id).executeTakeFirst()
      return row?.sealed_secret ?? undefined
    },

    count: (product) => countRows(lasting(product)),

    showsSegment: async (product, segment) => (await countRows(lasting(product).where('segment_id', '=', segment))) > 0,
  }
}

export function sharedLinkRepository(executor: Executor, clock: Clock): SharedLinkRepository {
  const { db } = executor
  return {
    ...sharedLinkReader(executor, clock),

    insert(product, { id, created_at, ...fields }, { hash, sealed }, passwordHash) {
      const row: Row = {
        id,
        product_id: product,
        ...columnsOf(fields),
        secret_hash: hash,
        sealed_secret: sealed ?? null,
        password_hash: passwordHash ?? null,
        password_revision: 1,
        ended_at: null,
        created_at,
        revision: 1,
        updated_at: created_at,
      }
      return insertRow(db, 'shared_links', row, 'A shared link with this identifier already exists.')
    },

    async replace(product, id, fields, passwordHash, at) {
      const password =
        passwordHash === undefined
          ? {}
          : { password_hash: passwordHash, password_revision: sql<number>`password_revision + 1` }
      const row = await db
        .updateTable('shared_links')
        .set({ ...columnsOf(fields), ...password, ...revised(at) })
        .where(isInProduct(product, id))
        .returningAll()
        .executeTakeFirstOrThrow(notFound)
      return toLink(row, clock)
    },

    async end(product, id, at) {
      const row = await db
        .updateTable('shared_links')
        .set({ ended_at: at, password_hash: null, sealed_secret: null, ...revised(at) })
        .where(isInProduct(product, id))
        .returningAll()
        .executeTakeFirstOrThrow(notFound)
      return toLink(row, clock)
    },
  }
}

function columnsOf({ name, sections, segment, embed_origins, expires_at }: SharedLinkFields) {
  return {
    name,
    sections: JSON.stringify(sections),
    segment_id: segment,
    embed_origins: JSON.stringify(embed_origins),
    expires_at,
  }
}

function toRecord(row: Row, clock: Clock): SharedLinkRecord {
  return {
    link: toLink(row, clock),
    product: row.product_id,
    passwordHash: row.password_hash ?? undefined,
    passwordRevision: row.password_revision,
  }
}

function toLink(row: Row, clock: Clock): SharedLink {
  const { id, name, segment_id, expires_at, created_at, revision, updated_at } = row
  return {
    id,
    name,
    sections: JSON.parse(row.sections),
    password: row.password_hash !== null,
    segment: segment_id,
    embed_origins: JSON.parse(row.embed_origins),
    status: statusOf(row, clock.now()),
    expires_at,
    created_at,
    revision,
    updated_at,
  }
}

function statusOf({ ended_at, expires_at }: Row, now: number): SharedLink['status'] {
  if (ended_at !== null) return 'ended'
  return expires_at !== null && expires_at <= timestamp(now) ? 'expired' : 'active'
}

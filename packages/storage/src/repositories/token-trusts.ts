import type {
  ExchangedTokenRepository,
  Timestamp,
  TokenTrust,
  TokenTrustReader,
  TokenTrustRepository,
} from '@footfall/core-domain'
import type { ExpressionBuilder } from 'kysely'
import type { Executor } from '../connections/database.ts'
import type { Tables } from '../tables/tables.ts'
import { countRows, insertRow, requireChange } from './rows.ts'

export function tokenTrustReader({ db }: Executor): TokenTrustReader {
  const trusts = db.selectFrom('token_trusts').selectAll('token_trusts')
  /** Looked up for each trust: there are far more active tokens than trusts of one identity. */
  const ofActiveToken = (now: Timestamp) => (eb: ExpressionBuilder<Tables, 'token_trusts'>) =>
    eb.exists(
      eb
        .selectFrom('account_tokens as trusting')
        .innerJoin('accounts', 'accounts.id', 'trusting.account_id')
        .select('trusting.id')
        .whereRef('trusting.id', '=', 'token_trusts.token_id')
        .where('trusting.status', '=', 'active')
        .where((either) =>
          either.or([either('trusting.expires_at', 'is', null), either('trusting.expires_at', '>', now)]),
        )
        .where('accounts.disabled_at', 'is', null),
    )
  const inOrder = () => trusts.orderBy('token_trusts.created_at').orderBy('token_trusts.id')
  return {
    async find(id) {
      const row = await trusts.where('token_trusts.id', '=', id).executeTakeFirst()
      return row && toTrust(row)
    },

    async list(token) {
      return (await inOrder().where('token_id', '=', token).execute()).map(toTrust)
    },

    count: (token) => countRows(db.selectFrom('token_trusts').where('token_id', '=', token)),

    async trusting(issuer, now, limit) {
      const found = await db
        .selectFrom('token_trusts')
        .innerJoin('account_tokens', 'account_tokens.id', 'token_trusts.token_id')
        .select('account_tokens.account_id')
        .where('issuer', '=', issuer)
        .where(ofActiveToken(now))
        .groupBy('account_tokens.account_id')
        .orderBy((eb) => eb.fn.min('token_trusts.created_at'))
        .limit(limit)
        .execute()
      return found.map(({ account_id }) => account_id)
    },

    async candidates({ issuer, audience, heads, trust }, now, limit) {
      if (heads.length === 0) return []
      const rows = await inOrder()
        .where('issuer', '=', issuer)
        .where('audience', '=', audience)
        .where('subject_head', 'in', heads)
        .where(ofActiveToken(now))

        .where((eb) => (trust === undefined ? eb.lit(true) : eb('token_trusts.id', '=', trust)))
        .limit(limit)
        .execute()
      return rows.map(toTrust)
    },
  }
}

export function tokenTrustRepository(executor: Executor): TokenTrustRepository {
  const { db } = executor
  return {
    ...tokenTrustReader(executor),

    insert: ({ claims, scopes, products, limits, ...trust }, head) =>
      insertRow(
        db,
        'token_trusts',
        {
          ...trust,
          subject_head: head,
          claims: inOneOrder(claims),
          scopes: JSON.stringify(scopes),
          products: JSON.stringify(products),
          limits: JSON.stringify(limits),
        },
        'This token trusts the same identities already.',
      ),

    remove: (id) => requireChange(db.deleteFrom('token_trusts').where('id', '=', id)),
  }
}

/** The primary key decides between requests that exchange one token at the same time. */
export function exchangedTokenRepository({ db }: Executor): ExchangedTokenRepository {
  return {
    async record(token, expiresAt) {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('exchanged_tokens')
        .values({ token, expires_at: expiresAt })
        .onConflict((conflict) => conflict.column('token').doNothing())
        .executeTakeFirstOrThrow()
      return numInsertedOrUpdatedRows === 1n
    },

    async purge(expiredBy) {
      await db.deleteFrom('exchanged_tokens').where('expires_at', '<=', expiredBy).execute()
    },
  }
}

/** Equal claims are equal texts, whatever the order in which they were given. */
function inOneOrder(claims: TokenTrust['claims']): string {
  return JSON.stringify(Object.entries(claims).sort(([a], [b]) => (a < b ? -1 : 1)))
}

function toTrust(row: Tables['token_trusts']): TokenTrust {
  const { id, token_id, issuer, audience, subject, lifetime_seconds, created_at } = row
  return {
    id,
    token_id,
    issuer,
    audience,
    subject,
    claims: Object.fromEntries(JSON.parse(row.claims)),
    scopes: JSON.parse(row.scopes),
    products: JSON.parse(row.products),
    limits: JSON.parse(row.limits),
    lifetime_seconds,
    created_at,
  }
}

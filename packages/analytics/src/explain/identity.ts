import { type AskedProducts, type AskedScope, isIdentityDimension } from '@footfall/core-domain'
import { sql } from '@footfall/warehouse'
import type { Reader } from '../cache/reader.ts'
import { ofProduct } from '../days/rows-within.ts'
import { type Stated, unavailable } from '../read/states.ts'
import type { ReportExplanation } from './explanation.ts'
import type { Unexplained } from './unexplained.ts'

/** Undefined for a question that is about visitors whether or not they are identified. */
export async function explainIdentity({
  reader,
  scope,
  question: { dimensions, filters },
}: Pick<Unexplained, 'reader' | 'scope' | 'question'>): Promise<ReportExplanation | undefined> {
  const asked = filters.flat().some(({ dimension }) => isIdentityDimension(dimension))
  if (!asked && !dimensions.some(isIdentityDimension)) return undefined
  const stated = await stateOfIdentity(reader, scope)
  return { stated, hints: stated === undefined ? [{ code: 'identified_visitors_only' }] : [] }
}

/** Why there is nothing about identified visitors; undefined where there are some. */
async function stateOfIdentity(reader: Reader, scope: AskedScope): Promise<Stated | undefined> {
  if (scope.preferences.visitor_identity === 'daily') return unavailable('identity_off')
  return (await hasIdentified(reader, scope.product)) ? undefined : unavailable('dimension_not_collected')
}

async function hasIdentified(reader: Reader, product: AskedProducts): Promise<boolean> {
  const statement = sql`SELECT 1 AS found FROM identified_visitors WHERE ${ofProduct(product)} LIMIT 1`
  return (await reader.rows(product, statement)).length > 0
}

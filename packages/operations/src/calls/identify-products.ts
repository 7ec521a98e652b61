import { type FieldError, InvalidRequest, NotFound, ProductId, type Store } from '@footfall/core-domain'
import { actsForAccount, type Channel, type Principal } from '@footfall/scopes-policy'
import { z } from 'zod'
import type { Executable } from '../definition/operation.ts'
import { assertMayCall } from './authorize.ts'
import { productErrors } from './candidates.ts'

/** A selection in which some products are given by name. */
const ByName = z.strictObject({ mode: z.literal('selected'), ids: z.array(z.string().min(1).max(200)).max(1000) })

/** A selection of products with names in it, and how their ids are found. */
export interface NamedProducts {
  /** The same with ids that do not exist in place of the names. */
  readonly standIn: unknown
  find(): Promise<unknown>
}

/**
 * The products that a caller selects by exact names as well as ids; undefined if nothing is a name. Throws `InvalidRequest`, with
 * the candidates, for names that match no product of the credential, or several.
 */
export function identifyProducts(
  operation: Parameters<typeof assertMayCall>[0] & Pick<Executable, 'product'>,
  principal: Principal,
  given: unknown,
  store: Pick<Store, 'products'>,
  channel: Channel,
): NamedProducts | undefined {
  const { data } = ByName.safeParse(given)
  const isId = (text: string) => ProductId.safeParse(text).success
  if (data === undefined || data.ids.every(isId)) return undefined
  return {
    standIn: { ...data, ids: data.ids.map((text, i) => (isId(text) ? text : `prd_name${i}`)) },
    async find() {
      assertMayCall(operation, principal, channel, {})
      if (!actsForAccount(principal)) throw new NotFound()
      const { account, selection } = principal
      const errors: FieldError[] = []
      const ids: string[] = []
      for (const [i, text] of data.ids.entries()) {
        const path = `products.ids.${i}`
        const found = isId(text)
          ? [{ id: text }]
          : await store.products.listCalled(account, selection, { name: text, hostname: undefined }, 2)
        const [first, ...others] = found
        if (first !== undefined && others.length === 0) ids.push(first.id)
        else {
          const [near] = await productErrors(path, text, principal, store)
          const message =
            others.length > 0 ? 'matches several products; give the id of one' : 'is not a product of this account'
          errors.push({ path, message, ...(near?.did_you_mean && { did_you_mean: near.did_you_mean }) })
        }
      }
      if (errors.length > 0) throw new InvalidRequest(errors)
      return { ...data, ids }
    },
  }
}

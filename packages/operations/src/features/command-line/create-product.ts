import { type AccountId, existing, idFactory, type Product } from '@footfall/core-domain'
import type { z } from 'zod'
import { created } from '../../definition/index.ts'
import type { OperatorOperation } from '../../definition/operator.ts'
import { insertProduct, type NewProduct } from '../products/insert-product.ts'

interface OwnedProduct {
  readonly owner: AccountId
  readonly product: z.output<typeof NewProduct>
}

/** The quota does not apply to the operator, who sets it. Throws `NotFound` without the account. */
export const createProductAsOperator: OperatorOperation<OwnedProduct, Product> = {
  name: 'product create',
  async plan({ tx: { store }, clock, random }, { owner, product }) {
    existing(await store.accounts.find(owner))
    const ids = idFactory(random)
    return {
      summary: ({ id }) => `Create the product ${id}, “${product.name}”, for the account ${owner}.`,
      async commit() {
        const result = await insertProduct(product, owner, { store, clock, ids })
        return { result, subject: result.id, changes: created(product) }
      },
    }
  },
}

import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { preferencesQuery, productsQuery } from '../api/queries.ts'
import type { Preferences, Product, Role } from '../api/types.ts'
import { roleIsAtLeast } from './role.ts'

const route = getRouteApi('/products/$product')

/** The product of the page. */
export function useProduct(): Product {
  const { product } = route.useLoaderData()
  const { data = [] } = useQuery(productsQuery)
  return data.find(({ id }) => id === product.id) ?? product
}

export function usePreferences(): Preferences {
  const { product, preferences } = route.useLoaderData()
  return useQuery(preferencesQuery(product.id)).data ?? preferences
}

/** Whether the account has at least this role on the product of the page. */
export function useHasRole(least: Role): boolean {
  return roleIsAtLeast(useProduct().role, least)
}

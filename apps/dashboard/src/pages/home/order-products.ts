import type { Product } from '../../api/types.ts'
import { LANGUAGE } from '../../messages/locale.ts'
import type { ProductOrder } from './search.ts'

const names = new Intl.Collator(LANGUAGE, { numeric: true, sensitivity: 'base' })

/** Products in this order. Those without the metric come last, and equal ones by name. */
export function orderProducts(products: readonly Product[], order: ProductOrder): readonly Product[] {
  if (order === 'created') return products
  const byName = (a: Product, b: Product) => names.compare(a.name, b.name)
  if (order === 'name') return products.toSorted(byName)
  const metricOf = ({ summary }: Product) => summary?.[order] ?? Number.NEGATIVE_INFINITY
  return products.toSorted((a, b) => compareDown(metricOf(a), metricOf(b)) || byName(a, b))
}

function compareDown(a: number, b: number): number {
  return a === b ? 0 : a > b ? -1 : 1
}

/** Products whose name has the text, in any case. */
export function findProducts(products: readonly Product[], text: string): readonly Product[] {
  const wanted = text.trim().toLocaleLowerCase()
  return products.filter(({ name }) => name.toLocaleLowerCase().includes(wanted))
}

import type { ReactNode } from 'react'
import type { ReportMeta } from '../api/types.ts'
import { t } from '../messages/messages.ts'
import { describeState } from './describe-state.ts'

/** Which products the sum lacks, and why. Products without any data count as nothing. */
export function productsMissing({ products = [] }: ReportMeta): readonly string[] {
  return products.flatMap(({ name, not_available = [] }) =>
    not_available
      .filter(({ state }) => state !== 'empty')
      .map((stated) => t('home.sum_without', { product: name, why: describeState(stated)?.why ?? '' })),
  )
}

/** How many products a number is of, where it is not all, and whose days they are. */
export function ProductsCounted({ meta }: { readonly meta: ReportMeta }): ReactNode {
  const { products = [], products_in_all: all = products.length, timezone } = meta
  const notes = [
    ...(products.length < all ? [t('home.sum_of', { count: products.length, all })] : []),
    ...(products.some((product) => product.timezone !== timezone) ? [t('home.sum_zone', { zone: timezone })] : []),
  ]
  return notes.length === 0 ? null : <p className="text-muted text-xs">{notes.join(' ')}</p>
}

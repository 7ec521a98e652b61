import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { InstallSteps } from '../../installation/install-steps.tsx'
import { t } from '../../messages/messages.ts'
import { firstOf } from '../../product/first-event.ts'
import { installationQuery } from '../../product/installation-queries.ts'
import { useProduct } from '../../product/use-product.ts'

/** The installation by itself, for a product that may have events already. */
export function InstallPage(): ReactNode {
  const { id } = useProduct()
  const { data: installation } = useSuspenseQuery(installationQuery(id))
  return (
    <>
      <InstallSteps />
      {/* Once an event has arrived, a button leads there. */}
      {firstOf(installation) === undefined && (
        <p className="mx-auto mt-5 max-w-3xl text-sm">
          <Link className="link" params={{ product: id }} to="/products/$product">
            {t('install.to_overview')}
          </Link>
        </p>
      )}
    </>
  )
}

import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { t } from '../../../messages/messages.ts'
import { installationQuery } from '../../../product/installation-queries.ts'
import { useProduct } from '../../../product/use-product.ts'
import { Button } from '../../../ui/button.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { healthQuery, proxyQuery } from '../queries.ts'
import { DomainsCard } from './domains-card.tsx'
import { HealthCard } from './health-card.tsx'
import { InstallationCard } from './installation-card.tsx'
import { OwnVisitsCard } from './own-visits-card.tsx'
import { ProxyCard } from './proxy-card.tsx'
import { SnippetCard } from './snippet-card.tsx'

/** Installation and health of event collection. */
export function CollectionPage(): ReactNode {
  const product = useProduct()
  const queryClient = useQueryClient()
  const [checking, setChecking] = useState(false)
  const check = async () => {
    setChecking(true)
    const queries = [healthQuery(product.id), installationQuery(product.id), proxyQuery(product.id)]
    await Promise.all(queries.map(({ queryKey }) => queryClient.invalidateQueries({ queryKey })))
    setChecking(false)
    showToast(t('settings.collection.checked'))
  }
  return (
    <div className="grid gap-5">
      <PageHeader
        actions={
          <Button busy={checking} onClick={() => void check()}>
            {t('settings.collection.check')}
          </Button>
        }
        description={t('settings.collection.description')}
        title={t('settings.collection.title')}
      />
      <HealthCard product={product.id} />
      <SnippetCard product={product.id} />
      <InstallationCard product={product.id} />
      <DomainsCard product={product.id} />
      <ProxyCard product={product.id} />
      <OwnVisitsCard product={product.id} />
    </div>
  )
}

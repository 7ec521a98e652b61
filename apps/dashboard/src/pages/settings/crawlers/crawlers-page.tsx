import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { t } from '../../../messages/messages.ts'
import { T } from '../../../messages/t.tsx'
import { useHasRole, useProduct } from '../../../product/use-product.ts'
import { PageHeader } from '../../../ui/page-header.tsx'
import { crawlerSettingsQuery } from '../queries.ts'
import { CrawlersCard } from './crawlers-card.tsx'
import { CrawlersFacts } from './crawlers-facts.tsx'

export function CrawlerSettingsPage(): ReactNode {
  const product = useProduct()
  const canEdit = useHasRole('admin')
  const { data: settings } = useSuspenseQuery(crawlerSettingsQuery(product.id))
  return (
    <div className="grid gap-5">
      <PageHeader
        description={
          <T
            id="settings.crawlers.description"
            values={{
              link: (text) => (
                <Link className="link" params={{ product: product.id }} to="/products/$product/crawlers">
                  {text}
                </Link>
              ),
            }}
          />
        }
        title={t('settings.crawlers.title')}
      />
      {canEdit ? <CrawlersCard settings={settings} /> : <CrawlersFacts settings={settings} />}
    </div>
  )
}

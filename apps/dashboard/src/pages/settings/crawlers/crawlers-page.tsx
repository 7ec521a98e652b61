import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useMay, useProduct } from '../../../product/use-product.ts'
import { PageHeader } from '../../../ui/page-header.tsx'
import { crawlerSettingsQuery } from '../queries.ts'
import { CrawlersCard } from './crawlers-card.tsx'
import { CrawlersFacts } from './crawlers-facts.tsx'

export function CrawlerSettingsPage(): ReactNode {
  const product = useProduct()
  const may = useMay('admin')
  const { data: settings } = useSuspenseQuery(crawlerSettingsQuery(product.id))
  return (
    <div className="grid gap-5">
      <PageHeader
        description={
          <>
            Which machines are noted, and where. They are in none of the numbers of people;{' '}
            <Link className="link" params={{ product: product.id }} to="/products/$product/crawlers">
              the crawler report
            </Link>{' '}
            has them.
          </>
        }
        title="Crawlers"
      />
      {may ? <CrawlersCard settings={settings} /> : <CrawlersFacts settings={settings} />}
    </div>
  )
}

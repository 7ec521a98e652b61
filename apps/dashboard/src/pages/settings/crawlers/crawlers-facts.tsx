import type { ReactNode } from 'react'
import type { CrawlerSettings } from '../../../api/types.ts'
import { Card } from '../../../ui/card.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { linesOf } from '../lines.ts'
import { PURPOSES } from './crawler-values.ts'

/** The settings without controls, for people who cannot change them. */
export function CrawlersFacts({ settings }: { readonly settings: CrawlerSettings }): ReactNode {
  const { enabled, track, excluded_paths } = settings
  return (
    <Card description="Admins and owners can change this." title="Tracked crawlers">
      <Facts
        facts={
          enabled
            ? [
                ...PURPOSES.map(({ purpose, label }) => ({ label, value: track[purpose] ? 'tracked' : 'not tracked' })),
                {
                  label: 'Excluded paths',
                  value: <span className="wrap-anywhere whitespace-pre-line">{linesOf(excluded_paths) || 'none'}</span>,
                },
              ]
            : [{ label: 'Crawlers', value: 'not tracked' }]
        }
      />
    </Card>
  )
}

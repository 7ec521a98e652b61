import type { ReactNode } from 'react'
import type { CrawlerSettings } from '../../../api/types.ts'
import { linesOf } from '../../../forms/lines.ts'
import { t } from '../../../messages/messages.ts'
import { Card } from '../../../ui/card.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { describePurposes } from './crawler-values.ts'

/** The settings without controls, for people who cannot change them. */
export function CrawlersFacts({ settings }: { readonly settings: CrawlerSettings }): ReactNode {
  const { enabled, track, excluded_paths } = settings
  return (
    <Card description={t('common.admins_only')} title={t('settings.crawlers.tracked')}>
      <Facts
        facts={
          enabled
            ? [
                ...describePurposes(track),
                {
                  label: t('settings.crawlers.excluded'),
                  value: (
                    <span className="wrap-anywhere whitespace-pre-line">
                      {linesOf(excluded_paths) || t('common.none')}
                    </span>
                  ),
                },
              ]
            : [{ label: t('settings.crawlers.title'), value: t('settings.crawlers.off') }]
        }
      />
    </Card>
  )
}

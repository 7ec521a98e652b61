import type { ReactNode } from 'react'
import type { Health } from '../../../api/types.ts'
import { t } from '../../../messages/messages.ts'
import { formatCount, formatDay, formatRatio } from '../../../statistics/format.ts'
import { type Column, Table } from '../../../ui/table.tsx'

type Automation = Health['automation']
type Day = Automation['days'][number]

/** Visits that look automated without saying so, and what speaks for it, day by day. */
export function AutomationEvidence({ automation }: { readonly automation: Automation }): ReactNode {
  const { visits, suspected_visits: suspected, share, unclassified_visits: unclassified, days, rules } = automation
  const isOff = rules.some(({ rule, active }) => rule === 'data_centre' && !active)
  return (
    <section className="grid gap-1.5" id="automation">
      <h3 className="font-semibold text-sm">{t('settings.collection.automation')}</h3>
      {share === null ? (
        <p className="text-muted text-sm">{t('settings.collection.automation_none')}</p>
      ) : (
        <p className="text-sm">
          {t('settings.collection.automation_share', { suspected, visits, share: formatRatio(share) })}{' '}
          {t(automation.counted ? 'settings.collection.automation_counted' : 'settings.collection.automation_left_out')}
        </p>
      )}
      {suspected > 0 && (
        <div className="-mx-5 mt-1">
          <Table
            caption={t('settings.collection.automation')}
            columns={COLUMNS}
            rowKey={({ date }) => date}
            rows={days}
          />
        </div>
      )}
      {unclassified > 0 && (
        <p className="text-muted text-sm">
          {t('settings.collection.automation_unclassified', { count: unclassified })}
        </p>
      )}
      {isOff && <p className="text-muted text-sm">{t('settings.collection.networks_off')}</p>}
    </section>
  )
}

const COLUMNS: readonly Column<Day>[] = [
  {
    id: 'date',
    header: t('settings.collection.automation_date'),
    value: ({ date }) => date,
    cell: ({ date }) => formatDay(date),
  },
  {
    id: 'visits',
    header: t('settings.collection.automation_visits'),
    value: ({ visits }) => visits,
    cell: (day) => formatCount(day.visits),
    numeric: true,
  },
  {
    id: 'suspected',
    header: t('settings.collection.automation_suspected'),
    value: (day) => day.suspected_visits,
    cell: (day) => formatCount(day.suspected_visits),
    numeric: true,
  },
  {
    id: 'evidence',
    header: t('settings.collection.automation_evidence'),
    cell: ({ evidence }) => evidenceText(evidence),
    wide: true,
  },
]

function evidenceText(evidence: Day['evidence']): string {
  return evidence
    .map(({ rule, visits }) =>
      t('settings.collection.automation_rule_visits', { rule: t(`settings.collection.rule_${rule}`), count: visits }),
    )
    .join(', ')
}

import { useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode, useRef } from 'react'
import { api } from '../../../api/client.ts'
import type { Domains } from '../../../api/types.ts'
import { Form } from '../../../forms/form.tsx'
import { t } from '../../../messages/messages.ts'
import { installationQuery } from '../../../product/installation-queries.ts'
import { Button } from '../../../ui/button.tsx'
import { domainsQuery } from '../queries.ts'
import { useSettingsForm } from '../use-settings-form.ts'
import { type DomainRow, rowsOf, withRow } from './domain-rows.ts'
import { DomainsField } from './domains-field.tsx'

interface DomainValues {
  readonly rows: readonly DomainRow[]
}

/** Suggested hostnames. */
const SEEN_MAX = 8

export function DomainsForm({ product, domains }: { readonly product: string; readonly domains: Domains }): ReactNode {
  const { data: installation } = useSuspenseQuery(installationQuery(product))
  /** Keys of the rows in the order they were sent: errors refer to that order. */
  const sent = useRef<readonly string[]>([])
  const { form, warnings } = useSettingsForm({
    stored: domains,
    query: domainsQuery(product),
    toValues: (stored: Domains): DomainValues => ({ rows: rowsOf(stored) }),
    toBody: (values) => ({ domains: values.rows.map(({ hostname, primary }) => ({ hostname, primary })) }),
    write: (body) => (options) =>
      api.PUT('/api/v1/products/{product}/domains', { params: { path: { product } }, body, ...options }),
    beforeSave: (values) => {
      sent.current = values.rows.map(({ key }) => key)
    },
  })
  const { rows } = form.values
  const errorOf = (key: string) => {
    const at = sent.current.indexOf(key)
    return form.error(`domains.${at}.hostname`) ?? form.error(`domains.${at}`)
  }
  const unlisted = installation.domains
    .filter(({ hostname, registered }) => !registered && !rows.some((row) => row.hostname === hostname))
    .slice(0, SEEN_MAX)
  return (
    <>
      <Form describe={describeValues} form={form} submitLabel={t('settings.collection.domains_submit')}>
        <DomainsField error={errorOf} onChange={(next) => form.set('rows', next)} rows={rows} />
        {unlisted.length > 0 && (
          <div className="grid gap-2">
            <p className="text-muted text-sm">{t('settings.collection.domains_seen')}</p>
            <p className="flex flex-wrap gap-2">
              {unlisted.map(({ hostname }) => (
                <Button
                  aria-label={t('common.add_label', { name: hostname })}
                  icon="plus"
                  key={hostname}
                  onClick={() => form.set('rows', withRow(rows, hostname))}
                  size="small"
                >
                  <span className="break-all">{hostname}</span>
                </Button>
              ))}
            </p>
          </div>
        )}
      </Form>
      {warnings}
    </>
  )
}

function describeValues({ rows }: DomainValues) {
  return [
    { label: t('settings.collection.primary'), value: rows.find(({ primary }) => primary)?.hostname ?? '' },
    {
      label: t('settings.collection.domains'),
      value: rows
        .map(({ hostname }) => hostname)
        .toSorted()
        .join('\n'),
    },
  ]
}

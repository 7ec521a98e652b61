import { type ReactNode, useId, useRef } from 'react'
import { t } from '../../../messages/messages.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { TextField, VERBATIM } from '../../../ui/field.tsx'
import { useFocusAfterChange } from '../use-focus-after-change.ts'
import { type DomainRow, withoutRow, withPrimary, withRow } from './domain-rows.ts'

const DOMAINS_MAX = 50

interface DomainsFieldProps {
  readonly rows: readonly DomainRow[]
  readonly onChange: (rows: readonly DomainRow[]) => void
  /** What is wrong with a row, as a sentence. */
  readonly error: (key: string) => string | undefined
}

function nameOf(hostname: string, at: number): string {
  return hostname || t('settings.collection.hostname_at', { number: at + 1 })
}

/** The hostnames of a product, one per row. */
export function DomainsField({ rows, onChange, error }: DomainsFieldProps): ReactNode {
  const group = useId()
  const list = useRef<HTMLUListElement>(null)
  const more = useRef<HTMLButtonElement>(null)
  const focusAfter = useFocusAfterChange(rows.length)
  return (
    <fieldset className="grid min-w-0 gap-3">
      <legend className="sr-only">{t('settings.collection.domains')}</legend>
      {rows.length === 0 && <p className="text-muted text-sm">{t('settings.collection.domains_empty')}</p>}
      <ul className="grid gap-3" ref={list}>
        {rows.map(({ key, hostname, primary }, at) => (
          <li className="flex flex-wrap items-start gap-x-3 gap-y-1" key={key}>
            <TextField
              {...VERBATIM}
              className="min-w-40 flex-1 max-sm:basis-full"
              error={error(key)}
              inputMode="url"
              label={t('settings.collection.hostname_at', { number: at + 1 })}
              labelHidden
              onChange={(typed) => onChange(rows.map((row) => (row.key === key ? { ...row, hostname: typed } : row)))}
              placeholder="www.example.com"
              value={hostname}
            />
            <label className="flex min-h-10 items-center gap-2 text-sm">
              <input
                checked={primary}
                className="choice"
                aria-label={t('settings.collection.primary_label', { hostname: nameOf(hostname, at) })}
                name={group}
                onChange={() => onChange(withPrimary(rows, key))}
                type="radio"
              />
              {t('settings.collection.primary')}
            </label>
            <span className="flex min-h-10 items-center">
              <IconButton
                aligned
                icon="trash"
                label={t('common.remove_label', { name: nameOf(hostname, at) })}
                onClick={() => {
                  focusAfter(() => more.current)
                  onChange(withoutRow(rows, key))
                }}
              />
            </span>
          </li>
        ))}
      </ul>
      {rows.length < DOMAINS_MAX && (
        <div>
          <Button
            icon="plus"
            onClick={() => {
              focusAfter(() => list.current?.querySelector('li:last-child input'))
              onChange(withRow(rows))
            }}
            ref={more}
            size="small"
          >
            {t('settings.collection.domain_add')}
          </Button>
        </div>
      )}
    </fieldset>
  )
}

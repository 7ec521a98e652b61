import { type ReactNode, useRef } from 'react'
import { t } from '../../../messages/messages.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { TextField, VERBATIM } from '../../../ui/field.tsx'
import { useFocusAfterChange } from '../use-focus-after-change.ts'
import { type AddressRow, nonEmptyAddresses } from './shield-values.ts'

interface AddressesFieldProps {
  readonly rows: readonly AddressRow[]
  readonly onChange: (rows: readonly AddressRow[]) => void
  readonly error: (path: string) => string | undefined
}

const ADDRESSES_MAX = 500

/** Addresses and ranges, with notes. */
export function AddressesField({ rows, onChange, error }: AddressesFieldProps): ReactNode {
  const put = (key: string, change: Partial<AddressRow>) =>
    onChange(rows.map((row) => (row.key === key ? { ...row, ...change } : row)))
  const list = useRef<HTMLUListElement>(null)
  const more = useRef<HTMLButtonElement>(null)
  const focusAfter = useFocusAfterChange(rows.length)
  const sent = nonEmptyAddresses(rows)
  return (
    <div className="grid gap-3">
      {rows.length > 0 && (
        <ul className="grid gap-3" ref={list}>
          {rows.map((row, at) => (
            <li className="flex flex-wrap items-start gap-2 border-b pb-3 sm:border-b-0 sm:pb-0" key={row.key}>
              <TextField
                {...VERBATIM}
                className="min-w-44 flex-1"
                error={error(`addresses.${sent.indexOf(row)}.cidr`)}
                label={t('settings.shields.address_at', { number: at + 1 })}
                labelHidden
                onChange={(cidr) => put(row.key, { cidr })}
                placeholder="192.0.2.0/24"
                value={row.cidr}
              />
              <TextField
                autoComplete="off"
                className="min-w-40 flex-1"
                error={error(`addresses.${sent.indexOf(row)}.note`)}
                label={t('settings.shields.note_at', { number: at + 1 })}
                labelHidden
                onChange={(note) => put(row.key, { note })}
                placeholder={t('settings.shields.note')}
                value={row.note}
              />
              <span className="pt-1">
                <IconButton
                  aligned
                  icon="trash"
                  label={t('settings.shields.address_remove', { number: at + 1 })}
                  onClick={() => {
                    focusAfter(() => more.current)
                    onChange(rows.filter(({ key }) => key !== row.key))
                  }}
                />
              </span>
            </li>
          ))}
        </ul>
      )}
      {rows.length < ADDRESSES_MAX && (
        <div>
          <Button
            icon="plus"
            onClick={() => {
              focusAfter(() => list.current?.querySelector('li:last-child input'))
              onChange([...rows, emptyRow()])
            }}
            ref={more}
            size="small"
          >
            {t('settings.shields.address_add')}
          </Button>
        </div>
      )}
    </div>
  )
}

let added = 0

function emptyRow(): AddressRow {
  added += 1
  return { key: `added-${added}`, cidr: '', note: '' }
}

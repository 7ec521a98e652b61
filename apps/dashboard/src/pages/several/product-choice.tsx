import { type ReactNode, useState } from 'react'
import type { Product } from '../../api/types.ts'
import { t } from '../../messages/messages.ts'
import { PICKER_STYLE } from '../../statistics/controls/picker-style.ts'
import { Button } from '../../ui/button.tsx'
import { CheckboxField } from '../../ui/choice-field.tsx'
import { Popover } from '../../ui/menu.tsx'
import { PRODUCTS_MAX, PRODUCTS_MIN } from './search.ts'

interface ProductChoiceProps {
  readonly products: readonly Product[]
  /** All where it is absent. */
  readonly chosen: readonly string[] | undefined
  readonly onChoose: (chosen: string[] | undefined) => void
}

/** Which products are shown together. */
export function ProductChoice({ products, chosen, onChoose }: ProductChoiceProps): ReactNode {
  const label = chosen === undefined ? t('several.all') : t('several.chosen', { count: chosen.length })
  return (
    <Popover button={label} className={PICKER_STYLE} label={t('several.choose', { chosen: label })}>
      {(close) => (
        <Choice
          chosen={chosen ?? products.map(({ id }) => id)}
          onChoose={(ids) => {
            onChoose(ids.length === products.length ? undefined : [...ids])
            close()
          }}
          products={products}
        />
      )}
    </Popover>
  )
}

interface ChoiceProps {
  readonly products: readonly Product[]
  readonly chosen: readonly string[]
  readonly onChoose: (chosen: readonly string[]) => void
}

function Choice({ products, chosen, onChoose }: ChoiceProps): ReactNode {
  const [ids, setIds] = useState<ReadonlySet<string>>(() => new Set(chosen))
  const isAll = ids.size === products.length
  const fits = isAll || (ids.size >= PRODUCTS_MIN && ids.size <= PRODUCTS_MAX)
  const toggle = (id: string, on: boolean) =>
    setIds((before) => new Set(on ? [...before, id] : [...before].filter((other) => other !== id)))
  return (
    <form
      className="grid w-72 max-w-full gap-3 p-2"
      onSubmit={(event) => {
        event.preventDefault()
        if (fits) onChoose(products.flatMap(({ id }) => (ids.has(id) ? [id] : [])))
      }}
    >
      <fieldset className="grid max-h-72 gap-2 overflow-y-auto">
        <legend className="sr-only">{t('shell.products')}</legend>
        <CheckboxField
          checked={isAll}
          label={t('several.all')}
          onChange={(on) => setIds(new Set(on ? products.map(({ id }) => id) : []))}
        />
        {products.map(({ id, name }) => (
          <CheckboxField checked={ids.has(id)} key={id} label={name} onChange={(on) => toggle(id, on)} />
        ))}
      </fieldset>
      {!fits && (
        <p className="text-muted text-sm" role="status">
          {t('several.how_many', { min: PRODUCTS_MIN, max: PRODUCTS_MAX })}
        </p>
      )}
      <Button disabled={!fits} kind="primary" size="small" submit>
        {t('several.show')}
      </Button>
    </form>
  )
}

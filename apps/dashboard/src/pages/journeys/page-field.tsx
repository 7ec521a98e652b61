import { type ReactNode, useId, useState } from 'react'
import { t } from '../../messages/messages.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'

interface PageFieldProps {
  readonly page: string
  /** Pages with the most visitors. */
  readonly offered: readonly string[]
  readonly onChoose: (page: string) => void
}

/** The page that the journeys are about: typed, or chosen from those that were seen most. */
export function PageField({ page, offered, onChoose }: PageFieldProps): ReactNode {
  const [typed, setTyped] = useState(page)
  const list = useId()
  const choose = (chosen: string) => {
    if (chosen.trim() !== '' && chosen !== page) onChoose(chosen.trim())
  }
  return (
    <form
      className="flex flex-wrap items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        choose(typed)
      }}
    >
      <TextField
        autoComplete="off"
        className="min-w-0 max-w-md flex-1 basis-60"
        label={t('journeys.page')}
        list={list}
        onChange={(value) => {
          setTyped(value)
          // One from the list is chosen at once.
          if (offered.includes(value)) choose(value)
        }}
        value={typed}
      />
      <datalist id={list}>
        {offered.map((path) => (
          <option key={path} value={path} />
        ))}
      </datalist>
      <Button submit>{t('journeys.show')}</Button>
    </form>
  )
}

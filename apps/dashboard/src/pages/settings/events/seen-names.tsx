import { type ReactNode, useState } from 'react'
import { Button } from '../../../ui/button.tsx'

const AT_ONCE = 8

/** Names that arrive and are not on the list: one click begins an entry. */
export function SeenNames({
  names,
  onChoose,
}: {
  readonly names: readonly string[]
  readonly onChoose: (name: string) => void
}): ReactNode {
  const [isWhole, setWhole] = useState(false)
  if (names.length === 0) return null
  const shown = isWhole ? names : names.slice(0, AT_ONCE)
  return (
    <div className="border-t px-5 py-4">
      <p className="mb-2 text-muted text-sm">Seen in the last 30 days, and not on the list:</p>
      <ul className="flex flex-wrap gap-2">
        {shown.map((name) => (
          <li className="min-w-0" key={name}>
            <Button className="max-w-full" icon="plus" onClick={() => onChoose(name)} size="small">
              <span className="sr-only">Add </span>
              <span className="truncate">{name}</span>
            </Button>
          </li>
        ))}
        {names.length > shown.length && (
          <li>
            <Button kind="quiet" onClick={() => setWhole(true)} size="small">
              {names.length - shown.length} more
            </Button>
          </li>
        )}
      </ul>
    </div>
  )
}

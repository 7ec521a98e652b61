import { useRouter } from '@tanstack/react-router'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react'
import type { Product } from '../../api/types.ts'
import { t } from '../../messages/messages.ts'
import { classes } from '../../ui/classes.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { CONTROL } from '../../ui/field.tsx'
import { useSamePage } from '../sections.ts'
import { useCollectedEntries } from './collected-entries.ts'
import { type Entry, entriesOf } from './entries.ts'
import { Key } from './key.tsx'
import { searchEntries } from './search-entries.ts'

interface CommandPaletteProps {
  readonly products: readonly Product[]
  readonly current: Product | undefined
  readonly onClose: () => void
  readonly onShortcuts: () => void
}

/** Everything that can be opened or done, found by typing. */
export function CommandPalette({ products, current, onClose, onShortcuts }: CommandPaletteProps): ReactNode {
  const list = useId()
  const { navigate } = useRouter()
  const samePage = useSamePage()
  const [typed, setTyped] = useState('')
  const [active, setActive] = useState(0)
  // The commands of the page as it was when the palette opened.
  const [entries] = useState(() => entriesOf({ products, current, navigate, samePage, onShortcuts }))
  const collected = useCollectedEntries(current, typed)
  const found = useMemo(() => [...searchEntries(entries, typed), ...collected], [entries, typed, collected])
  const chosen = found[active]
  const run = ({ run }: Entry) => {
    onClose()
    run()
  }
  const keyDown = (event: KeyboardEvent) => {
    const next = NEXT[event.key]?.(active, found.length)
    if (next !== undefined) setActive(next)
    else if (event.key === 'Enter' && !event.nativeEvent.isComposing && chosen !== undefined) run(chosen)
    else return
    event.preventDefault()
  }
  return (
    <Dialog onClose={onClose} title={t('palette.title')}>
      <input
        aria-activedescendant={chosen === undefined ? undefined : `${list}-${active}`}
        aria-autocomplete="list"
        aria-controls={list}
        aria-expanded={true}
        aria-label={t('palette.search')}
        autoComplete="off"
        className={classes(CONTROL, 'min-h-10 py-1.5 text-ellipsis')}
        onChange={(event) => {
          setTyped(event.target.value)
          setActive(0)
        }}
        onKeyDown={keyDown}
        placeholder={t('palette.search')}
        role="combobox"
        value={typed}
      />
      <p className={found.length === 0 ? 'mt-3 text-muted text-sm' : 'sr-only'} role="status">
        {found.length === 0 ? t('palette.nothing', { text: typed }) : t('palette.count', { count: found.length })}
      </p>
      <div
        aria-label={t('palette.results')}
        // Down to the edge of the dialog, so that what is cut off is seen to go on.
        className="-mx-2 -mb-4 mt-3 h-[min(24rem,55dvh)] overflow-y-auto pb-2"
        id={list}
        role="listbox"
      >
        {found.map((entry, at) => (
          <Line active={at === active} entry={entry} id={`${list}-${at}`} key={entry.id} onRun={() => run(entry)} />
        ))}
      </div>
    </Dialog>
  )
}

/** Where each key moves in a list of so many lines. */
const NEXT: Readonly<Partial<Record<string, (active: number, count: number) => number>>> = {
  ArrowDown: (active, count) => (count === 0 ? 0 : (active + 1) % count),
  ArrowUp: (active, count) => (count === 0 ? 0 : (active + count - 1) % count),
  PageDown: (active, count) => Math.max(0, Math.min(active + 8, count - 1)),
  PageUp: (active) => Math.max(0, active - 8),
}

interface LineProps {
  readonly id: string
  readonly entry: Entry
  readonly active: boolean
  readonly onRun: () => void
}

function Line({ id, entry: { label, group, key }, active, onRun }: LineProps): ReactNode {
  const line = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (active) line.current?.scrollIntoView({ block: 'nearest' })
  }, [active])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the text field has the focus and handles the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the text field has the focus
    <div
      aria-selected={active}
      className={classes(
        'flex min-h-10 cursor-pointer items-center gap-3 rounded-control px-3 hover:bg-raised',
        active && 'bg-raised outline-2 outline-accent -outline-offset-2',
      )}
      id={id}
      onClick={onRun}
      ref={line}
      role="option"
    >
      <span className="min-w-0 flex-1 truncate">{label}</span>
      <span className="max-w-[45%] truncate text-muted text-sm">{group}</span>
      {key !== undefined && <Key name={key} />}
    </div>
  )
}

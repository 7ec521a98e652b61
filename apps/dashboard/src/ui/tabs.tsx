import { type KeyboardEvent, type ReactNode, useId } from 'react'
import { classes } from './classes.ts'

interface TabsProps<Value extends string> {
  /** What is being chosen. */
  readonly label: string
  readonly tabs: readonly { readonly value: Value; readonly label: string }[]
  readonly value: Value
  readonly onChange: (value: Value) => void
  /** The panel of the chosen tab. */
  readonly children: ReactNode
  /** Stands beside the tabs. */
  readonly aside?: ReactNode
}

/** Tabs by the pattern of the ARIA guide: arrow keys, Home and End move, and moving chooses. */
export function Tabs<Value extends string>({
  label,
  tabs,
  value,
  onChange,
  children,
  aside,
}: TabsProps<Value>): ReactNode {
  const id = useId()
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const at = tabs.findIndex((tab) => tab.value === value)
    const to = targetOf(event.key, at, tabs.length)
    const next = to === undefined ? undefined : tabs[to]
    if (next === undefined) return
    event.preventDefault()
    onChange(next.value)
    document.getElementById(`${id}-${next.value}`)?.focus()
  }
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 px-5 pt-3">
        <div aria-label={label} className="-mx-2 flex flex-wrap gap-x-1" onKeyDown={move} role="tablist">
          {tabs.map((tab) => (
            <button
              aria-controls={`${id}-panel`}
              aria-selected={tab.value === value}
              className={classes(
                'min-h-8 rounded-control px-2 font-semibold text-sm',
                tab.value === value
                  ? 'text-accent underline decoration-2 underline-offset-4'
                  : 'text-muted hover:text-text',
              )}
              id={`${id}-${tab.value}`}
              key={tab.value}
              onClick={() => onChange(tab.value)}
              role="tab"
              tabIndex={tab.value === value ? 0 : -1}
              type="button"
            >
              {tab.label}
            </button>
          ))}
        </div>
        {aside}
      </div>
      <div aria-labelledby={`${id}-${value}`} id={`${id}-panel`} role="tabpanel">
        {children}
      </div>
    </>
  )
}

function targetOf(key: string, at: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowRight':
      return (at + 1) % count
    case 'ArrowLeft':
      return (at - 1 + count) % count
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return undefined
  }
}

import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'

interface TabsProps<Value extends string> {
  /** Accessible name of the row of tabs. */
  readonly label: string
  readonly tabs: readonly { readonly value: Value; readonly label: string }[]
  readonly value: Value
  readonly onChange: (value: Value) => void
  /** The panel of the chosen tab. */
  readonly children: ReactNode
}

/** Arrow keys, Home and End choose. */
export function Tabs<Value extends string>({ label, tabs, value, onChange, children }: TabsProps<Value>): ReactNode {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const chosen = tabs.findIndex((tab) => tab.value === value)
  const keyDown = (event: KeyboardEvent) => {
    const at = targetOf(event.key, chosen, tabs.length)
    const tab = at === undefined ? undefined : tabs[at]
    if (at === undefined || tab === undefined) return
    event.preventDefault()
    onChange(tab.value)
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]').item(at).focus()
  }
  return (
    <>
      <div
        aria-label={label}
        className="mx-3 flex flex-wrap gap-x-1 pt-3"
        onKeyDown={keyDown}
        ref={list}
        role="tablist"
      >
        {tabs.map((tab) => (
          <button
            aria-controls={`${id}-panel`}
            aria-selected={tab.value === value}
            className="min-h-8 rounded-control px-2 font-semibold text-muted text-sm decoration-2 underline-offset-4 hover:text-text aria-selected:text-accent aria-selected:underline"
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

import { Tabs as Base } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'

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
  return (
    <Base.Root onValueChange={onChange} value={value}>
      <Base.List activateOnFocus aria-label={label} className="mx-3 flex flex-wrap gap-x-1 pt-3">
        {tabs.map((tab) => (
          <Base.Tab
            className="min-h-8 rounded-control px-2 font-semibold text-muted text-sm decoration-2 underline-offset-4 hover:text-text data-active:text-accent data-active:underline"
            key={tab.value}
            value={tab.value}
          >
            {tab.label}
          </Base.Tab>
        ))}
      </Base.List>
      <Base.Panel value={value}>{children}</Base.Panel>
    </Base.Root>
  )
}

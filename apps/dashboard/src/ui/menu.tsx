import { type ReactNode, useState } from 'react'
import type { PopoverProps } from './base-ui/popover.tsx'
import { Icon } from './icons.tsx'
import { type PopupButtonProps, triggerClasses } from './popup-style.ts'

const loadPopover = () => import('./base-ui/popover.tsx').then(({ Popover }) => Popover)

/** A button that shows a panel of links or controls. */
export function Popover(props: PopoverProps): ReactNode {
  const [Loaded, load] = useOnDemand(loadPopover)
  return Loaded ? <Loaded {...props} /> : <OnDemandButton {...props} onPreload={loadPopover} onOpen={load} />
}

/** Loads a component when it is first needed. If loading fails, the next call tries again. */
function useOnDemand<Component>(load: () => Promise<Component>): [Component | undefined, () => void] {
  const [component, setComponent] = useState<Component>()
  return [component, () => void load().then((loaded) => setComponent(() => loaded), ignore)]
}

interface OnDemandButtonProps extends PopupButtonProps {
  readonly onPreload: () => Promise<unknown>
  readonly onOpen: () => void
}

/** The button until its first use. The loaded component replaces it, open. */
function OnDemandButton({ button, label, className, onPreload, onOpen }: OnDemandButtonProps): ReactNode {
  const preload = () => void onPreload().catch(ignore)
  return (
    <button
      aria-expanded={false}
      aria-haspopup="dialog"
      aria-label={label}
      className={triggerClasses(className)}
      onClick={onOpen}
      onFocus={preload}
      onPointerEnter={preload}
      type="button"
    >
      {button}
      <Icon name="chevronDown" />
    </button>
  )
}

function ignore(): void {}

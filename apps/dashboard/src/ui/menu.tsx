import { lazy, type ReactNode, Suspense } from 'react'
import type { ChoiceMenuProps } from './base-ui/choice-menu.tsx'
import type { PopoverProps } from './base-ui/popover.tsx'
import { Icon } from './icons.tsx'
import { type PopupButtonProps, triggerClasses } from './popup-style.ts'

const LazyPopover = lazy(() => import('./base-ui/popover.tsx').then(({ Popover }) => ({ default: Popover })))
// `lazy` drops the type parameter.
const LazyChoiceMenu = lazy(() =>
  import('./base-ui/choice-menu.tsx').then(({ ChoiceMenu }) => ({ default: ChoiceMenu })),
) as unknown as typeof import('./base-ui/choice-menu.tsx').ChoiceMenu

/** A button that shows a panel of links or controls. */
export function Popover(props: PopoverProps): ReactNode {
  return (
    <Suspense fallback={<LoadingButton {...props} />}>
      <LazyPopover {...props} />
    </Suspense>
  )
}

/** A button with a menu of choices, one of which is current. */
export function ChoiceMenu<Name extends string>(props: ChoiceMenuProps<Name>): ReactNode {
  return (
    <Suspense fallback={<LoadingButton {...props} />}>
      <LazyChoiceMenu {...props} />
    </Suspense>
  )
}

/** Looks like the button it is replaced by, so that nothing moves. */
function LoadingButton({ button, label, className }: PopupButtonProps): ReactNode {
  return (
    <button aria-label={label} className={triggerClasses(className)} disabled type="button">
      {button}
      <Icon name="chevronDown" />
    </button>
  )
}

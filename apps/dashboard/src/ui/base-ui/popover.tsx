import { Popover as Base } from '@base-ui/react/popover'
import { type ReactNode, useId, useState } from 'react'
import { Icon } from '../icons.tsx'
import { moveFocus } from '../move-focus.ts'
import { PANEL, POSITIONER, type PopupButtonProps, triggerClasses } from '../popup-style.ts'

export interface PopoverProps extends PopupButtonProps {
  /** Call `close` after a choice. */
  readonly children: (close: () => void) => ReactNode
}

/** Open at first: it replaces a plain button that was clicked. */
export function Popover({ button, label, align = 'start', className, children }: PopoverProps): ReactNode {
  const [open, setOpen] = useState(true)
  const id = useId()
  // In place and not at the end of the document, so that it is inside a landmark.
  const [place, setPlace] = useState<HTMLDivElement | null>(null)
  return (
    <div className="relative min-w-0" ref={setPlace}>
      <Base.Root onOpenChange={setOpen} open={open} triggerId={id}>
        <Base.Trigger aria-label={label} className={triggerClasses(className)} id={id}>
          {button}
          <Icon name="chevronDown" />
        </Base.Trigger>
        <Base.Portal container={place}>
          {/* Fixed, so that a panel that is not placed yet makes no page wider. */}
          <Base.Positioner
            align={align}
            className={POSITIONER}
            collisionPadding={12}
            positionMethod="fixed"
            sideOffset={4}
          >
            <Base.Popup aria-labelledby={id} className={PANEL} onKeyDown={moveFocus}>
              {children(() => setOpen(false))}
            </Base.Popup>
          </Base.Positioner>
        </Base.Portal>
      </Base.Root>
    </div>
  )
}

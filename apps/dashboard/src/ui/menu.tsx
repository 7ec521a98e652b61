import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { classes } from './classes.ts'
import { Icon } from './icons.tsx'

interface MenuProps {
  /** What the button shows. */
  readonly button: ReactNode
  /** What the button is, where its look does not say it in words. */
  readonly label?: string
  readonly align?: 'start' | 'end'
  readonly className?: string
  /** Call `close` once something was chosen. */
  readonly children: (close: () => void) => ReactNode
}

/** A button that shows and hides a panel of links or controls. Escape, a click elsewhere and leaving it close it. */
export function Menu({ button, label, align = 'start', className, children }: MenuProps): ReactNode {
  const [open, setOpen] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const panel = useId()
  useEffect(() => {
    if (!open) return
    const elsewhere = (event: Event) => {
      if (event.target instanceof Node && !place.current?.contains(event.target)) setOpen(false)
    }
    document.addEventListener('pointerdown', elsewhere)
    document.addEventListener('focusin', elsewhere)
    return () => {
      document.removeEventListener('pointerdown', elsewhere)
      document.removeEventListener('focusin', elsewhere)
    }
  }, [open])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape is for whatever inside has the focus
    <div
      className="relative min-w-0"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !open) return
        setOpen(false)
        opener.current?.focus()
      }}
      ref={place}
    >
      <button
        aria-controls={open ? panel : undefined}
        aria-expanded={open}
        aria-label={label}
        className={classes(
          'inline-flex min-h-9 max-w-full items-center gap-1.5 rounded-control px-2.5 font-medium hover:bg-raised',
          className,
        )}
        onClick={() => setOpen(!open)}
        ref={opener}
        type="button"
      >
        {button}
        <Icon name="chevronDown" />
      </button>
      {open && (
        <div
          className={classes(
            'max-sm:fixed max-sm:inset-x-3 max-sm:bottom-3 sm:absolute sm:top-full z-30 mt-1 max-h-[70dvh] sm:w-max min-w-52 sm:max-w-80 overflow-y-auto rounded-card border bg-surface p-1.5 shadow-pop',
            align === 'end' ? 'sm:right-0' : 'sm:left-0',
          )}
          id={panel}
        >
          {children(() => setOpen(false))}
        </div>
      )}
    </div>
  )
}

/** The look of an entry of a menu. */
export const MENU_ITEM =
  'flex min-h-9 w-full items-center gap-2 rounded-control px-2.5 py-1.5 text-left hover:bg-raised aria-[current]:font-semibold aria-[current]:text-accent'

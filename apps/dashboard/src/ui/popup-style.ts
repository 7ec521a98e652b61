import type { ReactNode } from 'react'
import { classes } from './classes.ts'

/** The button of a popover or menu. */
export interface PopupButtonProps {
  readonly button: ReactNode
  /** Accessible name, where the content of the button is not one. */
  readonly label?: string
  readonly align?: 'start' | 'end'
  readonly className?: string
}

export function triggerClasses(className: string | undefined): string {
  return classes(
    'inline-flex min-h-9 min-w-0 max-w-full items-center gap-1.5 rounded-control px-2.5 font-medium hover:bg-raised',
    className,
  )
}

/** Next to its button; on a phone at the bottom of the screen. */
export const POSITIONER =
  'z-30 max-sm:fixed! max-sm:inset-x-3! max-sm:top-auto! max-sm:bottom-3! max-sm:transform-none!'

export const PANEL =
  'max-h-[70dvh] min-w-52 overflow-y-auto rounded-card border bg-surface p-1.5 shadow-pop sm:max-h-[min(70dvh,var(--available-height))] sm:w-max sm:max-w-80'

/** An entry of a popover or menu. */
export const MENU_ITEM =
  'flex min-h-9 w-full cursor-pointer items-center gap-2 rounded-control px-2.5 py-1.5 text-left hover:bg-raised data-highlighted:bg-raised data-checked:font-semibold data-checked:text-accent aria-[current]:font-semibold aria-[current]:text-accent'

import { Dialog as Base } from '@base-ui/react/dialog'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { t } from '../../messages/messages.ts'
import { IconButton } from '../button.tsx'
import { classes } from '../classes.ts'

export interface DialogProps {
  readonly title: string
  readonly children: ReactNode
  /** Called on Escape, the close button and a click outside. Unmount the dialog to close it. */
  readonly onClose: () => void
  readonly wide?: boolean | 'table'
  /** A click outside does not close it: typed text would be lost. */
  readonly keepOpen?: boolean
}

/** Open dialogs, the topmost last. The password may be asked for above any other dialog. */
const stack: symbol[] = []

/** A modal dialog. It traps the focus, and returns it when it closes. */
export function Dialog({ title, children, onClose, wide = false, keepOpen = false }: DialogProps): ReactNode {
  const popup = useRef<HTMLDivElement>(null)
  const isTopmost = useStack()
  useFocusReturn()
  return (
    <Base.Root
      disablePointerDismissal={keepOpen}
      onOpenChange={(_, details) => {
        if (isTopmost()) onClose()
        else details.cancel()
      }}
      open
    >
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-shade" forceRender />
        <Base.Popup
          className={classes(
            'fixed inset-0 z-40 m-auto flex h-fit max-h-[min(88dvh,52rem)] w-[min(100%-1.5rem,34rem)] flex-col overflow-hidden rounded-card border bg-surface text-text shadow-pop focus-visible:outline-none',
            wide === true && 'w-[min(100%-1.5rem,52rem)]',
            wide === 'table' && 'w-[min(100%-1.5rem,84rem)]',
          )}
          finalFocus={false}
          // A day is filled in already.
          initialFocus={() =>
            popup.current?.querySelector<HTMLElement>('input:not([type="date"]), select, textarea') ?? true
          }
          ref={popup}
        >
          <header className="flex items-center justify-between gap-4 border-b px-5 py-3">
            <Base.Title className="font-semibold text-base">{title}</Base.Title>
            <Base.Close render={<IconButton aligned icon="close" label={t('common.close')} />} />
          </header>
          <div className="min-h-0 scroll-pb-16 overflow-y-auto">
            <div className="px-5 py-4">{children}</div>
          </div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

function useStack(): () => boolean {
  const self = useRef(Symbol('dialog')).current
  useEffect(() => {
    stack.push(self)
    return () => void stack.splice(stack.indexOf(self), 1)
  }, [self])
  return () => stack.at(-1) === self
}

/** Returns the focus at once, and not later as Base UI does: a page may move it to a new heading after the dialog. */
function useFocusReturn(): void {
  const [before] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      if (before instanceof HTMLElement) before.focus()
    },
    [before],
  )
}

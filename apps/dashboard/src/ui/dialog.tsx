import { type ReactNode, useEffect, useId, useRef } from 'react'
import { IconButton } from './button.tsx'
import { classes } from './classes.ts'

interface DialogProps {
  readonly title: string
  readonly children: ReactNode
  /** Asked for by Escape, the closing button or a click beside the dialog. Unmount the dialog to close it. */
  readonly onClose: () => void
  readonly wide?: boolean
  /** A click beside it does not close it, where something typed would be lost. */
  readonly keepOpen?: boolean
}

/** The browser's own modal dialog: it keeps the focus, and gives it back to where it was. */
export function Dialog({ title, children, onClose, wide = false, keepOpen = false }: DialogProps): ReactNode {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useId()
  useEffect(() => {
    const before = document.activeElement
    dialog.current?.showModal()
    return () => {
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape does the same, by the browser
    <dialog
      aria-labelledby={heading}
      className={classes(
        'max-h-[min(88dvh,52rem)] w-[min(100%-1.5rem,34rem)] overflow-hidden rounded-card border bg-surface p-0 text-text shadow-pop open:flex open:flex-col',
        wide && 'w-[min(100%-1.5rem,52rem)]',
      )}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => {
        if (event.target === dialog.current && !keepOpen) onClose()
      }}
      ref={dialog}
    >
      <header className="flex items-center justify-between gap-4 border-b px-5 py-3">
        <h2 className="font-semibold text-base" id={heading}>
          {title}
        </h2>
        <IconButton icon="close" label="Close" onClick={onClose} />
      </header>
      <div className="min-h-0 overflow-y-auto px-5 py-4">{children}</div>
    </dialog>
  )
}

/** The row of buttons at the end of a dialog or form. */
export function Actions({ children }: { readonly children: ReactNode }): ReactNode {
  return <div className="mt-5 flex flex-wrap justify-end gap-2">{children}</div>
}

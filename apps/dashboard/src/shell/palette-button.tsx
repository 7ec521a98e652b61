import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import type { Product } from '../api/types.ts'
import { currentCommands } from '../commands/commands.ts'
import { areKeysOn, isPaletteKey, isTaken, keyOf } from '../commands/keys.ts'
import { t } from '../messages/messages.ts'
import { Icon } from '../ui/icons.tsx'

const loadPalette = () => import('./command-palette/command-palette.tsx')
const Palette = lazy(() => loadPalette().then(({ CommandPalette }) => ({ default: CommandPalette })))
const Shortcuts = lazy(() =>
  import('./command-palette/shortcuts-dialog.tsx').then(({ ShortcutsDialog }) => ({ default: ShortcutsDialog })),
)

interface PaletteButtonProps {
  readonly products: readonly Product[]
  readonly current: Product | undefined
}

type Open = 'palette' | 'shortcuts'

/** Opens the command palette and the list of shortcuts, and runs the commands of the page by their keys. */
export function PaletteButton({ products, current }: PaletteButtonProps): ReactNode {
  const [open, setOpen] = useState<Open>()
  useKeys(setOpen)
  const close = () => setOpen(undefined)
  const preload = () => void loadPalette().catch(ignore)
  return (
    <>
      <button
        aria-haspopup="dialog"
        aria-keyshortcuts="Meta+K Control+K"
        className="inline-flex min-h-9 items-center gap-2 rounded-control px-2.5 text-muted hover:bg-raised hover:text-text"
        onClick={() => setOpen('palette')}
        onFocus={preload}
        onPointerEnter={preload}
        title={t('palette.open')}
        type="button"
      >
        <Icon name="search" size={18} />
        <span className="sr-only">{t('palette.open')}</span>
      </button>
      {open !== undefined && (
        <Suspense fallback={null}>
          {open === 'palette' ? (
            <Palette current={current} onClose={close} onShortcuts={() => setOpen('shortcuts')} products={products} />
          ) : (
            <Shortcuts onClose={close} />
          )}
        </Suspense>
      )}
    </>
  )
}

function useKeys(open: (what: Open) => void): void {
  const latest = useRef(open)
  useEffect(() => {
    latest.current = open
  })
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (isPaletteKey(event)) {
        // In Firefox, Ctrl+K goes to the search field of the browser.
        event.preventDefault()
        if (document.querySelector('[role="dialog"][aria-modal="true"], [role="alertdialog"]') === null)
          latest.current('palette')
        return
      }
      const key = keyOf(event)
      if (key === undefined || !areKeysOn() || isTaken(event.target, key)) return
      const command = currentCommands().find((candidate) => candidate.key === key)
      if (key !== '?' && command === undefined) return
      event.preventDefault()
      if (command === undefined) latest.current('shortcuts')
      else command.run()
    }
    document.addEventListener('keydown', pressed)
    return () => document.removeEventListener('keydown', pressed)
  }, [])
}

function ignore(): void {}

import { Toast } from '@base-ui/react/toast'
import { type ReactNode, useEffect } from 'react'
import { t } from '../../messages/messages.ts'
import { IconButton } from '../button.tsx'

const SHOWN_MS = 6_000

const manager = Toast.createToastManager()

interface ToastsProps {
  /** Called once, when the region is mounted, with the function that adds a toast. */
  readonly onReady: (add: (message: string) => void) => void
}

/** The live region of toasts. Rendered once, before the first message: screen readers announce only what is added. */
export function Toasts({ onReady }: ToastsProps): ReactNode {
  // After the provider listens to the manager: a message before that would be lost.
  useEffect(() => onReady((message) => void manager.add({ title: message })), [onReady])
  return (
    <Toast.Provider timeout={SHOWN_MS} toastManager={manager}>
      <Toast.Portal>
        <Toast.Viewport className="pointer-events-none fixed inset-x-3 bottom-4 z-50 flex flex-col items-center gap-2">
          <ToastList />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  )
}

/** Base UI hides the button from screen readers until the focus is in the region. */
const VISIBLE = { 'aria-hidden': undefined }

/** Replaces the default role, `dialog`: a toast asks nothing. */
const GROUP = { role: 'group', 'aria-modal': undefined }

function ToastList(): ReactNode {
  const { toasts } = Toast.useToastManager()
  return toasts.map((toast) => (
    <Toast.Root
      {...GROUP}
      className="pointer-events-auto rounded-card border bg-surface shadow-pop data-limited:hidden"
      key={toast.id}
      toast={toast}
    >
      <Toast.Content className="flex items-center gap-3 py-1.5 pr-1.5 pl-4">
        <Toast.Title render={<p />} />
        <Toast.Close {...VISIBLE} render={<IconButton icon="close" label={t('ui.dismiss')} />} />
      </Toast.Content>
    </Toast.Root>
  ))
}

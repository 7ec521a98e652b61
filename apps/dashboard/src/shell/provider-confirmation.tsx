import { type ReactNode, useEffect } from 'react'
import { t } from '../messages/messages.ts'
import { renewSession } from '../session/reauthentication.ts'
import { Button } from '../ui/button.tsx'

/** The last page of the sign-in at the provider posts to this channel. */
const CHANNEL = 'footfall-confirmation'
const PATH = '/sign-in/provider?confirm=1'

interface ProviderConfirmationProps {
  /** What people call the provider. */
  readonly provider: string
  readonly onConfirmed: () => void
}

/** Confirms the session by a sign-in at the provider, in a separate window, so that this page keeps what was typed. */
export function ProviderConfirmation({ provider, onConfirmed }: ProviderConfirmationProps): ReactNode {
  useEffect(() => {
    const channel = new BroadcastChannel(CHANNEL)
    channel.onmessage = () => {
      // The other window got a new session secret.
      void renewSession(async () => {}).then(onConfirmed)
    }
    return () => channel.close()
  }, [onConfirmed])
  return (
    <Button kind="primary" onClick={() => window.open(PATH, '_blank', 'popup,width=520,height=680')}>
      {t('reauthentication.provider', { provider })}
    </Button>
  )
}

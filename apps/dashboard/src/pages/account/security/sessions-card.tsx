import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { api } from '../../../api/client.ts'
import type { Session } from '../../../api/types.ts'
import { ConfirmDialog } from '../../../forms/confirm-dialog.tsx'
import { t } from '../../../messages/messages.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { When } from '../../../ui/relative-time.tsx'
import { sessionsQuery } from '../queries.ts'
import { browserName } from './browser-name.ts'

/** The browsers in which the person is signed in. */
export function SessionsCard(): ReactNode {
  const { data: sessions } = useSuspenseQuery(sessionsQuery)
  const [ending, setEnding] = useState<Session | 'others'>()
  const queryClient = useQueryClient()
  const shared = {
    confirmLabel: t('security.sign_out'),
    onClose: () => setEnding(undefined),
    toast: t('security.signed_out'),
    onExecuted: () => queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  }
  return (
    <Card
      actions={
        sessions.length > 1 && (
          <Button onClick={() => setEnding('others')} size="small">
            {t('security.sign_out_others')}
          </Button>
        )
      }
      description={t('security.sessions_hint')}
      title={t('security.sessions')}
    >
      <ul className="divide-y">
        {sessions.map((session) => (
          <SessionRow key={session.id} onEnd={() => setEnding(session)} session={session} />
        ))}
      </ul>
      {ending === 'others' && (
        <ConfirmDialog
          {...shared}
          call={(options) => api.DELETE('/api/v1/account/sessions', { ...options })}
          summary={t('security.sign_out_others_hint')}
          title={t('security.sign_out_others')}
        />
      )}
      {ending !== undefined && ending !== 'others' && (
        <ConfirmDialog
          {...shared}
          call={(options) => {
            const params = { path: { session_id: ending.id } }
            return api.DELETE('/api/v1/account/sessions/{session_id}', { params, ...options })
          }}
          summary={t('security.sign_out_hint')}
          title={t('security.sign_out_of', { browser: browserName(ending.user_agent) })}
        />
      )}
    </Card>
  )
}

interface SessionRowProps {
  readonly session: Session
  readonly onEnd: () => void
}

function SessionRow({
  session: { current, user_agent, address, signed_in_at, last_used_at },
  onEnd,
}: SessionRowProps): ReactNode {
  const browser = browserName(user_agent)
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-3">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 font-semibold">
          {browser} {current && <Badge>{t('security.this_browser')}</Badge>}
        </p>
        <p className="text-muted text-sm">
          <When at={signed_in_at} id="security.signed_in_at" />
          {address !== null && ` · ${address}`}
          {' · '}
          <When at={last_used_at} id="security.used_at" />
        </p>
      </div>
      {!current && (
        <Button aria-label={t('security.sign_out_of', { browser })} onClick={onEnd} size="small">
          {t('security.sign_out')}
        </Button>
      )}
    </li>
  )
}

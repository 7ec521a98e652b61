import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { ApiProblem } from '../api/problem.ts'
import { createQueryClient } from '../api/query-client.ts'
import { ProblemNotice } from '../forms/problem-notice.tsx'
import { t } from '../messages/messages.ts'
import { SharedContext } from '../session/shared-view.ts'
import { Brand } from '../shell/top-bar.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Loading } from '../ui/spinner.tsx'
import { isGone, type LinkSession, type OpenedLink } from './open-link.ts'
import { PasswordForm } from './password-form.tsx'
import { isEmbedded, type SharedAddress } from './shared-address.ts'
import { createSharedRouter } from './shared-router.ts'

type State =
  | { readonly what: 'loading' }
  | { readonly what: 'password' }
  | { readonly what: 'open'; readonly link: OpenedLink }
  | { readonly what: 'gone' }
  | { readonly what: 'problem'; readonly problem: ApiProblem }

interface SharedLinkAppProps {
  readonly address: SharedAddress
  readonly session: LinkSession
}

/** The dashboard of a shared link: what it shows, or its password first. */
export function SharedLinkApp({ address, session }: SharedLinkAppProps): ReactNode {
  const [state, setState] = useState<State>({ what: 'loading' })
  const open = useMemo(() => () => opened(session).then(setState), [session])
  useEffect(() => void open(), [open])
  switch (state.what) {
    case 'open':
      return <OpenLink address={address} link={state.link} onEnded={open} />
    case 'loading':
      return <Frame>{<Loading what={t('share.loading')} />}</Frame>
    case 'password':
      return (
        <Frame>
          <PasswordForm onOpened={(link) => setState({ what: 'open', link })} session={session} />
        </Frame>
      )
    case 'gone':
      return (
        <Frame>
          <EmptyState title={t('share.gone')}>{t('share.gone_why')}</EmptyState>
        </Frame>
      )
    case 'problem':
      return (
        <Frame>
          <ProblemNotice onRetry={() => void open()} problem={state.problem} />
        </Frame>
      )
  }
}

async function opened(session: LinkSession): Promise<State> {
  try {
    const answer = await session.open()
    return answer.state === 'open' ? { what: 'open', link: answer } : { what: 'password' }
  } catch (problem) {
    if (!(problem instanceof ApiProblem)) throw problem
    return isGone(problem) ? { what: 'gone' } : { what: 'problem', problem }
  }
}

interface OpenLinkProps {
  readonly address: SharedAddress
  readonly link: OpenedLink
  /** The link has ended, or its password has changed. */
  readonly onEnded: () => void
}

function OpenLink({ address, link, onEnded }: OpenLinkProps): ReactNode {
  const { product, sections } = link
  const view = useMemo(() => ({ product, sections, embedded: isEmbedded(address) }), [product, sections, address])
  const [queryClient] = useState(() => createQueryClient(onEnded))
  const [router] = useState(() => createSharedRouter(queryClient, address, product.id))
  return (
    <SharedContext value={view}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </SharedContext>
  )
}

function Frame({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <main className="mx-auto w-full max-w-md px-3 pt-10">
      <p className="mb-8 flex items-center justify-center gap-2">
        <Brand />
      </p>
      {children}
    </main>
  )
}

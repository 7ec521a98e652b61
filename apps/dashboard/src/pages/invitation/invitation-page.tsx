import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { type InvitationView, lookAtInvitation, type PresentedInvitation } from '../../api/people.ts'
import { ApiProblem } from '../../api/problem.ts'
import { ProblemNotice } from '../../forms/problem-notice.tsx'
import { ROLES } from '../../product/role-labels.ts'
import { Card } from '../../ui/card.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Loading } from '../../ui/spinner.tsx'
import { AcceptAsMyself } from './accept-as-myself.tsx'
import { AcceptAsNew } from './accept-as-new.tsx'
import { AcceptAsOther } from './accept-as-other.tsx'
import { forgetLink, hideLink, readLink } from './invitation-link.ts'
import { SignInFirst } from './sign-in-first.tsx'

/** Where the link of an invitation leads. */
export function InvitationPage(): ReactNode {
  const [link, setLink] = useState(readLink)
  useEffect(() => {
    // Another link pasted into the same tab changes the fragment, and loads nothing.
    const again = () => {
      if (location.hash === '') return
      setLink(readLink())
      hideLink()
    }
    hideLink()
    addEventListener('hashchange', again)
    return () => removeEventListener('hashchange', again)
  }, [])
  return (
    <div className="mx-auto max-w-lg pt-4">
      {link === undefined ? (
        <Dead>
          This page needs the whole link of an invitation. Open the one in your mail; if it does not work, ask whoever
          invited you for a new one.
        </Dead>
      ) : (
        <Invitation key={link.code} link={link} />
      )}
    </div>
  )
}

function Invitation({ link }: { readonly link: PresentedInvitation }): ReactNode {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const { data, error, refetch } = useQuery({
    queryKey: ['invitation', link],
    queryFn: () => lookAtInvitation(link),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const dead = error instanceof ApiProblem && error.status === 404
  useEffect(() => {
    if (dead) forgetLink()
  }, [dead])

  if (dead) return <Dead>{error.detail}</Dead>
  if (error instanceof ApiProblem) {
    return (
      <>
        <PageHeader title="Your invitation" />
        <div className="mt-5">
          <ProblemNotice onRetry={() => void refetch()} problem={error} />
        </div>
      </>
    )
  }
  if (data === undefined) return <Loading what="the invitation" />

  const accepted = async (product: string) => {
    forgetLink()
    queryClient.clear()
    await navigate({ to: '/products/$product', params: { product }, ignoreBlocker: true })
  }
  return (
    <div className="grid gap-5">
      <PageHeader description={<RoleSentence role={data.role} />} title={`You are invited to ${data.product.name}`} />
      <Card>
        <Way data={data} link={link} onAccepted={accepted} onSignedOut={() => void refetch()} />
      </Card>
    </div>
  )
}

/** How this browser's person gets in. */
function Way({
  data,
  link,
  onAccepted,
  onSignedOut,
}: {
  readonly data: InvitationView
  readonly link: PresentedInvitation
  readonly onAccepted: (product: string) => Promise<void>
  readonly onSignedOut: () => void
}): ReactNode {
  if (data.signed_in_as === data.email) {
    return <AcceptAsMyself email={data.email} link={link} onAccepted={onAccepted} />
  }
  if (data.signed_in_as !== undefined) {
    return <AcceptAsOther email={data.email} onSignedOut={onSignedOut} signedInAs={data.signed_in_as} />
  }
  if (data.has_account) return <SignInFirst email={data.email} />
  return <AcceptAsNew email={data.email} link={link} onAccepted={onAccepted} />
}

function RoleSentence({ role }: Pick<InvitationView, 'role'>): ReactNode {
  const words = ROLES.find(({ value }) => value === role)
  return (
    <>
      As <strong className="text-text">{words?.label.toLowerCase() ?? role}</strong>. {words?.toYou}
    </>
  )
}

function Dead({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <div className="grid gap-5">
      <PageHeader title="This link does not work" />
      <Card>
        <p>{children}</p>
      </Card>
    </div>
  )
}

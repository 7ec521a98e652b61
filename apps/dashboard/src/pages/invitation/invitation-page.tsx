import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { type InvitationLink, type InvitationView, readInvitation } from '../../api/people.ts'
import { ApiProblem } from '../../api/problem.ts'
import { ProblemNotice } from '../../forms/problem-notice.tsx'
import { t } from '../../messages/messages.ts'
import { T } from '../../messages/t.tsx'
import { roleLabel } from '../../product/role-labels.ts'
import { Card } from '../../ui/card.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Loading } from '../../ui/spinner.tsx'
import { AcceptNewAccount } from './accept-new-account.tsx'
import { AcceptOtherAccount } from './accept-other-account.tsx'
import { AcceptSignedIn } from './accept-signed-in.tsx'
import { forgetLink, hideLink, readLink } from './invitation-link.ts'
import { SignInFirst } from './sign-in-first.tsx'

export function InvitationPage(): ReactNode {
  const [link, setLink] = useState(readLink)
  useEffect(() => {
    // Another link pasted into this tab changes only the fragment.
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
        <InvalidLink>{t('invitation.incomplete_link')}</InvalidLink>
      ) : (
        <Invitation key={link.code} link={link} />
      )}
    </div>
  )
}

function Invitation({ link }: { readonly link: InvitationLink }): ReactNode {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const { data, error, refetch } = useQuery({
    queryKey: ['invitation', link],
    queryFn: () => readInvitation(link),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const isInvalid = error instanceof ApiProblem && error.status === 404
  useEffect(() => {
    if (isInvalid) forgetLink()
  }, [isInvalid])

  if (isInvalid) return <InvalidLink>{error.detail}</InvalidLink>
  if (error instanceof ApiProblem) {
    return (
      <>
        <PageHeader title={t('invitation.title')} />
        <div className="mt-5">
          <ProblemNotice onRetry={() => void refetch()} problem={error} />
        </div>
      </>
    )
  }
  if (data === undefined) return <Loading what={t('invitation.loading')} />

  const accepted = async (product: string) => {
    forgetLink()
    queryClient.clear()
    await navigate({ to: '/products/$product', params: { product }, ignoreBlocker: true })
  }
  return (
    <div className="grid gap-5">
      <PageHeader
        description={<RoleSentence inviter={data.invited_by} role={data.role} />}
        title={t('invitation.heading', { product: data.product.name })}
      />
      <Card>
        <AcceptOptions data={data} link={link} onAccepted={accepted} onSignedOut={() => void refetch()} />
      </Card>
    </div>
  )
}

/** How to accept, depending on the session and the account. */
function AcceptOptions({
  data,
  link,
  onAccepted,
  onSignedOut,
}: {
  readonly data: InvitationView
  readonly link: InvitationLink
  readonly onAccepted: (product: string) => Promise<void>
  readonly onSignedOut: () => void
}): ReactNode {
  if (data.signed_in_as === data.email) {
    return <AcceptSignedIn email={data.email} link={link} onAccepted={onAccepted} />
  }
  if (data.signed_in_as !== undefined) {
    return <AcceptOtherAccount email={data.email} onSignedOut={onSignedOut} signedInAs={data.signed_in_as} />
  }
  if (data.has_account || !data.passwords) return <SignInFirst email={data.email} />
  return <AcceptNewAccount email={data.email} link={link} onAccepted={onAccepted} />
}

function RoleSentence({
  role,
  inviter,
}: {
  readonly role: InvitationView['role']
  readonly inviter: InvitationView['invited_by']
}): ReactNode {
  const name = <strong className="text-text">{roleLabel(role)}</strong>
  return (
    <>
      {inviter && `${t('invitation.by', inviter)} `}
      <T id="invitation.role" values={{ role: name }} /> {t(`roles.invitation_${role}`)}
    </>
  )
}

function InvalidLink({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <div className="grid gap-5">
      <PageHeader title={t('invitation.invalid')} />
      <Card>
        <p>{children}</p>
      </Card>
    </div>
  )
}

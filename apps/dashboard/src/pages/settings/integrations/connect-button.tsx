import type { ReactNode } from 'react'
import { api, executed } from '../../../api/client.ts'
import { ProblemNotice } from '../../../forms/problem-notice.tsx'
import { useAction } from '../../../forms/use-action.ts'
import { Button } from '../../../ui/button.tsx'

interface ConnectButtonProps {
  readonly product: string
  readonly label: string
  readonly kind?: 'primary' | 'secondary'
}

/** Leads to the provider’s page, which leads back here. */
export function ConnectButton({ product, label, kind = 'primary' }: ConnectButtonProps): ReactNode {
  const leaving = useAction(async () => {
    const path = '/api/v1/products/{product}/integrations/google-search-console/authorization'
    const { result } = await executed(api.POST(path, { params: { path: { product } } }))
    location.assign(result.authorization_url)
  })
  return (
    <>
      {leaving.problem && <ProblemNotice onRetry={() => void leaving.run()} problem={leaving.problem} />}
      <div>
        <Button busy={leaving.busy} kind={kind} onClick={() => void leaving.run()}>
          {label}
        </Button>
      </div>
    </>
  )
}

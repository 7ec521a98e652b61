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

/** Goes to the consent page of the provider, which returns here. */
export function ConnectButton({ product, label, kind = 'primary' }: ConnectButtonProps): ReactNode {
  const authorization = useAction(async () => {
    const path = '/api/v1/products/{product}/integrations/google-search-console/authorization'
    const { result } = await executed(api.POST(path, { params: { path: { product } } }))
    location.assign(result.authorization_url)
  })
  return (
    <>
      {authorization.problem && (
        <ProblemNotice onRetry={() => void authorization.run()} problem={authorization.problem} />
      )}
      <div>
        <Button busy={authorization.busy} kind={kind} onClick={() => void authorization.run()}>
          {label}
        </Button>
      </div>
    </>
  )
}

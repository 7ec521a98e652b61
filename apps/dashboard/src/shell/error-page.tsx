import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ApiProblem } from '../api/problem.ts'
import { ProblemNotice } from '../forms/problem-notice.tsx'
import { t } from '../messages/messages.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { NotFoundPage } from './not-found-page.tsx'

/** Shown when a page could not be loaded or rendered. */
export function ErrorPage({ error, reset }: ErrorComponentProps): ReactNode {
  const router = useRouter()
  const again = async () => {
    await router.invalidate()
    reset()
  }
  if (error instanceof ApiProblem && error.status === 404) return <NotFoundPage />
  if (error instanceof ApiProblem) {
    return (
      <div className="mx-auto max-w-lg pt-8">
        <PageHeader hidden title={error.title} />
        <ProblemNotice onRetry={() => void again()} problem={error} />
      </div>
    )
  }
  return (
    <>
      <PageHeader hidden title={t('error.title')} />
      <EmptyState
        actions={<Button onClick={() => location.reload()}>{t('error.reload')}</Button>}
        title={t('error.heading')}
      >
        {t('error.hint')}
      </EmptyState>
    </>
  )
}

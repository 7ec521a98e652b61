import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { api, executed } from '../../../api/client.ts'
import { ApiProblem } from '../../../api/problem.ts'
import { ProblemNotice } from '../../../forms/problem-notice.tsx'
import { LANGUAGES } from '../../../messages/languages.ts'
import { t } from '../../../messages/messages.ts'
import { Card } from '../../../ui/card.tsx'
import { SelectField } from '../../../ui/field.tsx'

type Language = keyof typeof LANGUAGES

const BROWSER = ''
const CHOICES: readonly (Language | typeof BROWSER)[] = [BROWSER, ...Object.keys(LANGUAGES).filter(isLanguage)]

/** The language of the pages and emails. The document of another language has other scripts, so the page loads anew. */
export function LanguageCard({ language }: { readonly language: Language | null }): ReactNode {
  const saving = useMutation({
    mutationFn: (next: Language | null) => executed(api.PATCH('/api/v1/account', { body: { language: next } })),
    onSuccess: () => location.reload(),
  })
  const chosen = saving.isError || saving.variables === undefined ? language : saving.variables
  return (
    <Card description={t('profile.language_hint')} title={t('profile.language')}>
      {saving.error instanceof ApiProblem && <ProblemNotice problem={saving.error} />}
      <SelectField
        label={t('profile.language')}
        labelHidden
        onChange={(next) => saving.mutate(next === BROWSER ? null : next)}
        options={CHOICES.map((value) => ({
          value,
          label: value === BROWSER ? t('profile.language_browser') : LANGUAGES[value],
        }))}
        value={chosen ?? BROWSER}
      />
    </Card>
  )
}

function isLanguage(text: string): text is Language {
  return Object.hasOwn(LANGUAGES, text)
}
